/* summary_jobs.h - the jobs of a summary beside each other, and beside those of the regression before. */
#ifndef ASSAY_REGRESS_SUMMARY_JOBS_H
#define ASSAY_REGRESS_SUMMARY_JOBS_H

#include "regress/summary.h"

/* Fill in `change`, and which failures are new, once jobs and trends are there. False with a message in `why`. */
bool assay_summary_compare(struct assay_summary *s, struct assay_store *store, char *why,
                           size_t why_size);

/* Fill in `copy` of all jobs. False when memory is out. */
bool assay_summary_count_copies(struct assay_summary *s);

#endif
