#include <stdlib.h>
#include <string.h>

#include "engine/credit.h"
#include "stimulus/script.h"

struct assay_player_stream {
    size_t next;   /* sink: the next item; source: its run */
    uint64_t free; /* sink: cycle since which it is free; source: end of its run */
    bool held;     /* an item is offered */
};

struct assay_player {
    const struct assay_script *script;
    uint8_t *in; /* struct <block>_inputs being driven */
    size_t next_reset, next_change;
    uint64_t reset_end; /* rst is high below this cycle */
    struct assay_player_stream stream[ASSAY_MAX_STREAMS];
    bool no_ready[ASSAY_MAX_STREAMS]; /* sources whose ready is always high */
};

static void *open_player(const struct assay_script *s)
{
    struct assay_player *p = calloc(1, sizeof *p);

    if (!p)
        return NULL;
    p->script = s;
    p->in = calloc(1, s->block->model->in_size);
    if (!p->in) {
        free(p);
        return NULL;
    }
    for (unsigned i = 0; i < s->block->model->n_streams; ++i) {
        p->no_ready[i] =
            s->block->rules && s->block->rules[i].no_ready && !s->block->model->streams[i].sink;
        p->stream[i].free = s->stream[i].n_runs ? s->stream[i].run[0].length : 0;
    }
    return p;
}

static void close_player(void *any)
{
    struct assay_player *p = any;

    free(p->in);
    free(p);
}

static void drive_changes(struct assay_player *p, uint64_t cycle)
{
    const struct assay_script *s = p->script;

    for (; p->next_change < s->n_changes && s->change[p->next_change].cycle <= cycle;
         ++p->next_change) {
        const struct assay_script_change *c = &s->change[p->next_change];

        assay_port_set(&s->block->model->ports[c->port], p->in, c->value);
    }
}

/* The items of earlier sections are dropped. */
static void begin_section(struct assay_player *p, size_t section)
{
    for (size_t i = 0; i < p->script->block->model->n_streams; ++i) {
        const struct assay_script_stream *t = &p->script->stream[i];
        struct assay_player_stream *state = &p->stream[i];

        if (p->script->block->model->streams[i].sink)
            while (state->next < t->n_items && t->item[state->next].section < section)
                ++state->next;
    }
}

/* Whether rst is high. Resets that a script gives too close together follow each other. */
static bool drive_reset(struct assay_player *p, uint64_t cycle)
{
    const struct assay_script *s = p->script;

    if (cycle >= p->reset_end && p->next_reset < s->n_resets &&
        s->reset[p->next_reset].cycle <= cycle) {
        begin_section(p, p->next_reset);
        p->reset_end = cycle + s->reset[p->next_reset++].length;
    }
    p->in[0] = cycle < p->reset_end;
    return cycle < p->reset_end;
}

/* The ready of a source in this cycle; its pattern goes on during a reset. */
static bool ready(struct assay_player *p, unsigned stream, uint64_t cycle)
{
    const struct assay_script_stream *t = &p->script->stream[stream];
    struct assay_player_stream *state = &p->stream[stream];

    if (t->n_runs == 0)
        return true;
    while (cycle >= state->free && state->next + 1 < t->n_runs)
        state->free += t->run[++state->next].length;
    return t->run[state->next].ready;
}

static void drive_sink(struct assay_player *p, unsigned stream, uint64_t cycle,
                       struct assay_credit *credit)
{
    const struct assay_stream *s = &p->script->block->model->streams[stream];
    const struct assay_script_stream *t = &p->script->stream[stream];
    struct assay_player_stream *state = &p->stream[stream];

    if (!state->held && state->next < t->n_items &&
        t->item[state->next].section < p->next_reset + (p->next_reset == 0) &&
        cycle - state->free >= t->item[state->next].gap && assay_credit_left(credit, stream)) {
        assay_credit_take(credit, stream);
        memcpy(p->in + s->payload, assay_script_payload(p->script, stream, state->next),
               s->payload_size);
        ++state->next;
        state->held = true;
    }
    p->in[s->valid] = state->held;
}

static const void *play_cycle(void *any, uint64_t cycle, uint64_t transfers,
                              struct assay_credit *credit)
{
    struct assay_player *p = any;
    const struct assay_block *b = p->script->block;
    const bool in_reset = drive_reset(p, cycle);

    drive_changes(p, cycle);
    for (unsigned i = 0; i < b->model->n_streams; ++i) {
        const struct assay_stream *s = &b->model->streams[i];
        struct assay_player_stream *state = &p->stream[i];

        if (!s->sink) {
            p->in[s->ready] = (ready(p, i, cycle) && !in_reset) || p->no_ready[i];
        } else if (in_reset) {
            p->in[s->valid] = 0;
            state->held = false;
            state->free = cycle + 1;
        } else {
            if (transfers >> i & 1) {
                state->held = false;
                state->free = cycle;
            }
            drive_sink(p, i, cycle, credit);
        }
    }
    return p->in;
}

static const struct assay_player_ops ops = {open_player, close_player, play_cycle};

void assay_script_play(struct assay_config *config, const struct assay_script *s)
{
    config->scenario = &assay_script_scenario;
    config->player = &ops;
    config->script = s;
}
