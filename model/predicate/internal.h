/* internal.h - between the files of the model. */
#ifndef PREDICATE_INTERNAL_H
#define PREDICATE_INTERNAL_H

#include "predicate/predicate.h"

static inline unsigned predicate_count(uint32_t mask)
{
    mask -= mask >> 1 & 0x55555555;
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333);
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F;
    return mask * 0x01010101 >> 24;
}

/* Lanes in which the guard is true, whatever the active mask. */
uint32_t predicate_guard_lanes(const struct predicate_state *s, const struct predicate_word *w);

/* Source of kind `kind` and number `i` in `lane`. */
uint32_t predicate_source(const struct predicate_state *s, const struct predicate_word *w,
                          uint8_t kind, uint8_t i, uint32_t lane);

/* What the instruction, neither control flow nor vote nor ld nor st, gives in `lane`: a value, or 0
 * or 1 for cmp. */
uint32_t predicate_result(const struct predicate_state *s, const struct predicate_word *w,
                          uint32_t lane);

/* 0 or 1: the vote of the lanes `exec`. */
uint32_t predicate_vote(const struct predicate_state *s, const struct predicate_word *w,
                        uint32_t exec);

/* Issue of a running cycle without hold. */
void predicate_issue(struct predicate_state *s);

#endif
