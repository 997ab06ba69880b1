#include "engine/lockstep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/outfile.h"
#include "base/stdout.h"
#include "engine/engine.h"
#include "engine/guard.h"

const char *assay_verdict_name(enum assay_verdict v)
{
    static const char *const names[] = {
        [ASSAY_PASS] = "pass",
        [ASSAY_MISMATCH] = "mismatch",
        [ASSAY_UNKNOWN] = "unknown",
        [ASSAY_HANG] = "hang",
        [ASSAY_STOPPED] = "stopped",
        [ASSAY_CRASHED] = "crashed",
        [ASSAY_UNSETTLED] = "does-not-settle",
        [ASSAY_NOTHING] = "nothing-compared",
        [ASSAY_FAILED] = "failed",
        [ASSAY_INCOMPLETE] = "incomplete",
    };
    return names[v];
}

void assay_port_get(const struct assay_port *p, const void *side, uint32_t value[ASSAY_VALUE_WORDS])
{
    const uint8_t *at = (const uint8_t *)side + p->offset;
    uint16_t half;

    memset(value, 0, ASSAY_VALUE_WORDS * sizeof value[0]);
    switch (p->size) {
    case 1:
        value[0] = *at;
        break;
    case 2:
        memcpy(&half, at, 2);
        value[0] = half;
        break;
    default: { /* words, or a uint64_t, which on a little-endian host is two of them */
        uint64_t wide;

        if (p->size == 8) {
            memcpy(&wide, at, 8);
            value[0] = (uint32_t)wide;
            value[1] = (uint32_t)(wide >> 32);
        } else {
            memcpy(value, at, p->size);
        }
    }
    }
}

static bool allocate(struct assay_lockstep *ls)
{
    const struct assay_block *b = ls->config.block;

    ls->result.difference = calloc(b->model->n_ports, sizeof *ls->result.difference);
    ls->width = calloc(b->model->n_ports, sizeof *ls->width);
    ls->state = calloc(1, b->model->state_size);
    ls->in = calloc(ASSAY_RING, b->model->in_size);
    ls->expected = calloc(ASSAY_RING, b->model->out_size);
    ls->actual = calloc(ASSAY_RING, b->model->out_size);
    ls->unknown = calloc(ASSAY_RING, b->model->out_size);
    if (!ls->result.difference || !ls->width || !ls->state || !ls->in || !ls->expected ||
        !ls->actual || !ls->unknown)
        return false;
    if (ls->config.cover && assay_cover_groups(b)) {
        if (!assay_cover_open(&ls->cover, b))
            return false;
        ls->cover.runs = 1;
    }
    if (ls->cover.block && b->cover) {
        ls->cover_ctx = calloc(1, b->cover_ctx_size ? b->cover_ctx_size : 1);
        if (!ls->cover_ctx)
            return false;
    }
    return true;
}

