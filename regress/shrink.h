/*
 * shrink.h - after a regression: the soonest failure of each bucket, shrunk.
 *
 * What `assay shrink` writes is beside the job's replay file: BLOCK-seedN.min.replay. A bucket that has
 * one already, from before a regression was resumed, is left as it is, and so is one without a failure in a cycle: a run that
 * ran out of time, compared nothing or did not reach its end.
 */
#ifndef ASSAY_REGRESS_SHRINK_H
#define ASSAY_REGRESS_SHRINK_H

#include "base/text.h"
#include "regress/run.h"
#include "regress/summary.h"

/* Shrink what the newest regression in r->out found, several at once. r->signal is set if one stops
 * it. */
void assay_regress_shrink(struct assay_regress *r);

/* The replay file that shows a failure: "" if there is none. `kind` is "" or "min.". */
void assay_failure_replay(const char *out, const struct assay_store_job *job, const char *kind,
                          char *path, size_t size);

/* Add the command that runs the least stimulus of a failure; false, and nothing, if there is none. */
bool assay_shrunk_command(const char *out, const struct assay_store_job *job, struct assay_text *t);

#endif
