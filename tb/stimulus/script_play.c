/* script_play.c - plays a script as the inputs of a run. */
#include <stdlib.h>
#include <string.h>

#include "engine/credit.h"
#include "engine/share.h"
#include "stimulus/script.h"

struct assay_player_stream {
    size_t next;   /* sink: the next item; source: the current run */
    uint64_t free; /* sink: cycle since which it has been free; source: end of the current run */
    bool held;     /* an item is offered */
};

struct assay_player {
    const struct assay_script *script;
    uint8_t *in; /* struct <block>_inputs to drive */
    size_t next_reset, next_change;
    uint64_t reset_end; /* rst is high below this cycle */
    uint64_t late; /* cycles for which the script's time stood still: script cycle = cycle - late */
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

static bool reset_is_due(const struct assay_player *p, uint64_t cycle)
{
    const struct assay_script *s = p->script;

    return p->next_reset < s->n_resets && s->reset[p->next_reset].cycle <= cycle;
}

static bool change_is_due(const struct assay_player *p, uint64_t cycle)
{
    const struct assay_script *s = p->script;

    return p->next_change < s->n_changes && s->change[p->next_change].cycle <= cycle;
}

static void drive_changes(struct assay_player *p, uint64_t cycle)
{
    const struct assay_script *s = p->script;

    for (; change_is_due(p, cycle); ++p->next_change) {
        const struct assay_script_change *c = &s->change[p->next_change];

        assay_port_set(&s->block->model->ports[c->port], p->in, c->value);
    }
}

/* Drops the items of earlier sections. */
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

/* Returns whether rst is high. Resets that the script places too close together follow one
 * another. */
static bool drive_reset(struct assay_player *p, uint64_t cycle,
                        const struct assay_player_pace *pace)
{
    const struct assay_script *s = p->script;

    if (cycle >= p->reset_end && reset_is_due(p, cycle)) {
        begin_section(p, p->next_reset);
        p->reset_end = cycle + s->reset[p->next_reset++].length;
        if (pace->share)
            assay_share_restart(pace->share, pace->side);
    }
    p->in[0] = cycle < p->reset_end;
    return cycle < p->reset_end;
}

/* Ready of a source in this cycle. The pattern continues during a reset. */
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

/* Whether there is an item that the sections of the script allow to be offered. */
static bool has_item(const struct assay_player *p, unsigned stream)
{
    const struct assay_script_stream *t = &p->script->stream[stream];
    const size_t next = p->stream[stream].next;

    return next < t->n_items && t->item[next].section < p->next_reset + (p->next_reset == 0);
}

static bool gap_is_over(const struct assay_player *p, unsigned stream, uint64_t cycle)
{
    const struct assay_player_stream *state = &p->stream[stream];

    return cycle - state->free >= p->script->stream[stream].item[state->next].gap;
}

/* Copies the next item to `payload`. Of two sides, the one that follows gets the items of the
 * other, each as soon as it can take it. */
static bool draw(struct assay_player *p, unsigned stream, uint64_t cycle, void *payload,
                 const struct assay_player_pace *pace)
{
    struct assay_share *const share = pace->share;
    const void *item;

    if (share && pace->side == ASSAY_FOLLOWS)
        return assay_share_next(share, ASSAY_FOLLOWS, stream, payload);
    if ((p->script->bounded && cycle >= p->script->cycles) || !has_item(p, stream) ||
        (share && share->holding) || !gap_is_over(p, stream, cycle))
        return false;
    item = assay_script_payload(p->script, stream, p->stream[stream].next);
    if (share && !assay_share_put(share, stream, item))
        return false;
    memcpy(payload, item, p->script->block->model->streams[stream].payload_size);
    ++p->stream[stream].next;
    return true;
}

static void drive_sink(struct assay_player *p, unsigned stream, uint64_t cycle,
                       const struct assay_player_pace *pace)
{
    const struct assay_stream *s = &p->script->block->model->streams[stream];
    struct assay_player_stream *state = &p->stream[stream];

    if (!state->held && assay_credit_left(pace->credit, stream) &&
        draw(p, stream, cycle, p->in + s->payload, pace)) {
        assay_credit_take(pace->credit, stream);
        state->held = true;
    }
    p->in[s->valid] = state->held;
}

/* With two sides, a reset or a pin change waits until both sides are idle. */
static enum assay_share_event ask(const struct assay_player *p, uint64_t cycle,
                                  const struct assay_player_pace *pace)
{
    if (!pace->share || cycle < p->reset_end ||
        (!reset_is_due(p, cycle) && !change_is_due(p, cycle)))
        return ASSAY_EVENT_NOW;
    return assay_share_ask(pace->share, pace->side, reset_is_due(p, cycle));
}

/* Skips resets and pin changes that are due, as if they had happened. Items that follow such a
 * reset are offered without it. */
static void leave_out(struct assay_player *p, uint64_t cycle)
{
    for (; reset_is_due(p, cycle); ++p->next_reset)
        begin_section(p, p->next_reset);
    while (change_is_due(p, cycle))
        ++p->next_change;
}

static const void *play_cycle(void *any, uint64_t at, uint64_t transfers,
                              const struct assay_player_pace *pace)
{
    struct assay_player *p = any;
    const struct assay_block *b = p->script->block;
    const uint64_t cycle = at - p->late;
    const enum assay_share_event event = ask(p, cycle, pace);
    const bool waits = event == ASSAY_EVENT_LATER;
    bool in_reset;

    if (event == ASSAY_EVENT_NEVER)
        leave_out(p, cycle);
    in_reset = !waits && drive_reset(p, cycle, pace);
    p->late += waits;
    if (!waits)
        drive_changes(p, cycle);
    for (unsigned i = 0; i < b->model->n_streams; ++i) {
        const struct assay_stream *s = &b->model->streams[i];
        struct assay_player_stream *state = &p->stream[i];

        if (!s->sink) {
            p->in[s->ready] = waits || (ready(p, i, cycle) && !in_reset) || p->no_ready[i];
        } else if (in_reset) {
            p->in[s->valid] = 0;
            state->held = false;
            state->free = cycle + 1;
        } else {
            if (transfers >> i & 1) {
                state->held = false;
                state->free = cycle;
            }
            drive_sink(p, i, cycle, pace);
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
