/*
 * report.h - what a run tells people and scripts.
 */
#ifndef ASSAY_REPORT_H
#define ASSAY_REPORT_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "engine/lockstep.h"

/* The summary of a run; for a failure also cycle, transaction, table of differing ports, the last
 * transactions and `reproduce`, the command that runs it again. */
void assay_report_text(FILE *f, const struct assay_lockstep *ls, const char *reproduce);

/* What a run has left beside its report: paths, NULL for what there is none of. */
struct assay_report_files {
    const char *replay, *waveform, *view, *surfer, *picture;
};

/* The same as one JSON object and a newline. `reproduce` and `files` may be NULL. `start`, NULL for none, becomes a
 * part of it: what a failure depends on of the start values of registers. */
void assay_report_json(FILE *f, const struct assay_lockstep *ls, const char *reproduce,
                       const struct assay_report_files *files, cJSON *start);

/* The table of differing ports alone. */
cJSON *assay_report_differences(const struct assay_result *r);

#endif
