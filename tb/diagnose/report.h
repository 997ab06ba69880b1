/*
 * report.h - what a run tells people and scripts.
 */
#ifndef ASSAY_REPORT_H
#define ASSAY_REPORT_H

#include <stdio.h>

#include "engine/lockstep.h"

/* The summary of a run; for a failure also cycle, transaction, table of differing ports, the last
 * transactions and `reproduce`, the command that runs it again. */
void assay_report_text(FILE *f, const struct assay_lockstep *ls, const char *reproduce);

/* The same as one JSON object and a newline. `reproduce` may be NULL. */
void assay_report_json(FILE *f, const struct assay_lockstep *ls, const char *reproduce);

#endif
