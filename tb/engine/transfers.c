/* transfers.c - a cycle at level `transfers` or `none`, and how such a run ends. */
#include "engine/transfers.h"

#include <string.h>

/* --- a cycle --- */

static const uint8_t *recorded_inputs(struct assay_lockstep *ls)
{
    const struct assay_config *c = &ls->config;
    const uint8_t *in = c->recorded + ls->recorded_at * c->block->model->in_size;

    ls->recorded_at = ls->recorded_at + 1 < c->n_recorded ? ls->recorded_at + 1 : 0;
    return in;
}

/* Makes every source ready while the run drains, and withholds ready from a source now and then. */
static void steer_readies(const struct assay_lockstep *ls, uint8_t *in)
{
    struct assay_transfers *t = ls->transfers_of;

    t->withheld = t->withheld == ASSAY_NO_STREAM ? t->to_withhold : t->withheld;
    t->to_withhold = ASSAY_NO_STREAM;
    if (t->draining || ls->player)
        t->withheld = ASSAY_NO_STREAM;
    for (uint64_t m = t->draining ? t->sources : 0; m; m &= m - 1)
        in[t->flow[__builtin_ctzll(m)].pins->ready] = 1;
    if (t->withheld != ASSAY_NO_STREAM)
        in[t->flow[t->withheld].pins->ready] = 0;
}

const uint8_t *assay_transfers_inputs(struct assay_lockstep *ls, size_t slot)
{
    const struct assay_block *b = ls->config.block;
    struct assay_transfers *t = ls->transfers_of;
    uint8_t *in = ls->in + slot * b->model->in_size;

    if (ls->config.recorded)
        return recorded_inputs(ls);
    ls->in_model = true; /* scenarios and hooks */
    memcpy(in, assay_engine_inputs(ls), b->model->in_size);
    if (b->hooks && b->hooks->plain)
        b->hooks->plain(ls->state, in);
    if (t->enables | t->every_cycle | t->adapters)
        assay_kinds_drive(ls, in);
    ls->in_model = false;
    if (!in[0] && (t->draining || t->claims))
        steer_readies(ls, in);
    return in;
}

/* Reads the X or Z bits, and clears them in the outputs. Returns whether there are any. */
static bool read_unknown(struct assay_lockstep *ls, size_t slot)
{
    const size_t size = ls->config.block->model->out_size;
    uint8_t *unknown = ls->unknown + slot * size, *out = ls->actual + slot * size;

    if (!ls->config.ops->unknown(ls->dut, unknown))
        return false;
    for (size_t i = 0; i < size; ++i)
        out[i] &= (uint8_t)~unknown[i];
    return true;
}

static void count_interval(struct assay_lockstep *ls, struct assay_flow *f)
{
    if (f->last)
        assay_histogram_add(&f->timing.interval, ls->cycle + 1 - f->last);
    f->last = ls->cycle + 1;
}

/* For waveforms and reports: shows the expected payload while a source waits for its ready. */
static void show_expected(struct assay_lockstep *ls, size_t slot, const uint8_t *out)
{
    const struct assay_transfers *t = ls->transfers_of;

    if (!t->judges || ls->config.block->hooks->accept)
        return;
    for (uint64_t m = t->stalled; m; m &= m - 1) {
        const struct assay_flow *f = &t->flow[__builtin_ctzll(m)];
        const uint8_t *wanted = assay_expect_payload(&f->expect, f->expect.first);

        if (f->expect.left && !f->expect.chain &&
            !assay_judge_equal(f, wanted, out + f->pins->payload))
            memcpy(assay_judge_expected(ls, slot) + f->pins->payload, wanted,
                   f->pins->payload_size);
    }
}

/* Judges a source's transfer. In the usual case it is the oldest expected one. */
static void judge_source(struct assay_lockstep *ls, size_t slot, unsigned stream,
                         const uint8_t *out)
{
    struct assay_flow *f = &ls->transfers_of->flow[stream];
    const uint64_t oldest = f->expect.first;

    count_interval(ls, f);
    ++f->timing.compared;
    if (f->in_order && f->expect.left &&
        assay_judge_equal(f, assay_expect_payload(&f->expect, oldest), out + f->pins->payload))
        assay_transfers_answered(ls, stream, oldest);
    else
        assay_judge_transfer(ls, slot, stream);
}

static void judge(struct assay_lockstep *ls, size_t slot, const uint8_t *in, const uint8_t *out)
{
    const struct assay_block *b = ls->config.block;
    struct assay_transfers *t = ls->transfers_of;
    const uint64_t mask = b->model->transfers(in, out);
    uint64_t valid = 0, ready = 0;

    for (const struct assay_source_pins *s = t->source; s < t->source + t->n_sources; ++s) {
        valid |= s->bit & -(uint64_t)(out[s->valid] & 1);
        ready |= s->bit & -(uint64_t)(in[s->ready] & 1);
    }
    if (t->stalled)
        assay_judge_held(ls, slot, valid);
    t->stalled = valid & ~mask;
    for (uint64_t m = mask & t->sinks; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(m);

        assay_transfers_accept(ls, i, in + t->flow[i].pins->payload);
        count_interval(ls, &t->flow[i]);
        ++t->flow[i].timing.compared;
    }
    for (uint64_t m = mask & t->sources; m; m &= m - 1)
        judge_source(ls, slot, (unsigned)__builtin_ctzll(m), out);
    if (t->n_watched)
        assay_plain_judge(ls, slot);
    if (t->stalled)
        show_expected(ls, slot, out);
    t->clock += ready == t->sources && (t->draining || !(t->enables & ~mask));
    if (t->clock >= t->next_due)
        assay_judge_due(ls, slot);
    if (t->claims)
        assay_judge_waits(ls, slot, valid, ready);
    ls->transfers = ls->mask[slot] = mask;
}

