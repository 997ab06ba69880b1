/* percent.h - percentages from text. */
#ifndef ASSAY_PERCENT_H
#define ASSAY_PERCENT_H

#include <stdbool.h>

/* All of `text`: digits, maybe with a point, from 0 to 100. False for anything else. */
bool assay_parse_percent(const char *text, double *percent);

#endif
