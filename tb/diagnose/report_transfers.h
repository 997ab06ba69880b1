/*
 * report_transfers.h - what a report says of runs that the design steers: which transfer is wrong, what
 * it answers, and how long responses took. Inside the reports.
 */
#ifndef ASSAY_REPORT_TRANSFERS_H
#define ASSAY_REPORT_TRANSFERS_H

#include <stdio.h>

#include <cJSON.h>

#include "engine/lockstep.h"

/* " field=value" for each field of a stream; `side` is the struct that the stream's payload is in, `unknown` its bits that are X
 * or Z; NULL: none. */
void assay_report_payload(FILE *f, const struct assay_lockstep *ls, unsigned stream,
                          const void *side, const void *unknown);

/* The same of a payload whose fields' places count from `base`; and as the member `payload` of an object. */
void assay_report_fields(FILE *f, const struct assay_lockstep *ls, unsigned stream, size_t base,
                         const void *side, const void *unknown);
void assay_report_fields_json(cJSON *of, const struct assay_lockstep *ls, unsigned stream,
                              size_t base, const void *side, const void *unknown);

/* ": missing on rsp: ..." behind MISMATCH. */
void assay_report_kind(FILE *f, const struct assay_lockstep *ls);

/* Of RTL against RTL: which transfer or output a mismatch is about, and when each side made it. */
void assay_report_made(FILE *f, const struct assay_lockstep *ls);
/* What was given up because a side did not come to rest. */
void assay_report_restless(FILE *f, const struct assay_lockstep *ls);
/* "push, pop": the streams of a mask. */
void assay_report_streams(FILE *f, const struct assay_lockstep *ls, uint64_t mask);

/* The line that names the request, if there is one. */
void assay_report_request(FILE *f, const struct assay_lockstep *ls);

/* Lines of the summary. */
void assay_report_timing(FILE *f, const struct assay_lockstep *ls);

/* The same as members of the run's object. */
void assay_report_transfers_json(cJSON *run, const struct assay_lockstep *ls);

#endif
