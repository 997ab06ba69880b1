/* report_formats.h - the forms in which a regression is reported. */
#ifndef ASSAY_REGRESS_REPORT_FORMATS_H
#define ASSAY_REGRESS_REPORT_FORMATS_H

#include <stdio.h>

#include "regress/summary.h"

void assay_report_as_text(FILE *f, const struct assay_summary *s);
/* False when memory is out. */
void assay_report_as_json(FILE *f, const struct assay_summary *s);
void assay_report_as_junit(FILE *f, const struct assay_summary *s);
void assay_report_as_html(FILE *f, const struct assay_summary *s);
/* Pages of their own, for what fills many. */
void assay_mutants_as_html(FILE *f, const struct assay_summary *s);
void assay_proofs_as_html(FILE *f, const struct assay_summary *s);

/* Their files, beside that of the report: "report-mutants.html" beside "report.html". `size` is PATH_MAX or more. */
void assay_report_page(const char *report, const char *what, char *path, size_t size);

#endif
