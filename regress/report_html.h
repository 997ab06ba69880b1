/* report_html.h - the sections of the HTML report. report_html.c prints their headings. */
#ifndef ASSAY_REGRESS_REPORT_HTML_H
#define ASSAY_REGRESS_REPORT_HTML_H

#include <stdio.h>

#include "regress/summary.h"

/* Begin a page, up to and including the start of its body; and end it. */
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

/* The scores of mutants and the counts of proofs for the report; and the full lists for the
 * separate pages. */
void assay_html_mutants(FILE *f, const struct assay_summary *s);
void assay_html_all_mutants(FILE *f, const struct assay_summary *s);
size_t assay_html_count_proofs(const struct assay_summary *s);
void assay_html_proofs(FILE *f, const struct assay_summary *s);
void assay_html_all_proofs(FILE *f, const struct assay_summary *s);

/* The title of a failure's bucket: "dotmul: mismatch, port res_p". */
void assay_html_bucket_name(FILE *f, const struct assay_summary *s, size_t bucket);

#endif
