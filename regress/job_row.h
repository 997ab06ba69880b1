/*
 * job_row.h - a job's row in the result store, as it is before the job has run.
 */
#ifndef ASSAY_REGRESS_JOB_ROW_H
#define ASSAY_REGRESS_JOB_ROW_H

#include "regress/job.h"
#include "regress/store.h"

/* Storage for the texts of a row. */
struct assay_row_texts {
    char params[ASSAY_JOB_TEXT], knobs[ASSAY_JOB_TEXT], tags[ASSAY_JOB_TAGS], out[300];
};

/* Fill in the row of a job that has not run. It is valid as long as `t` and the job are. */
void assay_job_row(const struct assay_job *j, struct assay_row_texts *t,
                   struct assay_store_job *row);

/* Whether a row belongs to a job that differs from this one at most in the seed. Compares what is
 * known before the job runs, except the text of the RTL, the tags and the reason for a known
 * failure. */
bool assay_job_is_like(const struct assay_job *j, const struct assay_store_job *row);

#endif
