/* report_formats.h - the formats in which a regression is reported. */
#ifndef ASSAY_REGRESS_REPORT_FORMATS_H
#define ASSAY_REGRESS_REPORT_FORMATS_H

#include <stdio.h>

#include "regress/summary.h"

void assay_report_as_text(FILE *f, const struct assay_summary *s);
/* If out of memory it prints nothing, which counts as lost output (base/json.h). */
void assay_report_as_json(FILE *f, const struct assay_summary *s);
void assay_report_as_junit(FILE *f, const struct assay_summary *s);
void assay_report_as_html(FILE *f, const struct assay_summary *s);
/* Separate pages, for what would be too long for the report. */
void assay_mutants_as_html(FILE *f, const struct assay_summary *s);
void assay_proofs_as_html(FILE *f, const struct assay_summary *s);

/* Where to put them beside the report: "report-mutants.html" beside "report.html". `size` must
 * be at least PATH_MAX. */
void assay_report_page(const char *report, const char *what, char *path, size_t size);

#endif
