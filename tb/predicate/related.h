/*
 * related.h - short programs of single operations whose sources were drawn together: sums that
 * cancel or tie, quotients and products at an end of the range, values close to each other.
 * Sources that are drawn one by one, or that are results, seldom meet in that way.
 *
 * A program has several sets of sources. A set is in R of every lane, with other values in each,
 * and once in C. The operation is computed with both, and then the program ends. It is free of
 * traps.
 */
#ifndef PREDICATE_RELATED_H
#define PREDICATE_RELATED_H

#include "base/rng.h"
#include "predicate/instructions.h"

enum {
    PREDICATE_RELATED_VALUES = 15, /* R and C, each from 0 on: three for a set */
    PREDICATE_RELATED_WORDS = 2 * PREDICATE_RELATED_VALUES / 3 + 1,
    PREDICATE_RELATED_LANES = 32
};

struct predicate_related {
    uint64_t code[PREDICATE_RELATED_WORDS];
    uint32_t length;
    uint32_t values; /* how many R and C the program reads */
    uint32_t r[PREDICATE_RELATED_LANES][PREDICATE_RELATED_VALUES];
    uint32_t c[PREDICATE_RELATED_VALUES];
};

/* `corner` is the percentage of values taken from lists. With many lanes there are fewer sets, as
 * each value costs the host a transfer. */
void predicate_related_draw(struct assay_rng *r, uint32_t corner, uint32_t lanes,
                            struct predicate_related *x);

#endif
