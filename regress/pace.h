/*
 * pace.h - which job to start next, so that the last cores do not sit idle waiting for one long
 * job.
 *
 * Jobs start in the order of assay_jobs_order until the remaining work is at most twice what the
 * longest remaining job would take on all cores; from then on the longest goes first. How long a
 * job takes is estimated from jobs that have ended: those of the same entry, parameters and
 * backend, in this regression or an earlier one in the store; failing that, in proportion to
 * cycles, those of the same block and backend. A job without an estimate counts as zero and keeps
 * its place.
 */
#ifndef ASSAY_REGRESS_PACE_H
#define ASSAY_REGRESS_PACE_H

#include "regress/job.h"

struct assay_pace;
struct assay_store_job;

/* `order` is that of assay_jobs_order; it and the jobs must outlive the result. Jobs that are
 * done are skipped. Returns NULL if out of memory. */
struct assay_pace *assay_pace_new(const struct assay_jobs *jobs, const size_t *order,
                                  unsigned at_once);
void assay_pace_free(struct assay_pace *p);

/* Record how long a job like this one took. */
void assay_pace_took(struct assay_pace *p, const struct assay_job *j, double seconds);
/* The same, for a job described by the texts of a result store. */
void assay_pace_took_text(struct assay_pace *p, const struct assay_store_job *kind, double seconds);

/* The index of the next job, each only once. Returns false when none is left. */
bool assay_pace_next(struct assay_pace *p, size_t *index);

#endif
