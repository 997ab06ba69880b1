/* report_html.h - the parts of the HTML report. */
#ifndef ASSAY_REGRESS_REPORT_HTML_H
#define ASSAY_REGRESS_REPORT_HTML_H

#include <stdio.h>

#include "regress/summary.h"

void assay_html_coverage(FILE *f, const struct assay_summary *s);
void assay_html_code(FILE *f, const struct assay_summary *s);
void assay_html_mutants(FILE *f, const struct assay_summary *s);
void assay_html_proofs(FILE *f, const struct assay_summary *s);
void assay_html_plots(FILE *f, const struct assay_summary *s);
void assay_html_trends(FILE *f, const struct assay_summary *s);

#endif
