/* percent.h - parses percentages. */
#ifndef ASSAY_PERCENT_H
#define ASSAY_PERCENT_H

#include <stdbool.h>

/* Parse all of `text`: digits, optionally with a point, from 0 to 100. False for anything else. */
bool assay_parse_percent(const char *text, double *percent);

#endif