struct assay_lockstep *assay_lockstep_open(const struct assay_config *config, char *why,
                                           size_t why_size)
{
    const struct assay_block *b = config->block;
    const struct assay_dut_ops *ops = config->ops;
    struct assay_stim_env env;
    struct assay_lockstep *ls = calloc(1, sizeof *ls);

    if (!ls || (ls->config = *config, !allocate(ls))) {
        snprintf(why, why_size, "out of memory for a lockstep of %s", b->model->name);
        assay_lockstep_close(ls);
        return NULL;
    }
    if (ls->config.hang == 0)
        ls->config.hang = ASSAY_DEFAULT_HANG;
    if (ls->config.progress_every == 0)
        ls->config.progress_every = 65536;
    if (ops && (ops->abi != ASSAY_DUT_ABI || strcmp(ops->block, b->model->name) != 0 ||
                ops->in_size != b->model->in_size || ops->out_size != b->model->out_size)) {
        snprintf(why, why_size,
                 "the DUT is of block %s, interface %u, %u and %u bytes: "
                 "expected %s, %d, %zu and %zu",
                 ops->block, ops->abi, ops->in_size, ops->out_size, b->model->name, ASSAY_DUT_ABI,
                 b->model->in_size, b->model->out_size);
        assay_lockstep_close(ls);
        return NULL;
    }
    if (ls->config.settle <= 0 && !assay_guard_settle(&ls->config.settle)) {
        snprintf(why, why_size, "ASSAY_SETTLE=%s: " ASSAY_SETTLE_EXPECTED, getenv("ASSAY_SETTLE"));
        assay_lockstep_close(ls);
        return NULL;
    }
    if (ops && assay_guard_lost()) {
        snprintf(why, why_size,
                 "a DUT of %s: the simulator did not return from its last evaluation: expected a "
                 "process of its own",
                 b->model->name);
        assay_lockstep_close(ls);
        return NULL;
    }
    if (ops) {
        assay_stdout_lend();
        ls->dut = ops->create();
        assay_stdout_back();
        if (!ls->dut) {
            snprintf(why, why_size, "out of memory for a DUT of %s", b->model->name);
            assay_lockstep_close(ls);
            return NULL;
        }
    }
    env.params = &ls->config.params;
    env.seed = config->seed;
    env.knobs = config->knobs;
    env.user = config->user;
    if (!assay_driver_open(&ls->driver, b, ls->config.scenario, &env) ||
        (config->player && !(ls->player = config->player->open(config->script)))) {
        snprintf(why, why_size, "out of memory for scenario %s", ls->config.scenario->name);
        assay_lockstep_close(ls);
        return NULL;
    }
    b->model->init(ls->state, &ls->config.params);
    b->model->widths(&ls->config.params, ls->width);
    if (ls->cover_ctx && b->cover_begin)
        b->cover_begin(ls->cover_ctx, &ls->config.params);
    for (size_t i = 0; i < b->model->n_streams; ++i)
        if (!b->model->streams[i].sink)
            ls->sources |= UINT64_C(1) << i;
    ls->next_report = ls->config.progress ? ls->config.progress_every : UINT64_MAX;
    ls->next_event = 0;
    ls->next_snapshot = UINT64_MAX;
    return ls;
}

void assay_lockstep_close(struct assay_lockstep *ls)
{
    if (!ls)
        return;
    assay_snapshots_drop(&ls->snapshots);
    if (ls->dut && !ls->dut_lost) {
        assay_stdout_lend();
        ls->config.ops->destroy(ls->dut);
        assay_stdout_back();
    }
    assay_driver_close(&ls->driver);
    if (ls->player)
        ls->config.player->close(ls->player);
    assay_cover_close(&ls->cover);
    free(ls->cover_ctx);
    free(ls->result.difference);
    free(ls->width);
    free(ls->state);
    free(ls->in);
    free(ls->expected);
    free(ls->actual);
    free(ls->unknown);
    free(ls);
}

/* The cycle in which the DUT was lost has no outputs of it. */
static bool has_actual(const struct assay_lockstep *ls, uint64_t cycle)
{
    const enum assay_verdict v = ls->result.verdict;

    return ls->dut &&
           !((v == ASSAY_CRASHED || v == ASSAY_UNSETTLED) && cycle == ls->result.fail_cycle);
}

bool assay_lockstep_moment(const struct assay_lockstep *ls, uint64_t cycle, struct assay_moment *m)
{
    size_t slot = cycle & (ASSAY_RING - 1);
    const struct assay_block *b = ls->config.block;

    if (cycle >= ls->cycle || ls->cycle - cycle > ASSAY_HISTORY)
        return false;
    m->in = ls->in_of[slot];
    m->expected = ls->expected + slot * b->model->out_size;
    m->actual = has_actual(ls, cycle) ? ls->actual + slot * b->model->out_size : NULL;
    m->unknown = ls->unknown + slot * b->model->out_size;
    return true;
}

/* The valid that qualifies an output, as the model has it; ports outside streams and readies have
 * none and are always compared. */
static bool cared_for(const struct assay_block *b, const struct assay_port *p, const void *expected)
{
    if (p->dir != ASSAY_OUT)
        return false;
    if (p->role != ASSAY_PAYLOAD)
        return true;
    return ((const uint8_t *)expected)[b->model->streams[p->stream].valid] != 0;
}