/* --- the end --- */

uint64_t assay_transfers_offers(const struct assay_lockstep *ls, const uint8_t *in)
{
    const struct assay_transfers *t = ls->transfers_of;
    uint64_t any = 0;

    for (uint64_t m = t->sinks; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(m);

        any |= (uint64_t)(in[t->flow[i].pins->valid] & 1) << i;
    }
    return any & ~ls->transfers;
}

/* Whether scripted transactions must be taken to the end, and one was taken or is waiting. */
static bool goes_on(const struct assay_lockstep *ls)
{
    const struct assay_transfers *t = ls->transfers_of;
    const uint8_t *in = ls->in_of[(ls->cycle - 1) & (ASSAY_RING - 1)];

    return ls->config.whole && ls->cycle &&
           (assay_transfers_offers(ls, in) | ls->transfers) & t->sinks & ~t->every_cycle;
}

static void begin_drain(struct assay_lockstep *ls)
{
    struct assay_transfers *t = ls->transfers_of;
    const uint64_t late = ls->pair ? ls->pair->share.late : 0; /* cycles for which a
                                                                * script stood still */

    if (t->draining || (ls->cycle - late < t->stop_at && !ls->done) || goes_on(ls))
        return;
    if (ls->config.recorded) {
        ls->over = true;
        return;
    }
    t->draining = ls->driver.draining = true;
    t->drain_from = ls->cycle;
    for (uint64_t m = t->sources; m; m &= m - 1) {
        const uint64_t most = assay_histogram_max(&t->flow[__builtin_ctzll(m)].timing.latency);

        t->longest = most > t->longest ? most : t->longest;
    }
    t->quiet = 0;
    if (ls->pair)
        assay_pair_drain(ls->pair);
}

/* Whether the drain has moved. Streams with a transfer in every cycle do not count; a change in
 * what is still expected does. */
static bool has_moved(const struct assay_lockstep *ls)
{
    struct assay_transfers *t = ls->transfers_of;
    const bool moved = t->left != t->left_before;

    t->left_before = t->left;
    if (!t->every_cycle)
        return ls->transfers != 0;
    return moved || (ls->transfers & t->sinks & ~t->every_cycle);
}

/* Ends the run when nothing is expected and nothing has moved for longer than anything took so far.
 * An offer that the design does not take may be waiting for an offer on another sink, so the other
 * sinks get some, too. */
static void drain(struct assay_lockstep *ls, const uint8_t *in)
{
    struct assay_transfers *t = ls->transfers_of;
    const uint64_t enough = ASSAY_QUIET + (t->longest < ls->config.hang ? 2 * t->longest : 0);

    t->quiet = has_moved(ls) ? 0 : t->quiet + 1;
    if (!assay_transfers_offers(ls, in))
        ls->driver.companions = 0;
    if (t->left || t->stalled || t->quiet < ASSAY_QUIET) {
        /* Without expectations a design may put out transfers on its own for ever. */
        ls->over = !t->judges && ls->cycle - t->drain_from >= ls->config.hang;
        return;
    }
    if (!assay_transfers_offers(ls, in) || ls->player)
        ls->over = t->quiet >= enough;
    else if (ls->cycle - t->drain_from >= ls->config.hang)
        assay_transfers_found(t, ASSAY_HANG, ASSAY_DIFFERS, ASSAY_NO_STREAM);
    else if (t->quiet % ASSAY_QUIET == 0)
        ls->driver.companions = t->sinks;
}

/* Whether a design that takes no offer hangs. It may be waiting for an offer on another sink,
 * which is the bench's fault for as long as there is none; but not for ever, since there may
 * be nothing to offer. */
static bool hangs(const struct assay_lockstep *ls)
{
    const struct assay_transfers *t = ls->transfers_of;
    const uint64_t hang = ls->config.hang, silent = t->clock - t->progress;

    return silent >= hang &&
           (t->clock - t->partial >= hang || silent >= ASSAY_PATIENCE + ASSAY_PATIENCES * hang);
}

/* Checks for a hang. The bench may be silent for as long as it likes. The design is silent while an
 * offer is not taken, in cycles in which every source is ready. An offer stays until it is taken,
 * so an occasional check suffices. */
