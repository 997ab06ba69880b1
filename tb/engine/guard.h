/*
 * guard.h - coming back from a DUT that does not return: it crashes, or an evaluation has no end.
 *
 * Crashes are signals, which are caught. For evaluations without an end a timer signal looks a few times a
 * second whether the cycle has advanced since; a cycle pays nothing for it. The time is the thread's
 * processor time, so that a busy machine, a stopped process or a reader that keeps the RTL's $display
 * waiting does not count.
 *
 * Coming back is a jump over the DUT's frames: its state is lost, and it must not be called again. An
 * evaluation is left at a moment when the C library is not at work, as far as one comes within a second:
 * its memory and files are whole then.
 */
#ifndef ASSAY_GUARD_H
#define ASSAY_GUARD_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

enum assay_guard_end {
    ASSAY_GUARD_RETURNED, /* the work is done */
    ASSAY_GUARD_CRASHED,
    ASSAY_GUARD_UNSETTLED, /* one cycle took longer than `settle` */
    ASSAY_GUARD_INTERRUPTED /* SIGINT or its like has come (base/signals.h), and the cycle did not end */
};

struct assay_guard {
    bool crashes;       /* come back from SIGSEGV and its like */
    double settle;      /* seconds of processor time for a cycle; INFINITY: any */
    const bool *in_dut; /* whether the DUT is at work */
    const uint64_t *cycle;
    int signal; /* that it crashed with; 0: it called exit */
};

#define ASSAY_SETTLE_EXPECTED "expected seconds, up to 1000000; 0 for no limit"

/* Seconds for a cycle, ASSAY_SETTLE of the environment or else 10; INFINITY for its 0. False if it is not
 * a number of seconds. */
bool assay_guard_settle(double *seconds);

/* Call work(arg). One at a time in a process. */
enum assay_guard_end assay_guard_run(struct assay_guard *g, void (*work)(void *), void *arg);

/* In a forked child that goes on with the work: timers stay with the parent. Crashes end the child. */
void assay_guard_forked(void);

/*
 * A simulator that cannot start again in this process once it was left. Where it runs on a stack of its own,
 * this is the way to the stack of assay_guard_run, where assay_guard_leave has to be called; else it is
 * assay_guard_leave itself. It is called in a signal handler.
 */
void assay_guard_way_out(void (*way_out)(void));
_Noreturn void assay_guard_leave(void);
/* Whether that way has been taken. */
bool assay_guard_lost(void);

#endif