/* Name the outputs that differ. Returns whether any does. */
static bool collect_differences(struct assay_lockstep *ls, const struct assay_moment *m)
{
    const struct assay_block *b = ls->config.block;
    struct assay_result *r = &ls->result;
    bool unknown_only = true;

    r->n_differences = 0;
    for (size_t i = 0; i < b->model->n_ports; ++i) {
        struct assay_difference *d = &r->difference[r->n_differences];
        bool differs = false;

        if (!cared_for(b, &b->model->ports[i], m->expected))
            continue;
        assay_port_get(&b->model->ports[i], m->expected, d->expected);
        assay_port_get(&b->model->ports[i], m->actual, d->actual);
        assay_port_get(&b->model->ports[i], m->unknown, d->unknown);
        for (size_t w = 0; w < (b->model->ports[i].size + 3) / 4; ++w) {
            if ((d->expected[w] ^ d->actual[w]) & ~d->unknown[w]) {
                differs = true;
                unknown_only = false;
            }
            differs |= d->unknown[w] != 0;
        }
        if (!differs)
            continue;
        d->port = &b->model->ports[i];
        d->width = ls->width[i];
        ++r->n_differences;
    }
    if (r->n_differences)
        r->verdict = unknown_only ? ASSAY_UNKNOWN : ASSAY_MISMATCH;
    return r->n_differences != 0;
}

/* In the last of the cycles run. */
static void fail(struct assay_lockstep *ls, enum assay_verdict v)
{
    if (ls->woken)
        return; /* known to the process that gave the order: the waveform goes on past it */
    ls->result.verdict = v;
    ls->result.fail_cycle = ls->cycle ? ls->cycle - 1 : 0;
    ls->over = true;
}

/* Four-state simulators: an X or Z on a compared output must not pass for the value expected. Such
 * bits are made to differ, so that the compare sees them. They are kept in every cycle, in reset as well,
 * so that no report takes one for a value. */
static void mark_unknown(struct assay_lockstep *ls, size_t slot)
{
    const size_t size = ls->config.block->model->out_size;
    uint8_t *unknown = ls->unknown + slot * size;
    uint8_t *actual = ls->actual + slot * size;
    const uint8_t *expected = ls->expected + slot * size;

    if (!ls->config.ops->unknown(ls->dut, unknown))
        return;
    for (size_t i = 0; i < size; ++i)
        actual[i] = (uint8_t)((actual[i] & ~unknown[i]) | (~expected[i] & unknown[i]));
}

static const uint8_t *next_inputs(struct assay_lockstep *ls)
{
    if (ls->player)
        return ls->config.player->cycle(ls->player, ls->ahead, ls->transfers);
    return assay_driver_cycle(&ls->driver, ls->ahead, ls->transfers);
}

/* --- a few cycles ---
 *
 * Stimulus depends on the model alone, so that the model may be some cycles ahead of the DUT, and the DUT
 * of the compare: each then stays in the processor's caches for longer. Four passes over the same cycles,
 * whose slots lie side by side: the model with the scenario, the DUT, the compare, and what is counted.
 * What ends the run in one of them ends the later ones there too; nothing shows that an earlier one was
 * further.
 */

/* The scenario's view of a cycle's transfers. A check of its own that fails ends the run after this cycle
 * unless the DUT does so before. */
static void observe(struct assay_lockstep *ls, const void *in, const void *expected)
{
    const struct assay_block *b = ls->config.block;
    const struct assay_scenario *s = ls->config.scenario;
    uint64_t mask = ls->transfers;

    if (!mask)
        return;
    ls->last_progress = ls->ahead;
    if (s->observe) {
        ls->in_cycle = true;
        for (; mask; mask &= mask - 1) {
            const unsigned i = (unsigned)__builtin_ctzll(mask);
            const uint8_t *side = b->model->streams[i].sink ? in : expected;

            s->observe(ls->driver.ctx, i, side + b->model->streams[i].payload);
        }
        ls->in_cycle = false;
    }
    if (s->failed && s->failed(ls->driver.ctx))
        ls->ending = ASSAY_FAILED;
}

/* The model goes on to cycle `to`, or to the end of the run. */
static void model_ahead(struct assay_lockstep *ls, uint64_t to)
{
    const struct assay_block *b = ls->config.block;
    const struct assay_scenario *s = ls->config.scenario;

    for (; ls->ahead < to && !ls->done && ls->ending == ASSAY_PASS; ++ls->ahead) {
        const size_t slot = ls->ahead & (ASSAY_RING - 1);
        void *in = ls->in + slot * b->model->in_size;
        void *expected = ls->expected + slot * b->model->out_size;

        memcpy(in, next_inputs(ls), b->model->in_size);
        ls->in_of[slot] = in;
        b->model->steps(ls->state, in, expected, &ls->mask[slot], 1);
        ls->transfers = ls->mask[slot];
        observe(ls, in, expected);
        if (ls->ahead - ls->last_progress >= ls->config.hang && ls->ending == ASSAY_PASS)
            ls->ending = ASSAY_HANG;
        ls->done = s->done && s->done(ls->driver.ctx);
    }
}

