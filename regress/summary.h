/*
 * summary.h - all data of a regression, loaded from its folder for the reports.
 */
#ifndef ASSAY_REGRESS_SUMMARY_H
#define ASSAY_REGRESS_SUMMARY_H

#include <limits.h>
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
    struct cJSON *json; /* the object that it printed */
};

/* Jobs with the same block, RTL, parameters and backend. */
struct assay_group {
    char block[ASSAY_SUMMARY_NAME], backend[ASSAY_SUMMARY_NAME];
    char params[ASSAY_PARAMS_TEXT];
    char set[ASSAY_PARAMS_TEXT]; /* the set's name, or params if no set has these values */
    char rtl[PATH_MAX], fault[ASSAY_SUMMARY_NAME]; /* "": the block's own RTL, no fault */
    size_t count[ASSAY_JOB_STATUSES];
    uint64_t jobs, cycles, transactions;
    double seconds;
};

/* The short form of any job. */
struct assay_job_line {
    int64_t id;
    size_t group; /* index into group[] */
    char scenario[ASSAY_SUMMARY_NAME];
    char knobs[ASSAY_SUMMARY_NAME];
    uint64_t seed, cycles;
    /* Distinguishes jobs of a group with the same scenario, seed and knobs: 1 for the second,
     * and so on. */
    unsigned copy;
    enum assay_status status;
    double seconds;
};

struct assay_failure {
    struct assay_store_job job; /* the texts are copies */
    struct assay_said said;     /* what its process printed */
    size_t group, bucket;       /* indices into group[] and bucket[] */
    bool new;                   /* the job passed in the previous regression */
};

/* Comparison with the previous regression: among the finished regressions of the same list, the
 * one that was begun or continued last before this one. */
struct assay_change {
    bool any; /* there is one; otherwise all fields are 0 */
    int64_t run;
    char started[32];
    size_t broken, mended, still; /* jobs that pass only there, fail only there, fail in both */
    size_t added, gone; /* jobs that only this one has; jobs that only the previous one has */
    double seconds;     /* sum over its jobs */
};

/* A reason from the list for failures, with the outcome of its jobs. */
struct assay_known {
    char reason[ASSAY_SUMMARY_LINE];
    size_t failed, passed;
};

struct assay_fact {
    char name[ASSAY_SUMMARY_NAME], value[ASSAY_SUMMARY_LINE];
};

/*
 * Failures with the same signature, presumably caused by the same bug. The signature is the block,
 * RTL, verdict, the list's reason for the failure, the origin of the error that ended the
 * simulation, and the ports that differ. Ports that differ in the same cycle of any one failure are
 * treated as one.
 */
struct assay_bucket {
    char ports[ASSAY_SUMMARY_LINE]; /* separated by commas */
    size_t best;                    /* index into failure[] of the one that shows it earliest */
    size_t n, new; /* number of failures; how many are new since the previous regression */
    bool known;    /* the list gives a reason for it */
    uint64_t last; /* last cycle at which any of them failed; 0 if unknown */
};

struct assay_summary {
    const char *out;
    const char *page;           /* path of the HTML page; links are relative to it */
    struct assay_store_run run; /* the texts are copies */
    struct assay_group *group;
    size_t n_groups;
    struct assay_job_line *line; /* all jobs */
    size_t n_lines;
    struct assay_failure *failure;
    size_t n_failures;
    struct assay_bucket *bucket; /* largest first, with known ones at the end */
    size_t n_buckets, n_known_buckets;
    struct assay_known *known;
    size_t n_known;
    struct assay_fact *fact;
    size_t n_facts;
    struct assay_change change;
    size_t count[ASSAY_JOB_STATUSES];
    uint64_t jobs;
    /* Jobs that passed but ran only the golden model, so that nothing was compared. */
    size_t model_only;
    struct assay_cover *cover; /* parallel to assay_blocks */
    size_t n_blocks;
    struct assay_codecov code; /* lines and toggles of the RTL; empty if not counted */
    struct assay_job_json *mutants, *proofs; /* in the order of the list */
    size_t n_mutants, n_proofs;
    struct assay_plot *plot; /* of the jobs with plots, in the order of the list */
    size_t n_plots;
    struct assay_trend *trend; /* finished regressions in the folder, oldest first */
    size_t n_trends;
    char not_attached[4096]; /* folder of the last block that could not be attached */
    bool no_memory;
};

/* Load the newest regression in the folder `out`. Returns an exit status, after printing a
 * message if anything is wrong. *coverage is a separate exit status for the coverage files
 * beside the results, which may be bad on their own, and for the file of exclusions; `exclude`
 * NULL means tb/coverage.exclude, if it exists. */
int assay_summary_load(struct assay_summary *s, const char *out, const char *exclude,
                       int *coverage);
void assay_summary_free(struct assay_summary *s);

/* Steps of loading. The first fills in `change` and which failures are new, and needs the jobs
 * and trends; it returns false with a message in `why` on error. The second fills in `copy` of
 * all jobs, and the third sorts the failures into buckets; both return false if out of memory. */
bool assay_summary_compare(struct assay_summary *s, struct assay_store *store, char *why,
                           size_t why_size);
bool assay_summary_count_copies(struct assay_summary *s);
bool assay_summary_fill_buckets(struct assay_summary *s);

/* Whether any job runs RTL other than its block's own, unmodified. And the label for a group's
 * RTL: the name of its file list, "fault NAME" or "own"; `size` is at least PATH_MAX. */
bool assay_any_rtl(const struct assay_summary *s);
const char *assay_rtl_name(const struct assay_group *g, char *text, size_t size);

/* Print one line: which job, and how it failed. */
void assay_print_failure(FILE *f, const struct assay_store_job *job);

/* Whether a failure belongs to a bucket. */
bool assay_in_bucket(const struct assay_summary *s, const struct assay_bucket *b,
                     const struct assay_failure *f);

double assay_cover_percent(struct assay_cover_total t);

#endif
