/*
 * shrink.h - after a regression, shrink the earliest failure of each bucket.
 *
 * `assay shrink` writes its result beside the job's replay file, as BLOCK-seedN.min.replay. A
 * bucket that already has one, from before the regression was resumed, is skipped; so is one whose
 * failure is not tied to a cycle: a run that ran out of time, compared nothing or did not reach its
 * end.
 */
#ifndef ASSAY_REGRESS_SHRINK_H
#define ASSAY_REGRESS_SHRINK_H

#include "base/text.h"
#include "regress/run.h"
#include "regress/summary.h"

/* Shrink the failures of the newest regression in r->out, several at once. Sets r->signal if a
 * signal stops it. */
void assay_regress_shrink(struct assay_regress *r);

/* The path of the replay file that shows a failure; "" if there is none. `kind` is "" or "min.". */
void assay_failure_replay(const char *out, const struct assay_store_job *job, const char *kind,
                          char *path, size_t size);

/* Append the command that runs a failure's minimal stimulus. Returns false, and appends nothing,
 * if there is none. */
bool assay_shrunk_command(const char *out, const struct assay_store_job *job, struct assay_text *t);

#endif
