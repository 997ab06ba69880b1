/*
 * rank.h - which seeds of a regression are worth their time.
 *
 * A job of the regression adds the points of functional coverage that no job before it has. Points are those of a design: block,
 * RTL, parameters and backend; what a seed covers of one design says nothing of another. The ranking takes, again and again, the
 * job that adds most points a second, until nothing is missing; then it leaves out those whose points others have as well, the
 * slowest first. Jobs without functional coverage (proofs, plots, faults, mutants, lines and toggles) are kept as they are.
 */
#ifndef ASSAY_REGRESS_RANK_H
#define ASSAY_REGRESS_RANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "regress/job.h"

struct assay_ranked {
    size_t job; /* index in the jobs */
    size_t design;
    double seconds;
    uint64_t *points; /* a bit each */
    size_t adds;      /* points that it adds to those ranked before it */
    bool kept;
};

struct assay_ranking {
    struct assay_ranked *at; /* those that are kept first, in the order in which they were taken */
    size_t n, kept, words;   /* `words` that `points` has */
    size_t points_before, points_after;
    double seconds_before, seconds_after;
};

/* Order jobs whose points and seconds are known. False when memory is out. */
bool assay_rank(struct assay_ranking *r);
void assay_ranking_free(struct assay_ranking *r);

/* Rank the newest regression in the folder `out`, which has to be of these jobs, and all passed; write the list of what is kept to
 * `path`; say what was found. */
enum assay_error assay_regress_rank(const struct assay_jobs *jobs, const char *list,
                                    const char *out, const char *path, bool json, char *why,
                                    size_t why_size);

#endif
