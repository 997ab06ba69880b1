/*
 * pace.h - which job to start next, so that no core waits at the end for one long job.
 *
 * Jobs are started in the order of assay_jobs_order until what is left is no more than twice what the
 * longest job left would take on all cores; from then on the longest goes first. How long a job takes is
 * known from the jobs that ended: those of the same entry, parameters and backend, in this regression
 * or an earlier one of the store; or else, by cycles, those of the same block and backend. What nothing
 * is known of counts as nothing and keeps its place.
 */
#ifndef ASSAY_REGRESS_PACE_H
#define ASSAY_REGRESS_PACE_H

#include "regress/job.h"

struct assay_pace;
struct assay_store_job;

/* `order` as of assay_jobs_order; both outlive it. Jobs that are done are passed over. NULL when memory
 * is out. */
struct assay_pace *assay_pace_new(const struct assay_jobs *jobs, const size_t *order,
                                  unsigned at_once);
void assay_pace_free(struct assay_pace *p);

/* A job like this one took so long. */
void assay_pace_took(struct assay_pace *p, const struct assay_job *j, double seconds);
/* The same from the texts of a result store. */
void assay_pace_took_text(struct assay_pace *p, const struct assay_store_job *kind, double seconds);

/* The next job's index; false when none is left. Each comes once. */
bool assay_pace_next(struct assay_pace *p, size_t *index);

#endif
