/*
 * run.h - run a regression's jobs on this machine.
 *
 * In the folder `out`, for the job with id N of the result store, jobs/N/ holds stdout (the JSON
 * object of `assay run`), stderr, coverage.txt and, for a failure, its replay file, waveform and
 * picture; builds/ holds what the building of DUT variants said. The jobs hold the folder's lock file
 * together with the program, so that it is free only when all of them have ended.
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
    unsigned at_once;                /* jobs, or chunks on a cluster */
    const struct assay_queue *queue; /* of a cluster; NULL: this machine */
    int64_t run;                     /* number of the regression in the store */
    bool stop_on_first;              /* failure, timeout or error: start no more jobs */
    bool go_on;                      /* with the jobs of a stored regression that have not run */
    bool rerun_failed;               /* with those that did not pass */
    uint64_t memory;                 /* bytes that a job may have; 0: no limit */

    /* How it ended. */
    size_t count[ASSAY_JOB_STATUSES]; /* jobs by status */
    int signal;                       /* that stopped it; 0: none */
    bool broken;                      /* a result could not be stored; this was said */
    bool stopped;                     /* on the first failure */
};

/* Take the folder's lock for as long as this program and its children live. False with a message in
 * `why` when another regression is at work there. */
bool assay_regress_lock(const char *out, char *why, size_t why_size);

/* Add a regression of all its jobs to the store, none of them run. The ids go to the jobs. */
bool assay_regress_enter(struct assay_regress *r, const struct assay_store_run *facts, int64_t *run,
                         char *why, size_t why_size);

/* Go on with a regression of the store (find.h) as `go_on` and `rerun_failed` say: which jobs are done, and the ids of all. *run is its
 * number, *finished whether nothing is left of it. ASSAY_BAD_INPUT if there is none. */
enum assay_error assay_regress_resume(struct assay_regress *r, const char *list, int64_t *run,
                                      bool *finished, char *why, size_t why_size);

/* Build the DUT variants, then run all jobs; each result is stored as it comes. */
void assay_regress_run(struct assay_regress *r);

/* Merge the coverage of all jobs into coverage.txt, and code.dat for lines and toggles. ASSAY_ENVIRONMENT when a job's store is bad. */
enum assay_error assay_regress_merge(const struct assay_regress *r, char *why, size_t why_size);

#endif
