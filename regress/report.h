/*
 * report.h - what a regression found, from its folder.
 */
#ifndef ASSAY_REGRESS_REPORT_H
#define ASSAY_REGRESS_REPORT_H

#include <stdio.h>

#include "regress/store.h"

/* One line: which job, and how it failed. */
void assay_report_failure(FILE *f, const struct assay_store_job *job);

/* The newest regression in `out`, a folder of `assay regress`, on standard output. Returns an exit
 * status; what is wrong has been said then. */
int assay_report_print(const char *out, bool json);

#endif
