/* number.h - whole numbers from text. */
#ifndef ASSAY_NUMBER_H
#define ASSAY_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* A plain decimal number; underscores between digits are allowed. False for anything else. */
bool assay_parse_number(const char *text, uint64_t *value);

#endif
