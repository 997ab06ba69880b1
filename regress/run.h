/*
 * run.h - run a regression's jobs on this machine.
 *
 * In the folder `out`, jobs/N/ (N: the job's id in the result store) holds stdout (the JSON object
 * of `assay run`), stderr, coverage.txt and, after a failure, its replay file, waveform and
 * picture; builds/ holds the output of building the DUT variants. The program and all its jobs hold
 * the folder's lock file open, so that it becomes free only when all of them have ended.
 */
#ifndef ASSAY_REGRESS_RUN_H
#define ASSAY_REGRESS_RUN_H

#include "base/error.h"
#include "regress/job.h"
#include "regress/store.h"

struct assay_queue;

struct assay_regress {
    struct assay_jobs *jobs; /* with ids */
    struct assay_store *store;
    const char *out;
    unsigned at_once;                /* number of jobs, or of chunks on a cluster */
    const struct assay_queue *queue; /* the cluster's; NULL: run on this machine */
    int64_t run;                     /* id of the regression in the store */
    bool stop_on_first;              /* start no more jobs after a failure, timeout or error */
    bool go_on;                      /* run the jobs of a stored regression that have not run */
    bool rerun_failed;               /* run those that did not pass */
    uint64_t memory;                 /* limit on a job's memory, in bytes; 0: none */

    /* Results. */
    size_t count[ASSAY_JOB_STATUSES]; /* jobs by status */
    int signal;                       /* the signal that stopped it; 0: none */
    bool broken;                      /* a result could not be stored; a message was printed */
    bool stopped;                     /* by the first failure */
};

/* Take the folder's lock for the lifetime of this program and its children. Returns false with a
 * message in `why` if another regression holds it. */
bool assay_regress_lock(const char *out, const char *what, char *why, size_t why_size);

/* Store a new regression with all its jobs, none of them run. Fills in the jobs' ids. */
bool assay_regress_enter(struct assay_regress *r, const struct assay_store_run *facts, int64_t *run,
                         char *why, size_t why_size);

/* Continue a stored regression (find.h) as `go_on` and `rerun_failed` say: fill in the ids of
 * all jobs and which of them are done. *run is its id; *finished says whether nothing is left to
 * run. Returns ASSAY_BAD_INPUT if there is none. */
enum assay_error assay_regress_resume(struct assay_regress *r, const char *list, int64_t *run,
                                      bool *finished, char *why, size_t why_size);

/* Build the DUT variants, then run all jobs; each result is stored as soon as it is known. */
void assay_regress_run(struct assay_regress *r);

/* Merge the coverage of all jobs into coverage.txt, and that of lines and toggles into code.dat.
 * Returns ASSAY_ENVIRONMENT if a job's coverage file is bad. */
enum assay_error assay_regress_merge(const struct assay_regress *r, char *why, size_t why_size);

#endif
