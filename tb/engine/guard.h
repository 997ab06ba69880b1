/*
 * guard.h - recovers from a DUT that does not return: it crashes, or an evaluation never ends.
 *
 * Crashes are signals, which are caught. To detect an endless evaluation, a timer signal checks a
 * few times a second whether the cycle has advanced; this costs nothing per cycle. Time is the
 * thread's processor time, so a busy machine, a stopped process, or a reader that blocks the RTL's
 * $display does not count.
 *
 * Recovery is a jump over the DUT's stack frames: its state is lost, and it must not be called
 * again. The jump waits up to about a second for a moment when the C library is not running, so
 * that its memory and files stay consistent.
 */
#ifndef ASSAY_GUARD_H
#define ASSAY_GUARD_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

enum assay_guard_end {
    ASSAY_GUARD_RETURNED, /* the work is done */
    ASSAY_GUARD_CRASHED,
    ASSAY_GUARD_UNSETTLED,  /* one cycle took longer than `settle` */
    ASSAY_GUARD_INTERRUPTED /* SIGINT or similar came (base/signals.h), and the cycle did not end */
};

struct assay_guard {
    bool crashes;       /* recover from SIGSEGV and similar signals */
    double settle;      /* seconds of processor time for a cycle; INFINITY: no limit */
    const bool *in_dut; /* whether the DUT is running */
    const uint64_t *cycle;
    int signal; /* signal of the crash; 0: exit was called */
};

#define ASSAY_SETTLE_EXPECTED "expected seconds, up to 1000000; 0 for no limit"

/* Seconds per cycle: ASSAY_SETTLE of the environment, or 10 if unset; INFINITY if it is 0. False if
 * it is not a number of seconds. */
bool assay_guard_settle(double *seconds);

/* Calls work(arg). Only one call at a time in a process. */
enum assay_guard_end assay_guard_run(struct assay_guard *g, void (*work)(void *), void *arg);

/* Call this in a forked child that continues the work: timers are not inherited.
 * Crashes then end the child. */
void assay_guard_forked(void);

/*
 * For a simulator that cannot start again in this process once it has been left. If it runs on its
 * own stack, `way_out` switches to the stack of assay_guard_run and calls assay_guard_leave there;
 * otherwise it is assay_guard_leave itself. It is called in a signal handler.
 */
void assay_guard_way_out(void (*way_out)(void));
_Noreturn void assay_guard_leave(void);
/* Whether `way_out` has been taken. */
bool assay_guard_lost(void);

#endif