static void watch_progress(struct assay_lockstep *ls, const uint8_t *in)
{
    struct assay_transfers *t = ls->transfers_of;
    const bool looks = ls->cycle % ASSAY_LOOK == 0;
    uint64_t offers;

    t->progress = ls->transfers ? t->clock : t->progress;
    if (!looks)
        return;
    offers = assay_transfers_offers(ls, in);
    if (t->sinks & ~t->enables & ~offers & ~ls->transfers)
        t->partial = t->clock;
    if (ls->transfers || (t->draining && !ls->pair))
        return;
    if (!offers)
        t->progress = t->clock;
    else if (hangs(ls))
        assay_transfers_found(t, ASSAY_HANG, ASSAY_DIFFERS, ASSAY_NO_STREAM);
}

static void in_reset(struct assay_lockstep *ls, size_t slot)
{
    struct assay_transfers *t = ls->transfers_of;

    ls->transfers = ls->mask[slot] = 0;
    t->stalled = 0;
    t->quiet = 0;
    if (t->in_reset)
        return;
    assay_transfers_reset(ls);
    if (ls->pair)
        assay_pair_reset(ls->pair);
}

void assay_transfers_end(struct assay_lockstep *ls, bool stopped)
{
    struct assay_transfers *t = ls->transfers_of;
    const struct assay_finding found = t->found;

    if (found.verdict != ASSAY_PASS) {
        t->found.verdict = ASSAY_PASS; /* a woken snapshot continues */
        if (!ls->woken) {
            ls->result.kind = found.kind;
            ls->result.stream = found.stream;
        }
        assay_engine_fail(ls, found.verdict);
    } else if (stopped) {
        assay_engine_fail(ls, ASSAY_STOPPED);
    } else if (ls->ending != ASSAY_PASS && ls->cycle > ls->unfit_at) {
        assay_engine_fail(ls, ls->ending);
        ls->ending = ASSAY_PASS;
        ls->unfit = false;
    }
}

void assay_transfers_judge(struct assay_lockstep *ls, size_t slot)
{
    struct assay_transfers *t = ls->transfers_of;
    const uint8_t *in = ls->in_of[slot];

    t->own[slot] = false;
    if (t->adapters && ls->config.recorded)
        assay_kinds_recorded(ls, slot);
    if (t->adapters && !in[0])
        assay_kinds_sample(ls, slot);
    if (in[0])
        in_reset(ls, slot);
    else
        judge(ls, slot, in, ls->actual + slot * ls->config.block->model->out_size);
    t->in_reset = in[0] != 0;
    watch_progress(ls, in);
}

/* Shows the scenario the cycle. */
static void tell_scenario(struct assay_lockstep *ls, size_t slot)
{
    const struct assay_scenario *s = ls->config.scenario;

    if (assay_pair_follows(ls))
        return;

    ls->in_model = true;
    assay_engine_observe(ls, ls->in_of[slot],
                         ls->actual + slot * ls->config.block->model->out_size);
    ls->done = ls->done || (s->done && s->done(ls->driver.ctx));
    ls->in_model = false;
}

void assay_transfers_cycle(struct assay_lockstep *ls)
{
    const struct assay_dut_ops *ops = ls->config.ops;
    struct assay_transfers *t = ls->transfers_of;
    const size_t slot = ls->cycle & (ASSAY_RING - 1);
    uint8_t *out = ls->actual + slot * ls->config.block->model->out_size;
    const uint8_t *in;
    bool stopped = false;

    ls->ahead = ls->cycle;
    ls->in_dut = true;
    in = ls->in_of[slot] = assay_transfers_inputs(ls, slot);
    if (ops)
        ops->eval(ls->dut, in, out);
    else
        assay_transfers_ideal(ls, in, out);
    if (ops && ops->unknown && read_unknown(ls, slot) && !in[0])
        assay_judge_control(ls, slot);
    assay_transfers_judge(ls, slot);
    if (ls->pair && !assay_pair_follows(ls))
        assay_pair_cycle(ls);
    ls->in_dut = true;
    if (ops && ls->traced)
        ops->trace_expect(ls->dut, assay_judge_expected(ls, slot), ls->result.transactions);
    if (ops)
        stopped = ops->edge(ls->dut) != 0;
    if (!ls->config.recorded)
        tell_scenario(ls, slot);
    ls->in_dut = false;
    ls->stopped |= stopped;
    if (t->draining && !ls->pair)
        drain(ls, in);
    ++ls->cycle;
    if (assay_pair_follows(ls))
        assay_pair_pass_on(ls, stopped);
    else
        assay_transfers_end(ls, stopped);
}

void assay_transfers_some(struct assay_lockstep *ls, uint64_t to)
{
    const struct assay_transfers *t = ls->transfers_of;

    begin_drain(ls);
    if (t->ahead && !t->draining && !ls->traced && !ls->woken && !ls->over) {
        assay_ahead_some(ls, to < t->stop_at ? to : t->stop_at);
        if (!ls->over)
            begin_drain(ls);
    }
    while (ls->cycle < to && !ls->over) {
        assay_transfers_cycle(ls);
        if (!ls->over)
            begin_drain(ls);
    }
    assay_engine_count(ls);
    if (ls->pair)
        assay_engine_count(ls->pair->side[ASSAY_FOLLOWS]);
}
