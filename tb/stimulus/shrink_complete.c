/* shrink_complete.c - continues a minimal run past its failure to a proper end. */
#include <stdlib.h>

#include "stimulus/shrink_steps.h"

enum { LONGEST = 4096, QUIET = 64 /* cycles without a transfer after which the run is over */ };

/* Number of items that the units of the last section need on a stream but do not have. */
static uint32_t missing(const struct assay_script *s, unsigned stream)
{
    const struct assay_script_stream *lead = &s->stream[0], *t = &s->stream[stream];
    const size_t section = s->n_resets ? s->n_resets - 1 : 0;
    uint32_t needed = 0, there = 0;

    for (size_t i = 0; i < lead->n_items; ++i) {
        uint32_t count[ASSAY_MAX_STREAMS] = {0};

        if (lead->item[i].section != section)
            continue;
        s->block->needs(&s->params, assay_script_payload(s, 0, i), count);
        needed += count[stream];
    }
    for (size_t i = 0; i < t->n_items; ++i)
        there += t->item[i].section == section;
    return needed > there ? needed - there : 0;
}

/* Appends `n` zero items, the first of which is offered after the failure. */
static bool supply(struct assay_script *s, unsigned stream, uint32_t n, uint64_t fail_cycle)
{
    const struct assay_script_stream *t = &s->stream[stream];
    const struct assay_script_item *last = t->n_items ? &t->item[t->n_items - 1] : NULL;
    const struct assay_script_reset *reset = s->n_resets ? &s->reset[s->n_resets - 1] : NULL;
    uint64_t since = reset ? reset->cycle + reset->length : 0, gap;
    void *zeros = calloc(1, s->block->model->streams[stream].payload_size);
    bool ok = zeros != NULL;

    if (last && last->section + 1 >= s->n_resets)
        since = last->taken == ASSAY_SCRIPT_NEVER ? fail_cycle + 1 : last->taken + 1;
    gap = since <= fail_cycle ? fail_cycle + 1 - since : 0;
    for (; ok && n > 0; --n) {
        ok = assay_script_add_item(s, stream, gap, zeros);
        if (ok) {
            t->item[t->n_items - 1].offered = fail_cycle + 1;
            t->item[t->n_items - 1].taken = ASSAY_SCRIPT_NEVER;
        }
        gap = 0;
    }
    free(zeros);
    return ok;
}

static bool supply_missing(struct assay_script *s, uint64_t fail_cycle)
{
    bool ok = true;

    for (unsigned i = 1; ok && s->block->needs && i < s->block->model->n_streams; ++i)
        if (s->block->model->streams[i].sink)
            ok = supply(s, i, missing(s, i), fail_cycle);
    return ok;
}

/* Adds one more transaction, because the block produces no output for those that are there. */
static bool supply_another(struct assay_script *s, uint64_t fail_cycle)
{
    unsigned stream = 0;

    while (stream < s->block->model->n_streams && !s->block->model->streams[stream].sink)
        ++stream;
    if (stream == s->block->model->n_streams)
        return true;
    return supply(s, stream, 1, fail_cycle) && supply_missing(s, fail_cycle);
}

/* Sets the length of the run so that it ends when there are no more transfers. *finished:
 * whether anything came out of the block. Returns false if out of memory. */
static bool settle(const struct assay_shrink *s, struct assay_script *script, bool *finished)
{
    struct assay_config c = s->config;
    struct assay_lockstep *ls;
    uint64_t last = s->fail_cycle;
    char why[256];

    c.ops = NULL;
    c.cover = false;
    c.trace = ASSAY_TRACE_NEVER;
    c.catch_crashes = false;
    c.progress = NULL;
    c.hang = UINT64_MAX;
    assay_script_play(&c, script);
    c.cycles = s->fail_cycle + LONGEST;
    ls = assay_lockstep_open(&c, why, sizeof why);
    if (!ls)
        return false;
    for (uint64_t cycle = 0; cycle < c.cycles && cycle <= last + QUIET; ++cycle) {
        struct assay_moment m;

        assay_lockstep_run(ls, 1);
        if (cycle > last && assay_lockstep_moment(ls, cycle, &m) &&
            c.block->model->transfers(m.in, m.expected))
            last = cycle;
    }
    *finished = assay_lockstep_result(ls)->transactions > 0;
    assay_lockstep_close(ls);
    script->cycles = last + 1;
    return true;
}

bool assay_shrink_complete(struct assay_shrink *s, struct assay_script *to)
{
    const struct assay_block *b = s->best.block;
    bool ok = assay_script_copy(to, &s->best), finished = false;

    if (b->level != ASSAY_COMPARE_CYCLE)
        return ok; /* it continues by itself until everything expected has arrived */
    for (unsigned i = 0; ok && i < b->model->n_streams; ++i)
        if (!b->model->streams[i].sink && to->stream[i].n_runs)
            ok = assay_script_add_ready(to, i, 1, true);
    ok = ok && supply_missing(to, s->fail_cycle) && settle(s, to, &finished);
    if (ok && !finished)
        ok = supply_another(to, s->fail_cycle) && settle(s, to, &finished);
    if (ok && assay_shrink_same(s, to))
        return true;
    assay_script_free(to);
    return ok && assay_script_copy(to, &s->best);
}