/* The same with recorded inputs, all at once: there is no scenario to ask in between, and the inputs stay
 * where they are. */
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
    n = n <= patience ? n : patience + 1; /* no further than the cycle that makes it a hang */
    b->model->steps(ls->state, in, ls->expected + slot * b->model->out_size, &ls->mask[slot], n);
    for (i = 0; i < n; ++i)
        ls->in_of[slot + i] = in + i * b->model->in_size;
    ls->recorded_at = n < left ? ls->recorded_at + n : 0;
    ls->ahead += n;
    while (i && !ls->mask[slot + i - 1])
        --i;
    if (i)
        ls->last_progress = ls->ahead - 1 - (n - i);
    else if (n > patience)
        ls->ending = ASSAY_HANG;
}

/* Returns true when the simulator stopped in its last cycle. */
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

/* The cycles that both have done. After a difference the run is at the end of its cycle. */
static void compare(struct assay_lockstep *ls)
{
    const struct assay_block *b = ls->config.block;
    const size_t slot = ls->counted & (ASSAY_RING - 1);
    const uint64_t n = ls->cycle - ls->counted;
    const uint64_t same = b->model->agree(ls->in_of[slot], ls->expected + slot * b->model->out_size,
                                          ls->actual + slot * b->model->out_size, n);

    if (same < n) {
        ls->cycle = ls->counted + same + 1;
        fail(ls, ASSAY_MISMATCH);
    }
}

/* The transfers of the streams that this many cycles add, from the handshakes. */
static void count_transfers(struct assay_lockstep *ls, const uint64_t *handshakes)
{
    const size_t n = ls->config.block->model->n_streams;

    for (size_t i = 0; i < n; ++i) {
        const uint64_t both = handshakes[ASSAY_HANDSHAKES * i + 3];

        ls->result.transfers[i] += both;
        ls->result.transactions += ls->sources >> i & 1 ? both : 0;
    }
}

/* Coverage and counters of the cycles before the DUT's next. */
static void count(struct assay_lockstep *ls)
{
    const struct assay_block *b = ls->config.block;
    const size_t first = ls->counted & (ASSAY_RING - 1), n = ls->cycle - ls->counted;
    uint64_t handshakes[ASSAY_MAX_STREAMS * ASSAY_HANDSHAKES];
    const size_t size = b->model->n_streams * ASSAY_HANDSHAKES * sizeof handshakes[0];

    if (n == 0)
        return;
    memset(handshakes, 0, size);
    b->model->handshakes(ls->in_of[first], ls->expected + first * b->model->out_size, handshakes,
                         n);
    count_transfers(ls, handshakes);
    if (ls->cover.block && b->flow)
        assay_cover_add_flow(&ls->cover, handshakes);
    for (; ls->counted < ls->cycle; ++ls->counted) {
        const size_t slot = ls->counted & (ASSAY_RING - 1);
        const uint8_t *in = ls->in_of[slot], *out = ls->expected + slot * b->model->out_size;
        const bool in_reset = in[0] != 0;

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
            b->cover(ls->cover_ctx, &ls->cover, in, out, ls->mask[slot]);
    }
}

/* Run to cycle `to`, or to what ends the run before. */
static void some_cycles(struct assay_lockstep *ls, uint64_t to)
{
    bool stopped = false;

    ls->ahead = ls->cycle;
    if (ls->config.recorded)
        model_replays(ls, to);
    else
        model_ahead(ls, to);
    if (ls->config.ops) {
        stopped = dut_catches_up(ls);
        compare(ls);
    } else {
        ls->cycle = ls->ahead;
    }
    if (stopped && !ls->over)
        fail(ls, ASSAY_STOPPED);
    count(ls);
    if (ls->over)
        return;
    if (ls->ending != ASSAY_PASS) {
        fail(ls, ls->ending);    /* it is of the last cycle */
        ls->ending = ASSAY_PASS; /* a woken snapshot goes on */
    }
    if (ls->done)
        ls->over = true;
}

static void tell_progress(struct assay_lockstep *ls)
{
    ls->next_report = ls->cycle + ls->config.progress_every;
    if (!ls->config.progress(ls->config.progress_arg, ls->cycle)) {
        ls->result.interrupted = true;
        ls->over = true;
    }
}

