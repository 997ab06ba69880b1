/*
 * report.h - what a regression found, from its folder.
 */
#ifndef ASSAY_REGRESS_REPORT_H
#define ASSAY_REGRESS_REPORT_H

#include <stdbool.h>

/* Beside the report on standard output; NULL for none. */
struct assay_report_forms {
    bool json;         /* on standard output, in place of the text */
    const char *junit; /* file for JUnit XML */
    const char
        *html; /* file for a self-contained page; of mutants and proofs there are more beside it */
    const char *exclude; /* file of exclusions; NULL: tb/coverage.exclude */
};

/* The newest regression in `out`, a folder of `assay regress`. Returns an exit status; what is wrong
 * has been said then. */
int assay_report_print(const char *out, const struct assay_report_forms *forms);

#endif
