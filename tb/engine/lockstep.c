#include "engine/lockstep.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/signals.h"
#include "base/stdout.h"
#include "engine/engine.h"
#include "engine/guard.h"
#include "engine/transfers.h"

static void tell_progress(struct assay_lockstep *ls)
{
    ls->next_report = ls->cycle + ls->config.progress_every;
    if (!ls->config.progress(ls->config.progress_arg, ls->cycle)) {
        ls->result.interrupted = true;
        ls->over = true;
    }
}

/* Whether a signal asks to end the run. This is checked before each stretch of cycles, not only at
 * reports: on a slow design the next report may be far off, and after a signal the guard allows an
 * evaluation only about two seconds. */
static bool is_interrupted(const struct assay_lockstep *ls)
{
    return ls->config.progress && assay_interrupted();
}

/* Does what is not done in every cycle. */
static void event(struct assay_lockstep *ls)
{
    if (ls->cycle == 0)
        assay_wave_begin(ls);
    if (ls->cycle >= ls->next_report || is_interrupted(ls))
        tell_progress(ls);
    if (!ls->over)
        assay_wave_event(ls);
    ls->next_event = ls->next_report < ls->next_snapshot ? ls->next_report : ls->next_snapshot;
    if (ls->woken)
        ls->next_event = ls->cycle + 1;
}

/* How far the model may run now: not past `end`, nor past the next event, which needs everything at
 * the same cycle. A waveform shows both sides of a cycle together, and a four-state simulator keeps
 * its own time, so these run one cycle at a time. */
static uint64_t next_stop(const struct assay_lockstep *ls, uint64_t end)
{
    const struct assay_dut_ops *ops = ls->config.ops;
    uint64_t to = (ls->cycle | (ASSAY_AHEAD - 1)) + 1; /* slots up to here do not wrap */

    if (ls->traced || ls->woken || (ops && ops->unknown) || ls->expected_unknown)
        return ls->cycle + 1;
    to = to < end ? to : end;
    return to < ls->next_event ? to : ls->next_event;
}

/* Runs under the guard, since a user's model may not return. */
static void begin_model(struct assay_lockstep *ls)
{
    ls->in_dut = true;
    assay_engine_init(ls);
    if (ls->pair)
        assay_engine_init(ls->pair->side[ASSAY_FOLLOWS]);
    ls->in_dut = false;
}

