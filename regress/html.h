/* html.h - numbers and tables of the HTML report. */
#ifndef ASSAY_REGRESS_HTML_H
#define ASSAY_REGRESS_HTML_H

#include <stdint.h>
#include <stdio.h>

/* Two cells: a bar and the number, rounded down so that 100.0 means all. */
void assay_html_percent(FILE *f, double percent);
/* 1234567 as "1,234,567". */
void assay_html_count(FILE *f, uint64_t n);
/* 1234567 as "1.23 M". */
void assay_html_rate(FILE *f, double n);
/* The header cell of a row. */
void assay_html_name(FILE *f, const char *text);
/* An ordinary cell. */
void assay_html_cell(FILE *f, const char *text);
/* A link from the page `from` to the file `to`. */
void assay_html_link(FILE *f, const char *from, const char *to, const char *text);
/* A paragraph with a link from the report to its separate page (assay_report_page). */
void assay_html_page_link(FILE *f, const char *report, const char *what, const char *text);
/* "1 h 2 min", "3 min 4 s", "5.6 s", "12 ms" */
void assay_html_time(FILE *f, double seconds);
/* Begin a table that scrolls on its own if the window is too narrow; the caller prints the rows. */
void assay_html_table(FILE *f);
void assay_html_end_table(FILE *f);

#endif
