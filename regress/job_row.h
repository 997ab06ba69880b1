/*
 * job_row.h - what the result store holds of a job before it has run.
 */
#ifndef ASSAY_REGRESS_JOB_ROW_H
#define ASSAY_REGRESS_JOB_ROW_H

#include "regress/job.h"
#include "regress/store.h"

/* What a row's texts point to. */
struct assay_row_texts {
    char params[ASSAY_JOB_TEXT], knobs[ASSAY_JOB_TEXT], tags[ASSAY_JOB_TAGS], out[300];
};

/* The row of a job, not run yet; good as long as its texts are. */
void assay_job_row(const struct assay_job *j, struct assay_row_texts *t,
                   struct assay_store_job *row);

#endif
