/*
 * report.h - the report of a run, as text and as JSON.
 */
#ifndef ASSAY_REPORT_H
#define ASSAY_REPORT_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "engine/lockstep.h"

/* Prints the summary of a run. A failure adds the cycle, the transaction, a table of differing
 * ports, the last transactions, and `reproduce`, the command that runs it again. */
void assay_report_text(FILE *f, const struct assay_lockstep *ls, const char *reproduce);

/* Paths of the files that a run has written next to its report; NULL: no such file. */
struct assay_report_files {
    const char *replay, *waveform, *view, *surfer, *picture;
};

/* Prints the same as one JSON object and a newline. `reproduce` and `files` may be NULL. `start`,
 * which may be NULL, becomes a member of the object, which then owns it: how the failure depends on
 * the start values of registers. */
void assay_report_json(FILE *f, const struct assay_lockstep *ls, const char *reproduce,
                       const struct assay_report_files *files, cJSON *start);

/* Only the table of differing ports. */
cJSON *assay_report_differences(const struct assay_config *c, const struct assay_result *r);

#endif