/* What does not happen in every cycle. */
static void event(struct assay_lockstep *ls)
{
    if (ls->cycle == 0)
        assay_wave_begin(ls);
    if (ls->cycle >= ls->next_report)
        tell_progress(ls);
    if (!ls->over)
        assay_wave_event(ls);
    ls->next_event = ls->next_report < ls->next_snapshot ? ls->next_report : ls->next_snapshot;
    if (ls->woken)
        ls->next_event = ls->cycle + 1;
}

/* How far the model may go now: not past `end`, nor past the next event, before which all has to stand at
 * the same cycle. A waveform shows both sides of a cycle together, and a four-state simulator's time is
 * its own. */
static uint64_t next_stop(const struct assay_lockstep *ls, uint64_t end)
{
    const struct assay_dut_ops *ops = ls->config.ops;
    uint64_t to = (ls->cycle | (ASSAY_AHEAD - 1)) + 1; /* slots that do not wrap */

    if (ls->traced || ls->woken || (ops && ops->unknown))
        return ls->cycle + 1;
    to = to < end ? to : end;
    return to < ls->next_event ? to : ls->next_event;
}

static void cycles_until(struct assay_lockstep *ls, uint64_t end)
{
    /* A woken snapshot goes on to the end of its order, which may be past the end of the run. */
    while (!ls->over && (ls->cycle < end || ls->woken)) {
        if (ls->cycle >= ls->next_event) {
            event(ls);
            if (ls->over)
                break;
        }
        some_cycles(ls, next_stop(ls, end));
    }
}

/* --- a DUT that does not return --- */

struct stretch {
    struct assay_lockstep *ls;
    uint64_t end;
};

static void run_stretch(void *any)
{
    const struct stretch *s = any;

    cycles_until(s->ls, s->end);
}

/* What it did before counts; a failure there comes first. */
static void lose_dut(struct assay_lockstep *ls, enum assay_guard_end end)
{
    ls->dut_lost = true;
    ls->in_dut = false;
    if (ls->woken)
        assay_wave_cut(ls);
    compare(ls);
    count(ls);
    if (ls->over)
        return;
    if (end == ASSAY_GUARD_INTERRUPTED) {
        ls->result.interrupted = ls->result.in_cycle = true;
        ls->over = true;
        return;
    }
    ++ls->cycle;
    fail(ls, end == ASSAY_GUARD_CRASHED ? ASSAY_CRASHED : ASSAY_UNSETTLED);
}

static void guarded_cycles(struct assay_lockstep *ls, uint64_t end)
{
    struct stretch stretch = {ls, end};
    struct assay_guard guard = {
        .crashes = ls->config.catch_crashes,
        .settle = ls->config.settle,
        .in_dut = &ls->in_dut,
        .cycle = &ls->cycle,
    };
    const enum assay_guard_end how = assay_guard_run(&guard, run_stretch, &stretch);

    if (how == ASSAY_GUARD_RETURNED)
        return;
    ls->result.signal = guard.signal;
    lose_dut(ls, how);
}

enum assay_verdict assay_lockstep_run(struct assay_lockstep *ls, uint64_t cycles)
{
    uint64_t end = ls->config.cycles;
    double begun = assay_now();

    if (cycles < end - ls->cycle)
        end = ls->cycle + cycles;
    if (ls->dut)
        assay_stdout_lend();
    if (ls->config.ops)
        guarded_cycles(ls, end);
    else
        cycles_until(ls, end);
    ls->result.seconds += assay_now() - begun;
    ls->result.cycles = ls->cycle;
    ls->cover.cycles = ls->cycle;
    if (ls->dut && ls->result.verdict == ASSAY_MISMATCH && ls->result.n_differences == 0) {
        struct assay_moment m;

        if (assay_lockstep_moment(ls, ls->result.fail_cycle, &m) && m.actual)
            collect_differences(ls, &m);
    }
    if (ls->over || ls->cycle >= ls->config.cycles)
        assay_wave_end(ls);
    if (ls->dut)
        assay_stdout_back();
    return ls->result.verdict;
}

/* Whether the scenario has an end that was not reached. Inputs written out have none but their own. */
static bool cut_short(const struct assay_lockstep *ls)
{
    const struct assay_config *c = &ls->config;

    return c->scenario->done && !ls->done && !c->allow_partial && !c->player && !c->recorded;
}

