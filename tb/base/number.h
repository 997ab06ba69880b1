/*
 * number.h - whole numbers from text: decimal, without sign and blanks.
 *
 * What people write, in options and lists, may have underscores between digits: 1_000_000. What is
 * read as a part of a longer text may not.
 */
#ifndef ASSAY_NUMBER_H
#define ASSAY_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum assay_number {
    ASSAY_NUMBER,          /* read; all else is not 0 */
    ASSAY_NO_NUMBER,       /* *value is as it was */
    ASSAY_NUMBER_TOO_LARGE /* *value is `most` */
};

/* All of `text`. False for anything else, also for what is beyond 64 bits. */
bool assay_parse_number(const char *text, uint64_t *value);

/* What to say of a text that is no number from `least`, 0 or 1, to what 64 bits hold. */
const char *assay_number_problem(const char *text, uint64_t least);

/* All of the `n` characters of `text`. */
enum assay_number assay_number_span(const char *text, size_t n, uint64_t most, uint64_t *value);

/* The digits that *text begins with; it moves behind them. */
enum assay_number assay_number_prefix(const char **text, uint64_t most, uint64_t *value);

#endif