static void cycles_until(struct assay_lockstep *ls, uint64_t end)
{
    if (!ls->begun)
        begin_model(ls);
    /* A woken snapshot runs to the end of its order, which may be past the end of the run. */
    while (!ls->over && (ls->cycle < end || ls->woken)) {
        if (ls->cycle >= ls->next_event || is_interrupted(ls)) {
            event(ls);
            if (ls->over)
                break;
        }
        if (ls->transfers_of)
            assay_transfers_some(ls, next_stop(ls, end));
        else
            assay_cycles_some(ls, next_stop(ls, end));
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

/* Whether it was the model that runs beside other RTL. */
static bool lost_in_hooks(const struct assay_lockstep *ls)
{
    if (!ls->config.against)
        return false;
    if (!ls->pair)
        return ls->in_hooks || ls->in_init;
    return ls->pair->side[ls->pair->following ? ASSAY_FOLLOWS : ASSAY_LEADS]->in_model;
}

/* Cycles before the loss count, and a failure in one of them takes precedence. */
static void lose_dut(struct assay_lockstep *ls, enum assay_guard_end end, int signal)
{
    const bool in_model = ls->in_model, in_init = ls->in_init;
    const bool in_hooks = lost_in_hooks(ls);

    ls->in_model = ls->in_init = false;
    ls->dut_lost |= !in_model;
    ls->other_lost |= ls->other && in_model;
    if (ls->pair)
        ls->pair->side[ASSAY_FOLLOWS]->dut_lost |= in_model;
    ls->in_dut = false;
    if (ls->woken)
        assay_wave_cut(ls);
    if (!ls->transfers_of && ls->config.ops)
        assay_cycles_compare(ls);
    if (!ls->config.ops)
        ls->cycle = ls->ahead;
    assay_engine_count(ls);
    if (ls->over)
        return;
    ls->result.in_model = in_model;
    if (end == ASSAY_GUARD_INTERRUPTED) {
        ls->result.interrupted = ls->result.in_cycle = true;
        ls->over = true;
        return;
    }
    if (!in_init || ls->cycle > 0) /* a model lost in its first `init` has run no cycle */
        ++ls->cycle;
    ls->result.signal = signal;
    ls->result.in_init = in_init;
    ls->result.in_hooks = in_hooks;
    assay_engine_fail(ls, end == ASSAY_GUARD_CRASHED ? ASSAY_CRASHED : ASSAY_UNSETTLED);
}

static void catch_up(void *any)
{
    assay_cycles_catch_up(any);
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
    enum assay_guard_end how = assay_guard_run(&guard, run_stretch, &stretch);
    int signal;

    if (how == ASSAY_GUARD_RETURNED)
        return;
    signal = guard.signal;
    if (ls->in_model && !ls->transfers_of && ls->config.ops) {
        /* The DUT still has to do the cycles that the model was ahead. */
        const enum assay_guard_end then = assay_guard_run(&guard, catch_up, ls);

        if (then != ASSAY_GUARD_RETURNED) {
            ls->in_model = false;
            how = then;
            signal = guard.signal;
        }
    }
    if (ls->transfers_of) {
        /* Earlier cycles may not have been judged yet. */
        const bool of_dut = !ls->in_model;
        const enum assay_guard_end then = assay_guard_run(&guard, assay_ahead_lost, ls);

        ls->dut_lost = of_dut;
        if (then != ASSAY_GUARD_RETURNED) {
            how = then;
            signal = guard.signal;
        }
    }
    lose_dut(ls, how, signal);
}

/* Without a model of cycles the design steers the run, which ends when nothing more is expected. */
static uint64_t end_of_run(const struct assay_lockstep *ls)
{
    return ls->transfers_of ? UINT64_MAX : ls->config.cycles;
}

static bool names_outputs(const struct assay_lockstep *ls)
{
    const enum assay_verdict v = ls->result.verdict;

    return v == ASSAY_MISMATCH || (v == ASSAY_UNKNOWN && ls->transfers_of);
}

/* A mismatch is the model's fault if it sets bits above the pin's width. */
static void blame_model(struct assay_lockstep *ls, const void *expected)
{
    const struct assay_block *b = ls->config.block;
    uint32_t value[ASSAY_VALUE_WORDS];

    for (size_t i = 0; i < b->model->n_ports; ++i) {
        const struct assay_port *p = &b->model->ports[i];

        if (p->dir != ASSAY_OUT)
            continue;
        assay_port_get(p, expected, value);
        if (assay_value_bits(value) <= ls->width[i])
            continue;
        ls->result.verdict = ASSAY_BAD_MODEL;
        snprintf(ls->result.why, sizeof ls->result.why,
                 "%s of block %s has bits above its width of %u", p->name, b->model->name,
                 ls->width[i]);
        return;
    }
}

enum assay_verdict assay_lockstep_run(struct assay_lockstep *ls, uint64_t cycles)
{
    uint64_t end = end_of_run(ls);
    double begun = assay_now();

    if (cycles < end - ls->cycle)
        end = ls->cycle + cycles;
    if (ls->dut || ls->other)
        assay_stdout_lend();
    if (ls->config.ops || ls->config.against || ls->config.block->folder)
        guarded_cycles(ls, end);
    else
        cycles_until(ls, end);
    ls->result.seconds += assay_now() - begun;
    ls->result.cycles = ls->cycle;
    ls->cover.cycles = ls->cycle;
    if (ls->transfers_of && ls->transfers_of->draining)
        ls->result.drained = ls->cycle - ls->transfers_of->drain_from;
    if (ls->dut && names_outputs(ls) && ls->result.n_differences == 0) {
        struct assay_moment m;

        if (assay_lockstep_moment(ls, ls->result.fail_cycle, &m) && m.actual) {
            assay_engine_differences(ls, &m);
            if (ls->config.block->folder && !ls->transfers_of && !ls->config.against)
                blame_model(ls, m.expected);
        }
    }
    if (ls->over || ls->cycle >= end_of_run(ls))
        assay_wave_end(ls);
    if (ls->dut || ls->other)
        assay_stdout_back();
    return ls->result.verdict;
}

/* Whether the scenario has an end that was not reached. Scripted inputs have only their own end. */
static bool cut_short(const struct assay_lockstep *ls)
{
    const struct assay_config *c = &ls->config;

    return c->scenario->done && !ls->done && !c->allow_partial && !c->player && !c->recorded;
}

const struct assay_result *assay_lockstep_finish(struct assay_lockstep *ls)
{
    struct assay_result *r = &ls->result;
    /* A run that was stopped, or is shorter than its scenario, might have had transfers later. */
    const bool early = r->interrupted || (r->compared && cut_short(ls));
    const bool nothing = r->compared == 0 || (ls->sources && r->transactions == 0);

    if (ls->transfers_of)
        assay_transfers_finish(ls);
    else if (r->verdict == ASSAY_PASS && ls->config.ops && nothing && !early)
        r->verdict = ASSAY_NOTHING;
    if (r->verdict == ASSAY_PASS && !r->interrupted && cut_short(ls))
        r->verdict = ASSAY_INCOMPLETE;
    if (ls->config.scenario->last && ls->cycle && !ls->finished && !ls->config.recorded)
        ls->config.scenario->last(ls->driver.ctx, (ls->transfers_of ? ls->actual : ls->expected) +
                                                      ((ls->cycle - 1) & (ASSAY_RING - 1)) *
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
    /* Called after the run: its last cycle is the one to show. */
    assay_engine_fail(ls, ASSAY_FAILED);
}

void assay_lockstep_incomplete(struct assay_lockstep *ls)
{
    if (ls->result.verdict == ASSAY_PASS)
        ls->result.verdict = ASSAY_INCOMPLETE;
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
