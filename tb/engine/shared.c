/* shared.c - common to the loops of all levels: inputs, the scenario's view of a cycle, failures
 * and counters. */
#include <stdio.h>
#include <string.h>

#include "engine/corners.h"
#include "engine/engine.h"

void assay_engine_init(struct assay_lockstep *ls)
{
    const struct assay_model_block *m = ls->config.block->model;

    ls->begun = true;
    if (!m->init)
        return;
    memset(ls->state, 0, m->state_size);
    ls->in_model = ls->in_init = true;
    m->init(ls->state, &ls->config.params);
    ls->in_model = ls->in_init = false;
}

void assay_engine_fail(struct assay_lockstep *ls, enum assay_verdict v)
{
    if (ls->woken)
        return; /* the process that gave the order knows already: the waveform continues past it */
    if (ls->unfit && ls->cycle > ls->unfit_at) { /* takes precedence over its consequences */
        v = ASSAY_FAILED;
        snprintf(ls->result.why, sizeof ls->result.why, "%s", ls->unfit_why);
        ls->result.stream = -1; /* the stream on which it showed is not to blame */
    }
    ls->result.verdict = v;
    ls->result.fail_cycle = ls->cycle ? ls->cycle - 1 : 0;
    ls->over = true;
}

__attribute__((noinline, cold)) static void stimulus_unfit(struct assay_lockstep *ls)
{
    struct assay_driver *d = &ls->driver;

    assay_fit_tell(d->block, &ls->config.params, d->scenario->name, d->unfit_part, d->in,
                   ls->unfit_why, sizeof ls->unfit_why);
    d->unfit = false;
    ls->ending = ASSAY_FAILED;
    ls->unfit = true;
    ls->unfit_at = ls->ahead;
}

const uint8_t *assay_engine_inputs(struct assay_lockstep *ls)
{
    const struct assay_player_pace pace = {ls->driver.credit, ls->driver.share, ls->driver.side};
    const uint8_t *in;

    if (ls->player)
        return ls->config.player->cycle(ls->player, ls->ahead, ls->transfers, &pace);
    in = assay_driver_cycle(&ls->driver, ls->ahead, ls->transfers);
    if (ls->driver.unfit)
        stimulus_unfit(ls);
    return in;
}

void assay_engine_observe(struct assay_lockstep *ls, const void *in, const void *out)
{
    const struct assay_block *b = ls->config.block;
    const struct assay_scenario *s = ls->config.scenario;
    uint64_t mask = ls->transfers;

    if (mask || (s->moves && s->moves(ls->driver.ctx, out)))
        ls->last_progress = ls->ahead;
    if (!mask)
        return;
    if (s->observe) {
        ls->in_cycle = true;
        if (s->outputs)
            s->outputs(ls->driver.ctx, out);
        for (; mask; mask &= mask - 1) {
            const unsigned i = (unsigned)__builtin_ctzll(mask);
            const uint8_t *side = b->model->streams[i].sink ? in : out;

            s->observe(ls->driver.ctx, i, side + b->model->streams[i].payload);
        }
        ls->in_cycle = false;
    }
    if (s->failed && s->failed(ls->driver.ctx))
        ls->ending = ASSAY_FAILED;
}

/* Adds the transfers of each stream in these cycles, from the handshakes. */
static void count_transfers(struct assay_lockstep *ls, const uint64_t *handshakes, uint64_t cycles)
{
    const size_t n = ls->config.block->model->n_streams;
    uint64_t moved = 0;

    for (size_t i = 0; i < n; ++i) {
        const uint64_t both = handshakes[ASSAY_HANDSHAKES * i + 3];

        ls->result.transfers[i] += both;
        ls->result.transactions += ls->sources >> i & 1 ? both : 0;
        moved |= (uint64_t)(both != 0) << i;
    }
    assay_stood_note(ls, cycles, moved);
}

