/* sources.h - which text of the RTL each job of a regression is for. */
#ifndef ASSAY_REGRESS_SOURCES_H
#define ASSAY_REGRESS_SOURCES_H

#include "regress/job.h"

/*
 * Fill in job->sources: a key of the RTL's text and of the fault in it, and for an attached block of its description and model, "" where a job runs no RTL or
 * where the RTL is so wrong that it has none, which the job itself will tell. False when memory is out.
 */
bool assay_jobs_sources(struct assay_jobs *jobs);

#endif
