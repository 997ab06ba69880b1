#include <stdlib.h>
#include <string.h>

#include "lockstep/script.h"

bool assay_player_open(struct assay_player *p, const struct assay_script *s)
{
    memset(p, 0, sizeof *p);
    p->script = s;
    p->in = calloc(1, s->block->in_size);
    for (unsigned i = 0; i < s->block->n_streams; ++i)
        p->stream[i].free = s->stream[i].n_runs ? s->stream[i].run[0].length : 0;
    return p->in != NULL;
}

void assay_player_close(struct assay_player *p)
{
    free(p->in);
    memset(p, 0, sizeof *p);
}

static void drive_changes(struct assay_player *p, uint64_t cycle)
{
    const struct assay_script *s = p->script;

    for (; p->next_change < s->n_changes && s->change[p->next_change].cycle <= cycle;
         ++p->next_change) {
        const struct assay_script_change *c = &s->change[p->next_change];

        assay_port_set(&s->block->ports[c->port], p->in, c->value);
    }
}

/* The items of earlier sections are dropped. */
static void begin_section(struct assay_player *p, size_t section)
{
    for (size_t i = 0; i < p->script->block->n_streams; ++i) {
        const struct assay_script_stream *t = &p->script->stream[i];
        struct assay_player_stream *state = &p->stream[i];

        if (p->script->block->streams[i].sink)
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

static void drive_sink(struct assay_player *p, unsigned stream, uint64_t cycle)
{
    const struct assay_stream *s = &p->script->block->streams[stream];
    const struct assay_script_stream *t = &p->script->stream[stream];
    struct assay_player_stream *state = &p->stream[stream];

    if (!state->held && state->next < t->n_items &&
        t->item[state->next].section < p->next_reset + (p->next_reset == 0) &&
        cycle - state->free >= t->item[state->next].gap) {
        memcpy(p->in + s->payload, assay_script_payload(p->script, stream, state->next),
               s->payload_size);
        ++state->next;
        state->held = true;
    }
    p->in[s->valid] = state->held;
}

const void *assay_player_cycle(struct assay_player *p, uint64_t cycle, uint32_t transfers)
{
    const struct assay_block *b = p->script->block;
    const bool in_reset = drive_reset(p, cycle);

    drive_changes(p, cycle);
    for (unsigned i = 0; i < b->n_streams; ++i) {
        const struct assay_stream *s = &b->streams[i];
        struct assay_player_stream *state = &p->stream[i];

        if (!s->sink) {
            p->in[s->ready] = ready(p, i, cycle) && !in_reset;
        } else if (in_reset) {
            p->in[s->valid] = 0;
            state->held = false;
            state->free = cycle + 1;
        } else {
            if (transfers >> i & 1) {
                state->held = false;
                state->free = cycle;
            }
            drive_sink(p, i, cycle);
        }
    }
    return p->in;
}
