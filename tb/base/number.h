/*
 * number.h - parses whole numbers: decimal, without sign and blanks.
 *
 * Numbers that people write, in options and lists, may have underscores between digits: 1_000_000.
 * Numbers within a longer text may not.
 */
#ifndef ASSAY_NUMBER_H
#define ASSAY_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum assay_number {
    ASSAY_NUMBER,          /* success; all other results are not 0 */
    ASSAY_NO_NUMBER,       /* *value is unchanged */
    ASSAY_NUMBER_TOO_LARGE /* *value is `most` */
};

/* Parse all of `text`. False if it is anything else, or beyond 64 bits. */
bool assay_parse_number(const char *text, uint64_t *value);

/* The message for a text that is not a number from `least`, which is 0 or 1,
 * to the largest of 64 bits. */
const char *assay_number_problem(const char *text, uint64_t least);

/* Parse all `n` characters of `text`. */
enum assay_number assay_number_span(const char *text, size_t n, uint64_t most, uint64_t *value);

/* The value of a hexadecimal digit of either case. -1 if `c` is none. */
int assay_hex_digit(char c);

/* Parse the digits at the start of *text, and move it past them. */
enum assay_number assay_number_prefix(const char **text, uint64_t most, uint64_t *value);

#endif
