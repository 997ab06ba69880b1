/*
 * snapshot.h - keeps the state of a whole run by fork, to go back a little after a failure.
 *
 * A snapshot is a forked child that holds DUT, model and stimulus together and blocks in a read on
 * its own pipe. Two are kept, the newer at least one interval after the older, so that one of them
 * is always at least an interval before any failure. An order on the pipe makes the child continue
 * from its cycle; closing the pipe, however the parent ends, makes it exit.
 *
 * Nothing else of the process is shared afterwards: the child writes only the output that the order
 * asks for, and the parent's buffers are flushed before each fork so that none is written twice.
 */
#ifndef ASSAY_SNAPSHOT_H
#define ASSAY_SNAPSHOT_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { ASSAY_SNAPSHOTS = 2, ASSAY_ENDING = 4 };

/* Returned by assay_snapshot_wake: below the negative of any signal number. */
enum { ASSAY_NO_SNAPSHOT = -256 };

/* What a woken snapshot is to do. */
struct assay_order {
    uint64_t trace_from; /* cycle at which the waveform starts, or the snapshot's if that is
                          * later */
    uint64_t trace_to;   /* last cycle of the waveform */
    char path[PATH_MAX];
};

struct assay_snapshots {
    struct {
        pid_t pid;
        int order; /* write end of its pipe */
        uint64_t cycle;
    } kept[ASSAY_SNAPSHOTS]; /* older first */
    int n;
    /* Told to end but not yet reaped: on a busy machine, ending takes longer than a snapshot. */
    pid_t ending[ASSAY_ENDING];
    int n_ending;
};

/*
 * Takes a snapshot. Returns false in the process that goes on (also if no snapshot could be made: a
 * run does not need one), and true in a snapshot that was woken, with its order in *order.
 */
bool assay_snapshot_take(struct assay_snapshots *s, uint64_t cycle, struct assay_order *order);

/*
 * Wakes the newest snapshot that is not later than order->trace_from, or else the oldest, and waits
 * for it to end. Returns its exit status, the negative number of the signal that ended it, or
 * ASSAY_NO_SNAPSHOT if there is none. *cycle is where it started.
 */
int assay_snapshot_wake(struct assay_snapshots *s, const struct assay_order *order,
                        uint64_t *cycle);

/* Ends and reaps all snapshots. */
void assay_snapshots_drop(struct assay_snapshots *s);

#endif
