/*
 * cycles.c - the loop of level `cycle`.
 *
 * The stimulus depends only on the model, so the model may run some cycles ahead of the DUT, and
 * the DUT ahead of the compare: each then stays in the processor's caches for longer. Four passes
 * go over the same cycles, whose slots are contiguous: the model with the scenario, the DUT, the
 * compare, and the counters. If one pass ends the run, the later passes end there, too; nothing
 * shows that an earlier one went further.
 */
#include <string.h>

#include "engine/engine.h"

/* For four-state simulators: an X or Z on a compared output must not pass as the expected value.
 * Such bits are made to differ, so that the compare finds them. This is done in every cycle,
 * including reset, so that no report shows one as a value. */
static void mark_unknown(struct assay_lockstep *ls, size_t slot)
{
    const size_t size = ls->config.block->model->out_size;
    uint8_t *unknown = ls->unknown + slot * size;
    uint8_t *actual = ls->actual + slot * size;
    const uint8_t *expected = ls->expected + slot * size;
    const uint8_t *other = ls->expected_unknown ? ls->expected_unknown + slot * size : NULL;

    if (!ls->config.ops->unknown(ls->dut, unknown) && !other)
        return;
    for (size_t i = 0; i < size; ++i) {
        const uint8_t either = other ? unknown[i] | other[i] : unknown[i];

        actual[i] = (uint8_t)((actual[i] & ~either) | (~expected[i] & either));
    }
}

/* Runs the model to cycle `to`, or to the end of the run. */
static void model_ahead(struct assay_lockstep *ls, uint64_t to)
{
    const struct assay_block *b = ls->config.block;
    const struct assay_scenario *s = ls->config.scenario;

    for (; ls->ahead < to && !ls->done && ls->ending == ASSAY_PASS; ++ls->ahead) {
        const size_t slot = ls->ahead & (ASSAY_RING - 1);
        void *in = ls->in + slot * b->model->in_size;
        void *expected = ls->expected + slot * b->model->out_size;

        memcpy(in, assay_engine_inputs(ls), b->model->in_size);
        ls->in_of[slot] = in;
        if (ls->config.against)
            assay_reference_step(ls, slot, in);
        else
            b->model->steps(ls->state, in, expected, &ls->mask[slot], 1);
        ls->transfers = ls->mask[slot];
        assay_engine_observe(ls, in, expected);
        if (ls->ahead - ls->last_progress >= ls->config.hang && ls->ending == ASSAY_PASS)
            ls->ending = ASSAY_HANG;
        ls->done = s->done && s->done(ls->driver.ctx);
    }
}

/* The same with recorded inputs, all at once: there is no scenario to ask in between, and the
 * inputs stay in place. */
static void model_replays(struct assay_lockstep *ls, uint64_t to)
{
    const struct assay_config *c = &ls->config;
    const struct assay_block *b = c->block;
    const size_t slot = ls->ahead & (ASSAY_RING - 1);
    const uint8_t *in = c->recorded + ls->recorded_at * b->model->in_size;
    const uint64_t left = c->n_recorded - ls->recorded_at;
    const uint64_t patience = c->hang - (ls->ahead - ls->last_progress);
    uint64_t n = to - ls->ahead, i;

    n = n < left ? n : left;
    n = n <= patience ? n : patience + 1; /* not past the cycle that makes it a hang */
    for (i = 0; i < n; ++i)
        ls->in_of[slot + i] = in + i * b->model->in_size;
    b->model->steps(ls->state, in, ls->expected + slot * b->model->out_size, &ls->mask[slot], n);
    ls->recorded_at = n < left ? ls->recorded_at + n : 0;
    ls->ahead += n;
    while (i && !ls->mask[slot + i - 1])
        --i;
    if (i)
        ls->last_progress = ls->ahead - 1 - (n - i);
    else if (n > patience)
        ls->ending = ASSAY_HANG;
}

/* Returns whether the simulator stopped in its last cycle. */
static bool dut_catches_up(struct assay_lockstep *ls)
{
    const struct assay_block *b = ls->config.block;
    const struct assay_dut_ops *ops = ls->config.ops;
    bool stopped = false;

    ls->in_dut = true;
    while (ls->cycle < ls->ahead && !stopped) {
        const size_t slot = ls->cycle & (ASSAY_RING - 1);
        const uint8_t *in = ls->in_of[slot];

        if (ls->traced)
            ops->trace_expect(ls->dut, ls->expected + slot * b->model->out_size,
                              ls->result.transactions);
        ops->eval(ls->dut, in, ls->actual + slot * b->model->out_size);
        if (ops->unknown)
            mark_unknown(ls, slot);
        stopped = ops->edge(ls->dut) != 0;
        ++ls->cycle;
    }
    ls->in_dut = false;
    return stopped;
}

void assay_cycles_compare(struct assay_lockstep *ls)
{
    const struct assay_block *b = ls->config.block;
    const size_t slot = ls->counted & (ASSAY_RING - 1);
    const uint64_t n = ls->cycle - ls->counted;
    const uint64_t same = b->model->agree(ls->in_of[slot], ls->expected + slot * b->model->out_size,
                                          ls->actual + slot * b->model->out_size, n);

    if (same < n) {
        ls->cycle = ls->counted + same + 1;
        assay_engine_fail(ls, ASSAY_MISMATCH);
    }
}

void assay_cycles_catch_up(struct assay_lockstep *ls)
{
    dut_catches_up(ls);
}

/* A user's model, or other RTL, may crash or not return. Recording each cycle in time tells where
 * that happened. */
static void guarded_model(struct assay_lockstep *ls, uint64_t to)
{
    ls->in_dut = ls->in_model = true;
    if (!ls->config.recorded)
        model_ahead(ls, to);
    while (ls->config.recorded && ls->ahead < to && ls->ending == ASSAY_PASS)
        model_replays(ls, ls->ahead + 1);
    ls->in_dut = ls->in_model = false;
}

void assay_cycles_some(struct assay_lockstep *ls, uint64_t to)
{
    bool stopped = false;

    ls->ahead = ls->cycle;
    if (ls->config.block->folder || ls->config.against)
        guarded_model(ls, to);
    else if (ls->config.recorded)
        model_replays(ls, to);
    else
        model_ahead(ls, to);
    if (ls->config.ops) {
        stopped = dut_catches_up(ls);
        assay_cycles_compare(ls);
    } else {
        ls->cycle = ls->ahead;
    }
    ls->stopped |= stopped;
    if (stopped && !ls->over)
        assay_engine_fail(ls, ASSAY_STOPPED);
    assay_engine_count(ls);
    if (ls->over)
        return;
    if (ls->ending != ASSAY_PASS) {
        ls->result.in_model = ls->ending == ASSAY_STOPPED;
        assay_engine_fail(ls, ls->ending); /* belongs to the last cycle */
        ls->ending = ASSAY_PASS;           /* a woken snapshot continues */
        ls->unfit = false;
    }
    if (ls->done)
        ls->over = true;
}
