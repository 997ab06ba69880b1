/*
 * snapshot.h - the state of a whole run, kept by fork, to go back a little when something is wrong.
 *
 * A snapshot is a forked child that holds DUT, model and stimulus together and blocks in a read on its
 * own pipe. Two are kept, the newer at least one interval after the older, so that one of them is
 * always at least an interval before any failure. An order on the pipe makes the child go on from its
 * cycle; the end of the pipe, however the parent ends, makes it exit.
 *
 * Nothing else of the process is shared afterwards: the child writes no output but what the order asks
 * for, and the parent's buffers are flushed before each fork so that none is written twice.
 */
#ifndef ASSAY_SNAPSHOT_H
#define ASSAY_SNAPSHOT_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { ASSAY_SNAPSHOTS = 2, ASSAY_ENDING = 4 };

/* Of assay_snapshot_wake: below minus any signal. */
enum { ASSAY_NO_SNAPSHOT = -256 };

/* What a woken snapshot is to do. */
struct assay_order {
    uint64_t trace_from; /* cycle at which the waveform opens, or the snapshot's if that is later */
    uint64_t trace_to;   /* last cycle in it */
    char path[PATH_MAX];
};

struct assay_snapshots {
    struct {
        pid_t pid;
        int order; /* write end of its pipe */
        uint64_t cycle;
    } kept[ASSAY_SNAPSHOTS]; /* older first */
    int n;
    /* Told to end and not waited for yet: on a busy machine that takes longer than a snapshot. */
    pid_t ending[ASSAY_ENDING];
    int n_ending;
};

/*
 * Keep the state as it is. Returns false in the process that goes on (also when no snapshot could be
 * made: a run needs none), and true in a snapshot that was woken, with its order in *order.
 */
bool assay_snapshot_take(struct assay_snapshots *s, uint64_t cycle, struct assay_order *order);

/*
 * Wake the newest snapshot that is not later than order->trace_from, or else the oldest, and wait for
 * it to end. Returns its exit status, minus the signal that ended it, or ASSAY_NO_SNAPSHOT if there is
 * none. *cycle is where it started.
 */
int assay_snapshot_wake(struct assay_snapshots *s, const struct assay_order *order,
                        uint64_t *cycle);

/* End and reap all of them. */
void assay_snapshots_drop(struct assay_snapshots *s);

#endif
