/* sources.h - which version of the RTL's text, and of other files of the block, each job of a
 * regression runs with. */
#ifndef ASSAY_REGRESS_SOURCES_H
#define ASSAY_REGRESS_SOURCES_H

#include "regress/job.h"

/*
 * Fill in job->sources: a key computed from the text of the RTL with its fault, if any, and for an
 * attached block also from its description and model. Jobs of known bugs add the patches, those of
 * proofs the lemmas, and those of mutants the waivers. It is "" for a job that runs no RTL, and for
 * RTL too broken to have a key; the job itself will report that. Returns false if out of memory.
 */
bool assay_jobs_sources(struct assay_jobs *jobs);

#endif
