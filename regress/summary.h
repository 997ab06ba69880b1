/*
 * summary.h - a regression gathered from its folder, for the reports.
 */
#ifndef ASSAY_REGRESS_SUMMARY_H
#define ASSAY_REGRESS_SUMMARY_H

#include <stdio.h>

#include "bench/plot.h"
#include "coverage/codecov.h"
#include "coverage/total.h"
#include "engine/cover.h"
#include "regress/said.h"
#include "regress/store.h"

enum { ASSAY_SUMMARY_NAME = 128, ASSAY_SUMMARY_LINE = 512 };

struct cJSON;

/* A job with mutants or proofs. */
struct assay_job_json {
    struct cJSON *json; /* what it printed */
};

/* Jobs with block, RTL, parameters and backend in common. */
struct assay_group {
    char block[ASSAY_SUMMARY_NAME], params[ASSAY_SUMMARY_NAME], set[ASSAY_SUMMARY_NAME],
        backend[ASSAY_SUMMARY_NAME];
    char rtl[ASSAY_SUMMARY_LINE], fault[ASSAY_SUMMARY_NAME]; /* "": the block's own RTL, no fault */
    size_t count[ASSAY_JOB_STATUSES];
    uint64_t jobs, cycles, transactions;
    double seconds;
};

/* Any job, shortly. */
struct assay_job_line {
    int64_t id;
    size_t group; /* in group[] */
    char scenario[ASSAY_SUMMARY_NAME];
    char knobs[ASSAY_SUMMARY_NAME];
    uint64_t seed, cycles;
    unsigned
        copy; /* of the jobs of its group with this scenario, seed and knobs: 1 for the second, and so on */
    enum assay_status status;
    double seconds;
};

struct assay_failure {
    struct assay_store_job job; /* texts are copies */
    struct assay_said said;     /* by its process */
    size_t group, bucket;       /* in group[] and bucket[] */
    bool new;                   /* the regression before has this job, and it passed there */
};

/* The regression before: of those of the same list that finished, the one that was begun or continued last before this one. */
struct assay_change {
    bool any; /* there is one; else all of this is 0 */
    int64_t run;
    char started[32];
    size_t broken, mended, still; /* jobs that passed there and not here, the reverse, neither */
    size_t added, gone;           /* jobs that it does not have; that are not here any more */
    double seconds;               /* of its jobs */
};

/* A reason of the list for failures, and what the jobs with it came to. */
struct assay_known {
    char reason[ASSAY_SUMMARY_LINE];
    size_t failed, passed;
};

struct assay_fact {
    char name[ASSAY_SUMMARY_NAME], value[ASSAY_SUMMARY_LINE];
};

/*
 * Failures with the same signature: one bug, as far as can be told. That is block, RTL, verdict, the list's reason
 * for it, where the error is from that ended the simulation, and the ports that differ; ports that differed in the same cycle of any failure are one.
 */
struct assay_bucket {
    char ports[ASSAY_SUMMARY_LINE]; /* with commas between */
    size_t best;                    /* in failure[]: the one that shows it soonest */
    size_t n, new;                  /* failures; of them new since the regression before */
    bool known;                     /* the list has a reason for it */
    uint64_t last;                  /* greatest cycle at which one failed; 0 if none is known */
};

struct assay_summary {
    const char *out;
    const char *page;           /* the file that the page of HTML goes to: links are seen from it */
    struct assay_store_run run; /* texts are copies */
    struct assay_group *group;
    size_t n_groups;
    struct assay_job_line *line; /* all jobs */
    size_t n_lines;
    struct assay_failure *failure;
    size_t n_failures;
    struct assay_bucket *bucket; /* the largest first, then those that are known */
    size_t n_buckets, n_known_buckets;
    struct assay_known *known;
    size_t n_known;
    struct assay_fact *fact;
    size_t n_facts;
    struct assay_change change;
    size_t count[ASSAY_JOB_STATUSES];
    uint64_t jobs;
    size_t
        model_only; /* of those that passed: the golden model alone ran, and nothing was compared */
    struct assay_cover *cover; /* as assay_blocks */
    size_t n_blocks;
    struct assay_codecov code; /* lines and toggles of the RTL; empty if none were counted */
    struct assay_job_json *mutants, *proofs; /* in the list's order */
    size_t n_mutants, n_proofs;
    struct assay_plot *plot; /* of the jobs that measured some, in the list's order */
    size_t n_plots;
    struct assay_trend *trend; /* finished regressions of the folder, the oldest first */
    size_t n_trends;
    char not_attached[4096]; /* folder of the last block that could not be */
    bool no_memory;
};

/* Read the newest regression in the folder `out`. Returns an exit status; what is wrong has been said
 * then. *coverage is that of the coverage store beside the results, which may be bad by itself, and of
 * the file of exclusions; NULL for tb/coverage.exclude, if there is one. */
int assay_summary_load(struct assay_summary *s, const char *out, const char *exclude,
                       int *coverage);
void assay_summary_free(struct assay_summary *s);

/* Parts of loading. The first fills in `change` and which failures are new, once jobs and trends are there; false with
 * a message in `why`. The second fills in `copy` of all jobs, the third puts the failures into buckets; false when memory
 * is out. */
bool assay_summary_compare(struct assay_summary *s, struct assay_store *store, char *why,
                           size_t why_size);
bool assay_summary_count_copies(struct assay_summary *s);
bool assay_summary_fill_buckets(struct assay_summary *s);

/* The parameter set's name if there is one, else the values. */
const char *assay_set_name(const char *block, const char *params, char *text, size_t size);

/* Whether any job has RTL that is not its block's own as it is; and how to call that of a group: the name of its file list,
 * "fault NAME" or "own". */
bool assay_any_rtl(const struct assay_summary *s);
const char *assay_rtl_name(const struct assay_group *g, char *text, size_t size);

/* One line: which job, and how it failed. */
void assay_print_failure(FILE *f, const struct assay_store_job *job);

/* Whether a failure is one of a bucket's. */
bool assay_in_bucket(const struct assay_summary *s, const struct assay_bucket *b,
                     const struct assay_failure *f);

double assay_cover_percent(struct assay_cover_total t);

#endif
