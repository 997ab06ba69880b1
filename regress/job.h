/*
 * job.h - the jobs of a regression. Each is one run, or the proofs, plots, faults or mutants of a
 * block.
 */
#ifndef ASSAY_REGRESS_JOB_H
#define ASSAY_REGRESS_JOB_H

#include "base/digest.h"
#include "base/error.h"
#include "base/text.h"
#include "regress/list.h"

enum { ASSAY_JOBS = 1000000, ASSAY_JOB_TEXT = ASSAY_PARAMS_TEXT, ASSAY_JOB_TAGS = 1024 };

/* Block, scenario, cycles, knobs and timeout are in the entry. */
struct assay_job {
    const struct assay_entry *entry;
    struct assay_params params;
    enum assay_backend backend;
    uint64_t seed;
    uint32_t turn;                /* position among the jobs of its entry */
    char sources[ASSAY_KEY_SIZE]; /* key of the RTL's text that it runs with; "": it runs no RTL */
    int64_t id;                   /* in the result store; 0: not stored yet */
    bool reset;                   /* its stored result, if any, is to be replaced */
    bool done; /* not to be run: its result is stored already, or it was not asked for */
};

struct assay_jobs {
    struct assay_job *job; /* in the order of the list, then of params, backends and seeds */
    size_t n;
};

/*
 * Make all jobs of the entries that have `tag` (NULL: of all entries). The list must outlive them.
 * Returns ASSAY_BAD_INPUT with a message in `why` if there are no jobs, too many, or seeds beyond
 * 2^64 - 1.
 */
enum assay_error assay_jobs_make(const struct assay_list *list, uint64_t seed_base, const char *tag,
                                 struct assay_jobs *jobs, char *why, size_t why_size);
void assay_jobs_free(struct assay_jobs *jobs);

/*
 * The order in which to start the jobs. Entries take turns by weight, and an entry runs all its
 * params and backends with one seed before the next seed; so each has had its share whenever the
 * regression is stopped. order[] must have room for jobs->n indices.
 */
void assay_jobs_order(const struct assay_jobs *jobs, size_t *order);

/* "lanes=8,depth=4" */
void assay_job_params(const struct assay_job *j, char text[ASSAY_JOB_TEXT]);
/* "stall=50,illegal=0,corner=40,resets=1"; "" for the scenario's own knobs */
void assay_job_knobs(const struct assay_job *j, char text[ASSAY_JOB_TEXT]);
/* "fast,long" */
void assay_job_tags(const struct assay_job *j, char text[ASSAY_JOB_TAGS]);

/* Append the command that runs the job by itself. */
void assay_job_command(const struct assay_job *j, struct assay_text *t);

#endif
