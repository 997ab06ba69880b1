/*
 * rank.h - which seeds of a regression are worth their time.
 *
 * A job adds those points of functional coverage that no job before it has. Points belong to a
 * design: block, RTL, parameters and backend; what a seed covers in one design says nothing about
 * another. The ranking repeatedly takes the job that adds the most points per second, until no
 * points are missing; then it drops jobs whose points are all covered by others, the slowest first.
 * Jobs without functional coverage (proofs, plots, faults, mutants, lines and toggles) are kept as
 * they are.
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
    size_t job; /* index into the jobs */
    size_t design;
    double seconds;
    uint64_t *points; /* bit vector */
    size_t adds;      /* number of points that it adds to those ranked before it */
    bool kept;
};

struct assay_ranking {
    struct assay_ranked *at; /* kept jobs first, in the order in which they were taken */
    size_t n, kept, words;   /* words: size of `points` */
    size_t points_before, points_after;
    double seconds_before, seconds_after;
};

/* Rank jobs whose points and seconds are filled in. Returns false if out of memory. */
bool assay_rank(struct assay_ranking *r);
void assay_ranking_free(struct assay_ranking *r);

/* Rank the newest regression in the folder `out`, which must be made of these jobs, all passed.
 * Write the jobs that are kept as a list to `path`, and print what was found. */
enum assay_error assay_regress_rank(const struct assay_jobs *jobs, const char *list,
                                    const char *out, const char *path, bool json, char *why,
                                    size_t why_size);

#endif
