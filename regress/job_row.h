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

#endif
