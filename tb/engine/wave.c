/*
 * wave.c - when snapshots are taken, and how a waveform is made from one.
 *
 * Taking a snapshot costs about half a millisecond, so a run takes few: only after a window's worth
 * of cycles, and after SNAPSHOT_SECONDS. With two kept, the older is at least one interval before
 * any failure.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"
#include "base/stdout.h"
#include "engine/fst.h"
#include "engine/guard.h"
#include "engine/transfers.h"

static const double SNAPSHOT_SECONDS = 0.25;

/* Time limit for closing the waveform of a DUT that did not return. */
enum { CLOSE_SECONDS = 60 };

/* Exit statuses of a woken snapshot, all above any errno. CUT_SHORT + n: the waveform lacks n
 * cycles at its end. NOT_REACHED: it lacks the failure. */
enum { CUT_SHORT = 200, NOT_REACHED = 199 };

static bool can_trace(const struct assay_lockstep *ls)
{
    const struct assay_dut_ops *ops = ls->config.ops;

    return ops && ops->trace_open && ls->config.trace_path;
}

static void say_error(struct assay_lockstep *ls, const char *path, int error)
{
    snprintf(ls->result.wave_error, sizeof ls->result.wave_error, "%.160s: %s", path,
             strerror(error));
}

static uint64_t window(const struct assay_lockstep *ls)
{
    return ls->config.window ? ls->config.window : ASSAY_DEFAULT_WINDOW;
}

void assay_wave_begin(struct assay_lockstep *ls)
{
    const struct assay_config *c = &ls->config;
    int error;

    if (c->trace == ASSAY_TRACE_NEVER || !c->ops)
        return;
    if (!can_trace(ls)) {
        snprintf(ls->result.wave_error, sizeof ls->result.wave_error,
                 "this DUT does not write waveforms");
        return;
    }
    if (c->trace == ASSAY_TRACE_FAIL) {
        ls->next_snapshot = 0;
        return;
    }
    error = assay_fst_room(c->trace_path);
    if (error == 0)
        error = c->ops->trace_open(ls->dut, c->trace_path);
    if (error)
        say_error(ls, c->trace_path, error);
    ls->traced = error == 0;
    if (ls->traced)
        assay_pair_trace(ls, c->trace_path);
    ls->result.wave_from = ls->cycle;
}

/* Ends a woken snapshot, in the simulator's own way if it has one. */
static _Noreturn void leave(struct assay_lockstep *ls, int status)
{
    if (ls->traced)
        ls->config.ops->trace_close(ls->dut);
    assay_pair_trace_close(ls);
    if (ls->config.ops->leave)
        ls->config.ops->leave(ls->dut, status);
    _exit(status);
}

/* The waveform is kept only if the DUT was lost after the failure: up to there the DUT repeats what
 * it did before. A simulator with its own way out closes no file once it is lost. */
void assay_wave_cut(struct assay_lockstep *ls)
{
    const uint64_t lacks = ls->order.trace_to + 1 - ls->cycle;
    const bool closes = ls->traced && !ls->config.ops->leave && lacks <= ASSAY_TRACE_AFTER;

    if (!closes)
        ls->traced = false;
    alarm(CLOSE_SECONDS);
    leave(ls, closes ? CUT_SHORT + (int)lacks : ETIME);
}

/* Closes the waveform of a DUT that did not return: in a copy of the process, which
 * may not return either. */
static void close_lost(struct assay_lockstep *ls)
{
    const pid_t pid = fork();

    if (pid == 0) {
        alarm(CLOSE_SECONDS);
        ls->config.ops->trace_close(ls->dut);
        _exit(0);
    }
    assay_process_wait(pid); /* the file shows whether it worked */
}

/* Called if the RTL has ended the simulation and its simulator cannot go on past that. */
static _Noreturn void leave_stopped(struct assay_lockstep *ls)
{
    const uint64_t lacks = ls->order.trace_to + 1 - ls->cycle;

    leave(ls, ls->traced && lacks <= ASSAY_TRACE_AFTER ? CUT_SHORT + (int)lacks : NOT_REACHED);
}

/* Carries out the order of a woken snapshot; called at the start of each cycle. */
static void carry_out(struct assay_lockstep *ls)
{
    int error;

    if (ls->cycle > ls->order.trace_to)
        leave(ls, 0);
    if (ls->stopped && ls->config.ops->leave)
        leave_stopped(ls);
    if (ls->traced || ls->cycle < ls->order.trace_from)
        return;
    error = ls->config.ops->trace_open(ls->dut, ls->order.path);
    if (error)
        leave(ls, error);
    ls->traced = true;
    assay_pair_trace(ls, ls->order.path);
}

static void become_woken(struct assay_lockstep *ls)
{
    ls->woken = true;
    assay_stdout_mute();
    ls->next_snapshot = UINT64_MAX;
    ls->next_report = UINT64_MAX;
    ls->config.progress = NULL;
    ls->config.cycles = UINT64_MAX; /* the order says when to end */
    assay_guard_forked();           /* a crash here is expected, and ends the process */
}

void assay_wave_event(struct assay_lockstep *ls)
{
    double now;

    if (ls->cycle >= ls->next_snapshot) {
        now = assay_now();
        ls->next_snapshot = ls->cycle + window(ls) + ASSAY_TRACE_AFTER;
        if (ls->cycle == 0 || now - ls->last_snapshot >= SNAPSHOT_SECONDS) {
            if (assay_snapshot_take(&ls->snapshots, ls->cycle, &ls->order))
                become_woken(ls);
            ls->last_snapshot = assay_now();
            ls->snapshot_cycle = ls->cycle;
        } else {
            /* Check again when, at the rate so far, half of the remaining time has passed. A check
             * costs little, so this estimate is good enough. */
            const double rate =
                (double)(ls->cycle - ls->snapshot_cycle) / (now - ls->last_snapshot + 1e-6);
            const double wait = (SNAPSHOT_SECONDS - (now - ls->last_snapshot)) * rate / 2;

            if (wait > (double)window(ls))
                ls->next_snapshot = ls->cycle + (uint64_t)wait;
        }
    }
    if (ls->woken)
        carry_out(ls);
}

