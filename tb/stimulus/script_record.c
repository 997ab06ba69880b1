/* script_record.c - writes a run out as a script. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stimulus/script.h"

/* A recording in progress. Cycles of the script count from `start`. */
struct recorder {
    const struct assay_block *block;
    struct assay_script *script;
    uint64_t start;
    bool in_reset;
    struct {
        uint64_t free;    /* cycle since which a sink has been free */
        bool held;        /* an item is offered */
        uint64_t pending; /* cycles in reset before the first ready was seen */
    } stream[ASSAY_MAX_STREAMS];
    uint32_t (*plain)[ASSAY_VALUE_WORDS]; /* last values of the pins outside streams, by port */
};

/* Discards everything recorded before a reset. */
static void start_over(struct recorder *r, uint64_t cycle)
{
    const struct assay_params params = r->script->params;

    assay_script_free(r->script);
    assay_script_init(r->script, r->block, &params);
    memset(r->stream, 0, sizeof r->stream);
    memset(r->plain, 0, r->block->model->n_ports * sizeof *r->plain);
    r->start = cycle;
}

static bool record_reset(struct recorder *r, uint64_t at)
{
    struct assay_script *s = r->script;

    for (size_t i = 0; i < r->block->model->n_streams; ++i) {
        struct assay_script_stream *t = &s->stream[i];

        r->stream[i].held = false;
        r->stream[i].free = at + 1;
        /* Every ready is 0 in reset whatever its pattern says, so the pattern need not change
         * there. */
        if (r->block->model->streams[i].sink)
            continue;
        if (t->n_runs)
            ++t->run[t->n_runs - 1].length;
        else
            ++r->stream[i].pending;
    }
    if (r->in_reset && s->n_resets) {
        ++s->reset[s->n_resets - 1].length;
        return true;
    }
    return assay_script_add_reset(s, at, 1);
}

static bool record_sink(struct recorder *r, unsigned i, uint64_t at, const uint8_t *in, bool taken)
{
    const struct assay_stream *stream = &r->block->model->streams[i];
    struct assay_script_stream *t = &r->script->stream[i];

    if (!in[stream->valid])
        return true;
    if (!r->stream[i].held) {
        if (!assay_script_add_item(r->script, i, at - r->stream[i].free, in + stream->payload))
            return false;
        t->item[t->n_items - 1].offered = at;
        t->item[t->n_items - 1].taken = ASSAY_SCRIPT_NEVER;
        r->stream[i].held = true;
    }
    if (taken) {
        t->item[t->n_items - 1].taken = at;
        r->stream[i].held = false;
        r->stream[i].free = at + 1;
    }
    return true;
}

static bool record_plain(struct recorder *r, uint64_t at, const uint8_t *in)
{
    uint32_t value[ASSAY_VALUE_WORDS];

    for (uint32_t i = 1; i < r->block->model->n_ports; ++i) { /* port 0 is rst */
        const struct assay_port *p = &r->block->model->ports[i];

        if (p->role != ASSAY_PLAIN || p->dir != ASSAY_IN)
            continue;
        assay_port_get(p, in, value);
        if (memcmp(value, r->plain[i], sizeof value) == 0)
            continue;
        memcpy(r->plain[i], value, sizeof value);
        if (!assay_script_add_change(r->script, at, i, value))
            return false;
    }
    return true;
}

static bool record_cycle(struct recorder *r, uint64_t cycle, const struct assay_moment *m)
{
    const uint8_t *in = m->in;
    const uint64_t at = cycle - r->start;

    if (!record_plain(r, at, in))
        return false;
    if (in[0])
        return record_reset(r, at);
    for (unsigned i = 0; i < r->block->model->n_streams; ++i) {
        const struct assay_stream *s = &r->block->model->streams[i];
        bool ok;

        if (s->sink) {
            ok = record_sink(r, i, at, in, m->transfers >> i & 1);
        } else {
            ok = assay_script_add_ready(r->script, i, 1 + r->stream[i].pending, in[s->ready]);
            r->stream[i].pending = 0;
        }
        if (!ok)
            return false;
    }
    return true;
}

bool assay_script_record(const struct assay_config *config, uint64_t from, uint64_t to,
                         struct assay_script *s, uint64_t *start, char *why, size_t why_size)
{
    struct assay_config alone = *config;
    struct recorder r = {.block = config->block, .script = s};
    struct assay_lockstep *ls;
    bool ok = true;

    if (config->block->level == ASSAY_COMPARE_CYCLE)
        alone.ops = NULL;
    alone.cover = false;
    alone.trace = ASSAY_TRACE_NEVER;
    alone.catch_crashes = config->block->folder != NULL; /* a user's model may crash */
    if (config->block->level == ASSAY_COMPARE_CYCLE) {
        alone.cycles = to + 1;
        alone.hang = UINT64_MAX; /* the model itself cannot hang */
    }
    assay_script_init(s, config->block, &config->params);
    r.plain = calloc(config->block->model->n_ports, sizeof *r.plain);
    if (!r.plain) {
        snprintf(why, why_size, "out of memory");
        return false;
    }
    ls = assay_lockstep_open(&alone, why, why_size);
    if (!ls) {
        free(r.plain);
        return false;
    }
    for (uint64_t cycle = 0; ok && cycle <= to; ++cycle) {
        struct assay_moment m;
        bool reset;

        assay_lockstep_run(ls, 1);
        if (!assay_lockstep_moment(ls, cycle, &m)) {
            const struct assay_result *const end = assay_lockstep_result(ls);

            if (end->verdict == ASSAY_CRASHED)
                snprintf(why, why_size, "the model crashed at cycle %llu: expected %llu cycles",
                         (unsigned long long)end->fail_cycle, (unsigned long long)to + 1);
            else
                snprintf(why, why_size, "the run %s after %llu cycles: expected %llu",
                         end->interrupted ? "was interrupted" : "ended", (unsigned long long)cycle,
                         (unsigned long long)to + 1);
            ok = false;
            break;
        }
        reset = ((const uint8_t *)m.in)[0] != 0;
        if (cycle == 0 || (reset && !r.in_reset && cycle <= from))
            start_over(&r, cycle);
        ok = record_cycle(&r, cycle, &m);
        if (!ok)
            snprintf(why, why_size, "out of memory for the transactions of %llu cycles",
                     (unsigned long long)cycle);
        r.in_reset = reset;
    }
    s->cycles = to + 1 - r.start;
    if (start)
        *start = r.start;
    assay_lockstep_finish(ls); /* what the scenario reports is again as it was in the run itself */
    assay_lockstep_close(ls);
    free(r.plain);
    if (!ok)
        assay_script_free(s);
    return ok;
}
