/*
 * report.h - report the results of a regression, from its folder.
 */
#ifndef ASSAY_REGRESS_REPORT_H
#define ASSAY_REGRESS_REPORT_H

#include <stdbool.h>

/* Reports in addition to the one on standard output; NULL for none. */
struct assay_report_forms {
    bool json;         /* print JSON instead of text on standard output */
    const char *junit; /* file for JUnit XML */
    /* File for a self-contained page; pages about mutants and proofs are written beside it. */
    const char *html;
    const char *exclude; /* file of exclusions; NULL: tb/coverage.exclude */
};

/* Report on the newest regression in `out`, a folder of `assay regress`. Returns an exit status,
 * after printing a message if anything is wrong. */
int assay_report_print(const char *out, const struct assay_report_forms *forms);

#endif
