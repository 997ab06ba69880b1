/* report_html.h - the parts of the HTML report. Headings of parts are those of report_html.c. */
#ifndef ASSAY_REGRESS_REPORT_HTML_H
#define ASSAY_REGRESS_REPORT_HTML_H

#include <stdio.h>

#include "regress/summary.h"

/* A page up to its body, and what ends it. */
void assay_html_begin(FILE *f, const char *title);
void assay_html_end(FILE *f);

void assay_html_buckets(FILE *f, const struct assay_summary *s);
void assay_html_known(FILE *f, const struct assay_summary *s);
void assay_html_status(FILE *f, const struct assay_summary *s);
void assay_html_change(FILE *f, const struct assay_summary *s);
void assay_html_run(FILE *f, const struct assay_summary *s);
void assay_html_coverage(FILE *f, const struct assay_summary *s);
void assay_html_code(FILE *f, const struct assay_summary *s);
void assay_html_plots(FILE *f, const struct assay_summary *s);
void assay_html_trends(FILE *f, const struct assay_summary *s);

/* The scores of mutants and the counts of proofs; and all of them, for pages of their own. */
void assay_html_mutants(FILE *f, const struct assay_summary *s);
void assay_html_all_mutants(FILE *f, const struct assay_summary *s);
size_t assay_html_count_proofs(const struct assay_summary *s);
void assay_html_proofs(FILE *f, const struct assay_summary *s);
void assay_html_all_proofs(FILE *f, const struct assay_summary *s);

/* Which bucket a failure is shown as: "dotmul: mismatch, port res_p". */
void assay_html_bucket_name(FILE *f, const struct assay_summary *s, size_t bucket);

/* A link to a file in the folder of the regression. False, with nothing written, if it is not there. */
bool assay_html_link(FILE *f, const struct assay_summary *s, const char *name, const char *text);

#endif