/* The number of cycles to show before the failure. They include the request that a wrong or missing
 * response answers. */
static uint64_t wanted(const struct assay_lockstep *ls)
{
    const struct assay_result *r = &ls->result;
    const uint64_t least = window(ls);
    uint64_t n;

    if (ls->config.window || !r->has_request)
        return least;
    n = r->fail_cycle - r->request_cycle + ASSAY_BEFORE_REQUEST;
    return n <= least ? least : n < ASSAY_LONGEST_WINDOW ? n : ASSAY_LONGEST_WINDOW;
}

static void from_snapshot(struct assay_lockstep *ls)
{
    const uint64_t n = wanted(ls);
    struct assay_result *r = &ls->result;
    uint64_t began = 0;
    int status;

    ls->order.trace_from = r->fail_cycle > n ? r->fail_cycle - n : 0;
    ls->order.trace_to = r->fail_cycle + ASSAY_TRACE_AFTER;
    if (r->verdict == ASSAY_CRASHED || r->verdict == ASSAY_UNSETTLED) {
        if (r->fail_cycle == 0) {
            snprintf(r->wave_error, sizeof r->wave_error, "the DUT %s in its first cycle",
                     r->verdict == ASSAY_CRASHED ? "crashed" : "did not settle");
            return;
        }
        ls->order.trace_to = r->fail_cycle - 1;
    }
    if (strlen(ls->config.trace_path) >= sizeof ls->order.path) {
        say_error(ls, ls->config.trace_path, ENAMETOOLONG);
        return;
    }
    snprintf(ls->order.path, sizeof ls->order.path, "%s", ls->config.trace_path);
    status = assay_snapshot_wake(&ls->snapshots, &ls->order, &began);
    if (status > CUT_SHORT) {
        ls->order.trace_to -= (uint64_t)(status - CUT_SHORT);
        status = 0;
    }
    if (status == ETIME) {
        snprintf(
            r->wave_error, sizeof r->wave_error,
            "the DUT did not settle after its failure, when it was run again for the waveform");
        assay_fst_remove(ls->order.path);
    } else if (status == NOT_REACHED) {
        snprintf(r->wave_error, sizeof r->wave_error,
                 "the RTL ended the simulation before its failure, when it was run again for the "
                 "waveform");
        assay_fst_remove(ls->order.path);
    } else if (status > 0) {
        say_error(ls, ls->order.path, status);
    } else if (status == ASSAY_NO_SNAPSHOT) {
        snprintf(r->wave_error, sizeof r->wave_error, "no snapshot was left for it");
    } else if (status < 0) {
        snprintf(r->wave_error, sizeof r->wave_error,
                 "the copy of the run that writes it was killed by signal %d (%s%s)", -status,
                 strsignal(-status), status == -SIGBUS ? ", as on a full disk" : "");
        assay_fst_remove(ls->order.path);
    } else {
        r->waveform = ls->config.trace_path;
        r->wave_from = ls->order.trace_from > began ? ls->order.trace_from : began;
        r->wave_to = ls->order.trace_to;
    }
}

/* The number of complete cycles in a waveform of the run itself. */
static uint64_t whole_cycles(const struct assay_lockstep *ls)
{
    const enum assay_verdict v = ls->result.verdict;

    return ls->cycle - (v == ASSAY_CRASHED || v == ASSAY_UNSETTLED);
}

static bool is_kept(const struct assay_lockstep *ls)
{
    const struct assay_config *c = &ls->config;

    if (whole_cycles(ls) == 0)
        return false;
    /* A simulator with its own way out closes the file on leaving, and checks it afterwards. */
    if (c->ops->leave && c->trace == ASSAY_TRACE_ALWAYS)
        return !ls->dut_lost;
    return assay_fst_is_whole(ls->result.waveform);
}

void assay_wave_end(struct assay_lockstep *ls)
{
    const struct assay_config *c = &ls->config;
    struct assay_result *r = &ls->result;
    const bool failed = assay_verdict_at_cycle(r->verdict);

    if (ls->woken)
        leave(ls, 0); /* the scenario ended before the order did */
    if (c->trace == ASSAY_TRACE_FAIL && failed && can_trace(ls) && !r->waveform)
        from_snapshot(ls);
    assay_snapshots_drop(&ls->snapshots);
    ls->next_snapshot = UINT64_MAX;
    assay_pair_trace_close(ls);
    if (ls->traced) {
        if (!ls->dut_lost)
            c->ops->trace_close(ls->dut);
        else if (r->verdict != ASSAY_CRASHED && !c->ops->leave)
            close_lost(ls);
        ls->traced = false;
        r->waveform = c->trace_path;
        r->wave_to = whole_cycles(ls) ? whole_cycles(ls) - 1 : 0;
    }
    if (r->waveform && !is_kept(ls)) {
        snprintf(r->wave_error, sizeof r->wave_error, "%.160s: was not written to its end (%s)",
                 r->waveform,
                 ls->dut_lost ? "the simulator was lost"
                 : r->verdict == ASSAY_STOPPED && r->fail_cycle == 0
                     ? "the simulation ended in its first cycle"
                     : "is the disk full?");
        assay_fst_remove(r->waveform);
        r->waveform = NULL;
    }
}
