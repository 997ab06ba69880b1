/* report_html.h - the parts of the HTML report, and what they share. */
#ifndef ASSAY_REGRESS_REPORT_HTML_H
#define ASSAY_REGRESS_REPORT_HTML_H

#include <stdint.h>
#include <stdio.h>

#include "regress/summary.h"

void assay_html_coverage(FILE *f, const struct assay_summary *s);
void assay_html_code(FILE *f, const struct assay_summary *s);
void assay_html_plots(FILE *f, const struct assay_summary *s);
void assay_html_trends(FILE *f, const struct assay_summary *s);

/* Two cells: a bar and the number, rounded down so that 100.0 means all. */
void assay_html_percent(FILE *f, double percent);
/* 1234567 as "1,234,567". */
void assay_html_count(FILE *f, uint64_t n);
/* 1234567 as "1.23 M". */
void assay_html_rate(FILE *f, double n);
/* A table that scrolls by itself where the window is narrower, up to its first row. */
void assay_html_table(FILE *f, const char *class);
void assay_html_end_table(FILE *f);

#endif
