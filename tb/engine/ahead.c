/*
 * ahead.c - levels `transfers` and `none` when the DUT may run some cycles ahead of the model.
 *
 * That is possible if nothing that drives the DUT depends on the model. The DUT runs first with its
 * stimulus; then the same cycles are judged and counted in parts.
 */
#include "engine/part.h"

static void judge_each(struct assay_lockstep *ls, unsigned n, bool stopped)
{
    for (; n && !ls->over; --n) {
        assay_transfers_judge(ls, ls->cycle & (ASSAY_RING - 1));
        ++ls->cycle;
        assay_transfers_end(ls, stopped && n == 1);
    }
}

/* Judges the cycles that the DUT has done and that are not judged yet. */
static void judge_rest(struct assay_lockstep *ls, bool stopped)
{
    struct assay_transfers *t = ls->transfers_of;
    const uint64_t to = ls->cycle;

    ls->cycle = t->unjudged;
    t->unjudged = UINT64_MAX;
    while (ls->cycle < to && !ls->over) {
        const unsigned n = to - ls->cycle < ASSAY_PART ? (unsigned)(to - ls->cycle) : ASSAY_PART;
        const bool last = ls->cycle + n == to;

        if (assay_part_judge(ls, n))
            assay_transfers_end(ls, stopped && last && ls->cycle == to);
        else
            judge_each(ls, n, stopped && last);
    }
}

void assay_ahead_lost(void *any)
{
    struct assay_lockstep *ls = any;
    struct assay_transfers *t = ls->transfers_of;

    if (t->part.open) {
        assay_part_lost(ls);
        assay_transfers_end(ls, false);
    }
    if (t->unjudged != UINT64_MAX)
        judge_rest(ls, false);
}

/* --- the DUT --- */

/* Runs cycles with contiguous inputs, up to `end`. Returns whether the simulator stopped in the
 * last of them. A function of its own, so that everything stays in registers. */
__attribute__((noinline)) static bool run_dut(struct assay_lockstep *ls, const uint8_t *in,
                                              const uint8_t *end, uint8_t *out)
{
    const struct assay_dut_ops *const ops = ls->config.ops;
    const size_t size = ops->in_size, out_size = ops->out_size;

    for (; in != end; in += size, out += out_size) {
        bool stopped;

        ops->eval(ls->dut, in, out);
        stopped = ops->edge(ls->dut) != 0;
        ++ls->cycle;
        if (stopped)
            return true;
    }
    return false;
}

/* Returns whether the simulator stopped in its last cycle; so does steer_ahead. */
static bool replay_ahead(struct assay_lockstep *ls, uint64_t to)
{
    const struct assay_config *c = &ls->config;
    const size_t size = c->block->model->in_size;
    const uint64_t left = c->n_recorded - ls->recorded_at, first = ls->cycle;
    const uint64_t n = to - first < left ? to - first : left; /* contiguous inputs */
    const uint8_t *const in = c->recorded + ls->recorded_at * size;
    const size_t slot = first & (ASSAY_RING - 1);
    bool stopped;

#pragma GCC unroll 8
    for (uint64_t i = 0; i < n; ++i) /* before the DUT runs, since it may not return */
        ls->in_of[slot + i] = in + i * size;
    stopped = run_dut(ls, in, in + n * size, ls->actual + slot * c->block->model->out_size);
    ls->recorded_at = ls->cycle - first < left ? ls->recorded_at + (ls->cycle - first) : 0;
    return stopped;
}

static bool steer_ahead(struct assay_lockstep *ls, uint64_t to)
{
    const struct assay_dut_ops *ops = ls->config.ops;
    const struct assay_model_block *model = ls->config.block->model;
    bool stopped = false;

    for (; ls->cycle < to && !stopped && !ls->unfit; ++ls->cycle) {
        const size_t slot = ls->cycle & (ASSAY_RING - 1);
        uint8_t *out = ls->actual + slot * model->out_size;
        const uint8_t *in;

        ls->ahead = ls->cycle;
        in = ls->in_of[slot] = assay_transfers_inputs(ls, slot);
        ops->eval(ls->dut, in, out);
        ls->transfers = in[0] ? 0 : model->transfers(in, out);
        stopped = ops->edge(ls->dut) != 0;
    }
    return stopped;
}

static bool may_be_ahead(const struct assay_lockstep *ls)
{
    const struct assay_config *c = &ls->config;
    const struct assay_transfer_hooks *h = c->block->hooks;
    const struct assay_scenario *s = c->scenario;
    const struct assay_transfers *t = ls->transfers_of;

    if (!c->ops || c->ops->unknown || t->adapters || t->n_watched || ls->pair)
        return false;
    for (size_t i = 0; i < c->block->model->n_streams; ++i)
        if (t->flow[i].timeout < ASSAY_PART)
            return false;
    if (t->judges && !h->on)
        return false;
    return c->recorded || (!t->enables && !t->every_cycle && !t->claims && !t->bounded &&
                           !(h && (h->legal || h->plain)) && !s->observe && !s->failed && !s->done);
}

void assay_ahead_open(struct assay_lockstep *ls)
{
    const struct assay_block *b = ls->config.block;
    struct assay_transfers *t = ls->transfers_of;

    t->ahead = may_be_ahead(ls);
    t->corners = assay_engine_corners(ls);
    t->in_step = t->judges && b->hooks->accept;
    t->apart = !t->bounded;
    t->one_sink = t->judges && b->hooks->on && !t->bounded && t->sinks;
    t->one_sink = t->one_sink && !(t->sinks & (t->sinks - 1));
    for (unsigned i = 0; i < b->model->n_streams; ++i) {
        struct assay_flow *f = &t->flow[i];

        if (f->pins->sink) {
            t->one_sink = t->one_sink && !(b->rules && b->rules[i].join);
            continue;
        }
        t->apart = t->apart && f->in_order;
        if (t->judges && !t->bounded && !(t->claims >> i & 1 && !ls->config.recorded))
            t->quick[i] = f;
        f->word = f->pins->payload_size == 8 && !f->expect.chain;
    }
}

void assay_ahead_some(struct assay_lockstep *ls, uint64_t to)
{
    struct assay_transfers *t = ls->transfers_of;

    while (ls->cycle < to && !ls->over) {
        bool stopped;

        t->unjudged = ls->cycle;
        ls->in_dut = true;
        stopped = ls->config.recorded ? replay_ahead(ls, to) : steer_ahead(ls, to);
        judge_rest(ls, stopped);
        ls->in_dut = false;
        assay_engine_count(ls);
    }
}