uint64_t *assay_engine_corners(const struct assay_lockstep *ls)
{
    const struct assay_block *b = ls->config.block;

    return ls->cover.block && b->corners && assay_corners_group(b) ? assay_cover_corners(&ls->cover)
                                                                   : NULL;
}

uint64_t assay_engine_transfers(const struct assay_lockstep *ls, size_t slot)
{
    const struct assay_model_block *model = ls->config.block->model;
    const uint8_t *in = ls->in_of[slot];

    if (!ls->transfers_of)
        return ls->mask[slot];
    return in[0] ? 0 : model->transfers(in, ls->actual + slot * model->out_size);
}

/* Samples the block's own coverage in a cycle outside reset. */
static void cover(struct assay_lockstep *ls, uint64_t cycle, const uint8_t *outputs)
{
    const struct assay_block *b = ls->config.block;
    const size_t slot = cycle & (ASSAY_RING - 1);

    b->cover(ls->cover_ctx, &ls->cover, ls->in_of[slot], outputs + slot * b->model->out_size,
             assay_engine_transfers(ls, slot));
}

void assay_engine_count_some(struct assay_lockstep *ls, const uint64_t *handshakes)
{
    const uint64_t n = ls->cycle - ls->counted;

    count_transfers(ls, handshakes, n);
    if (ls->cover.block && ls->config.block->flow)
        assay_cover_add_flow(&ls->cover, handshakes);
    for (uint64_t cycle = ls->counted; ls->cover_ctx && cycle < ls->cycle; ++cycle)
        cover(ls, cycle, ls->transfers_of ? ls->actual : ls->expected);
    ls->result.compared += ls->config.ops ? n : 0;
    ls->in_reset = false;
    ls->counted = ls->cycle;
}

/* How many of the next n cycles have contiguous inputs: recorded inputs wrap around. */
static size_t side_by_side(const struct assay_lockstep *ls, size_t slot, size_t n)
{
    const struct assay_config *c = &ls->config;
    const size_t size = c->block->model->in_size;
    size_t left;

    if (!c->recorded)
        return n;
    left = (size_t)(c->recorded + c->n_recorded * size - ls->in_of[slot]) / size;
    return n < left ? n : left;
}

static void count_part(struct assay_lockstep *ls, size_t first, size_t n)
{
    const struct assay_block *b = ls->config.block;
    const uint8_t *const outputs = ls->transfers_of ? ls->actual : ls->expected;
    uint64_t handshakes[ASSAY_MAX_STREAMS * ASSAY_HANDSHAKES];
    const size_t size = b->model->n_streams * ASSAY_HANDSHAKES * sizeof handshakes[0];
    uint64_t *const corners = assay_engine_corners(ls);
    const uint64_t end = ls->counted + n;

    memset(handshakes, 0, size);
    b->model->handshakes(ls->in_of[first], outputs + first * b->model->out_size, handshakes, n);
    count_transfers(ls, handshakes, n);
    if (ls->cover.block && b->flow)
        assay_cover_add_flow(&ls->cover, handshakes);
    if (corners)
        assay_corners_hits(b, ls->width, &ls->in_of[first], &ls->mask[first], n, corners);
    for (; ls->counted < end; ++ls->counted) {
        const bool in_reset = ls->in_of[ls->counted & (ASSAY_RING - 1)][0] != 0;

        if (in_reset && !ls->in_reset) {
            ++ls->result.resets;
            if (ls->cover_ctx && b->cover_restart)
                b->cover_restart(ls->cover_ctx);
        }
        ls->in_reset = in_reset;
        if (in_reset)
            continue;
        ls->result.compared += ls->config.ops != NULL;
        if (ls->cover_ctx)
            cover(ls, ls->counted, outputs);
    }
}

void assay_engine_count(struct assay_lockstep *ls)
{
    while (ls->counted < ls->cycle) {
        const size_t slot = ls->counted & (ASSAY_RING - 1);

        count_part(ls, slot, side_by_side(ls, slot, ls->cycle - ls->counted));
    }
}
