/*
 * cluster.h - run a regression's jobs on a cluster's queue.
 *
 * The jobs are cut into chunks, one array task each. In the folder `out`, cluster/R/ (R: the
 * regression's number and a serial, for one that was resumed) holds for chunk K a file K.chunk with its
 * jobs, K.log with what the task said, and submit.log. A task runs `assay regress --chunk FILE`: one job
 * after the other, each with its output where a local run puts it, and a file `end` beside it once the
 * job has ended. The program that was started by the user takes those in as they appear; it alone
 * writes the result store. The folder must be seen by all nodes under the same path.
 *
 * A queue is a row of three commands: submit, poll, cancel.
 */
#ifndef ASSAY_REGRESS_CLUSTER_H
#define ASSAY_REGRESS_CLUSTER_H

#include "regress/pool.h"

struct assay_queue {
    const char *name; /* as --engine takes it */
    /* Each is handed to a shell with ASSAY_CHUNKS (number of chunks), ASSAY_FOLDER (with the chunk
     * files), ASSAY_PROGRAM and, but for the first, ASSAY_QUEUE_ID in its environment. `submit` prints
     * the id; `poll` succeeds, and prints something, while the queue still knows of tasks. */
    const char *submit, *poll, *cancel;
};

/* NULL if there is no such queue. */
const struct assay_queue *assay_queue_find(const char *name);
/* The queues' names and "local", NULL after the last. */
extern const char *const assay_queue_names[];

/* How the jobs come and go; the same functions as for a pool on this machine. */
struct assay_cluster {
    const struct assay_queue *queue;
    const char *out;
    int64_t run;
    struct assay_pool plan; /* at_once: chunks */
};

/* Like assay_pool_run. -1 with a message in `why` when the queue does not take the jobs. */
int assay_cluster_run(const struct assay_cluster *c, char *why, size_t why_size);

#endif
