/* report_hang.h - what a report says about a hang: the state of each stream. Internal
 * to the reports. */
#ifndef ASSAY_REPORT_HANG_H
#define ASSAY_REPORT_HANG_H

#include <stdio.h>

#include <cjson/cJSON.h>

#include "engine/lockstep.h"

/* Prints a line for each stream; nothing unless the run hung. */
void assay_report_hang(FILE *f, const struct assay_lockstep *ls);

/* Adds the same as a member of the run's object. */
void assay_report_hang_json(cJSON *run, const struct assay_lockstep *ls);

#endif
