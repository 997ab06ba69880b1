/*
 * cluster.h - run a regression's jobs on a cluster's queue.
 *
 * The jobs are divided into chunks, one array task each. In the folder `out`, cluster/R/ (R: the
 * regression's number and a serial, which counts up each time it is resumed) holds, for each chunk
 * K, the file K.chunk with its jobs and K.log with the output of the task. A task runs `assay
 * regress --chunk FILE`: one job after another, each with its output where a local run would put
 * it, plus a file `end` beside it once the job has ended. The program that the user started
 * collects these files as they appear; it alone writes the result store. All nodes must see the
 * folder under the same path.
 *
 * A queue is defined by three commands: submit, poll, cancel.
 */
#ifndef ASSAY_REGRESS_CLUSTER_H
#define ASSAY_REGRESS_CLUSTER_H

#include "regress/pool.h"

struct assay_queue {
    const char *name; /* as given to --engine */
    /* Shell commands. Their environment has ASSAY_CHUNKS (number of chunks), ASSAY_FOLDER (where
     * the chunk files are), ASSAY_PROGRAM and, except for `submit`, ASSAY_QUEUE_ID. `submit`
     * prints the id, perhaps with ";" and the cluster's name; `poll` succeeds and prints something
     * as long as the queue still has tasks. */
    const char *submit, *poll, *cancel;
};

/* Returns NULL if there is no such queue. */
const struct assay_queue *assay_queue_find(const char *name);
/* "local" and the names of the queues, terminated by NULL. */
extern const char *const assay_queue_names[];

/* Where the jobs come from and where their results go, with the same callbacks as a local pool. */
struct assay_cluster {
    const struct assay_queue *queue;
    const char *out;
    int64_t run;
    struct assay_pool plan; /* at_once: number of chunks */
};

/* Like assay_pool_run, but returns -1 with a message in `why` if the queue does not accept the
 * jobs. */
int assay_cluster_run(const struct assay_cluster *c, char *why, size_t why_size);

#endif
