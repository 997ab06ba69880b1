/*
 * report_transfers.h - what a report says about transfers: which one is wrong, the request that it
 * answers, and how long responses took. Internal to the reports.
 */
#ifndef ASSAY_REPORT_TRANSFERS_H
#define ASSAY_REPORT_TRANSFERS_H

#include <stdio.h>

#include <cjson/cJSON.h>

#include "engine/lockstep.h"

/* Prints " field=value" for each field of a stream. `side` is the struct that contains the stream's
 * payload, and `unknown` holds its X or Z bits; NULL: none. */
void assay_report_payload(FILE *f, const struct assay_lockstep *ls, unsigned stream,
                          const void *side, const void *unknown);

/* The same for a payload whose field offsets count from `base`; and as the member
 * `payload` of an object. */
void assay_report_fields(FILE *f, const struct assay_lockstep *ls, unsigned stream, size_t base,
                         const void *side, const void *unknown);
void assay_report_fields_json(cJSON *of, const struct assay_lockstep *ls, unsigned stream,
                              size_t base, const void *side, const void *unknown);

/* Prints what follows MISMATCH: " on rsp: expected transfer is missing". */
void assay_report_kind(FILE *f, const struct assay_lockstep *ls);

/* For RTL against RTL: prints which transfer or output a mismatch is about, and when
 * each side made it. */
void assay_report_made(FILE *f, const struct assay_lockstep *ls);
/* Prints what was given up because a side did not come to rest. */
void assay_report_restless(FILE *f, const struct assay_lockstep *ls);
/* Prints the streams of a mask: "push, pop". */
void assay_report_streams(FILE *f, const struct assay_lockstep *ls, uint64_t mask);

/* Prints the line that names the request, if it is known. */
void assay_report_request(FILE *f, const struct assay_lockstep *ls);

/* Prints throughput and latency of each stream. */
void assay_report_timing(FILE *f, const struct assay_lockstep *ls);

/* Adds all of this as members of the run's object. */
void assay_report_transfers_json(cJSON *run, const struct assay_lockstep *ls);

#endif