bool assay_verdict_at_cycle(enum assay_verdict v)
{
    return v != ASSAY_PASS && v != ASSAY_NOTHING && v != ASSAY_INCOMPLETE;
}

const struct assay_result *assay_lockstep_finish(struct assay_lockstep *ls)
{
    struct assay_result *r = &ls->result;
    bool nothing = r->compared == 0 || (ls->sources && r->transactions == 0);

    if (r->verdict == ASSAY_PASS && ls->config.ops && nothing)
        r->verdict = ASSAY_NOTHING;
    if (r->verdict == ASSAY_PASS && !r->interrupted && cut_short(ls))
        r->verdict = ASSAY_INCOMPLETE;
    if (ls->config.scenario->last && ls->cycle && !ls->finished && !ls->config.recorded)
        ls->config.scenario->last(ls->driver.ctx,
                                  ls->expected + ((ls->cycle - 1) & (ASSAY_RING - 1)) *
                                                     ls->config.block->model->out_size);
    ls->finished = true;
    return r;
}

const struct assay_result *assay_lockstep_result(const struct assay_lockstep *ls)
{
    return &ls->result;
}

void assay_lockstep_fail(struct assay_lockstep *ls)
{
    if (ls->result.verdict != ASSAY_PASS)
        return;
    if (ls->in_cycle) {
        ls->ending = ASSAY_FAILED;
        return;
    }
    fail(ls, ASSAY_FAILED); /* called after the run: its last cycle is the one that shows it */
}

const struct assay_config *assay_lockstep_config(const struct assay_lockstep *ls)
{
    return &ls->config;
}

const void *assay_lockstep_scenario(const struct assay_lockstep *ls)
{
    return ls->driver.ctx;
}

const struct assay_cover *assay_lockstep_cover(const struct assay_lockstep *ls)
{
    return ls->cover.block ? &ls->cover : NULL;
}

/* Verilator writes without a look at what became of it. So it writes into memory. Returns that file, or
 * NULL and an errno. */
static FILE *coverage_in_memory(struct assay_lockstep *ls)
{
    const int fd = memfd_create("coverage", MFD_CLOEXEC);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
    char path[64];
    int error;

    if (!f) {
        error = errno;
        if (fd >= 0)
            close(fd);
    } else {
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        error = ls->config.ops->coverage(ls->dut, path);
        if (error) {
            fclose(f);
            f = NULL;
        }
    }
    errno = error;
    return f;
}

bool assay_lockstep_code_coverage(struct assay_lockstep *ls, const char *path, char *why,
                                  size_t why_size)
{
    struct assay_outfile o;
    char part[1 << 14];
    FILE *made;
    size_t n;

    if (!ls->dut || ls->dut_lost || !ls->config.ops->coverage) {
        snprintf(why, why_size,
                 ls->dut_lost ? "%s: the DUT is lost, and its counts with it: expected one that "
                                "returns from each cycle"
                              : "%s: this DUT counts no lines: expected a Verilated one",
                 path);
        return false;
    }
    made = coverage_in_memory(ls);
    if (!made) {
        snprintf(why, why_size, "%s: %s: expected memory for the code coverage", path,
                 strerror(errno));
        return false;
    }
    if (!assay_outfile_open(&o, path, why, why_size)) {
        fclose(made);
        return false;
    }
    while ((n = fread(part, 1, sizeof part, made)) != 0)
        fwrite(part, 1, n, o.f);
    fclose(made);
    return assay_outfile_close(&o, why, why_size);
}

bool assay_lockstep_record(const struct assay_config *config, uint8_t *inputs, uint64_t n,
                           char *why, size_t why_size)
{
    struct assay_config alone = *config;
    struct assay_lockstep *ls;
    const size_t size = config->block->model->in_size;

    alone.ops = NULL;
    alone.cover = false;
    alone.cycles = n;
    ls = assay_lockstep_open(&alone, why, why_size);
    if (!ls)
        return false;
    for (uint64_t i = 0; i < n; ++i) {
        struct assay_moment m;

        assay_lockstep_run(ls, 1);
        if (!assay_lockstep_moment(ls, i, &m)) {
            snprintf(why, why_size, "scenario %s ended after %llu cycles: expected %llu",
                     config->scenario->name, (unsigned long long)i, (unsigned long long)n);
            assay_lockstep_close(ls);
            return false;
        }
        memcpy(inputs + i * size, m.in, size);
    }
    assay_lockstep_close(ls);
    return true;
}
