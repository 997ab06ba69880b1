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

/* What the instruction gives in `lane`, if that is of one lane alone: a value, or 0 or 1 for cmp. */
uint32_t predicate_result(const struct predicate_state *s, const struct predicate_word *w,
                          uint32_t lane);

/* The same of operands; `choice` is the predicate of sel. */
uint32_t predicate_compute(const struct predicate_word *w, uint32_t a, uint32_t b, uint32_t c,
                           bool choice);

/* cvt of a value, from and to of enum PREDICATE_S32 and so on. */
uint32_t predicate_convert(uint32_t a, uint8_t from, uint8_t to, bool toward_zero);

/* What red gives of the lanes `exec`. */
uint32_t predicate_reduce(const struct predicate_state *s, const struct predicate_word *w,
                          uint32_t exec);

/* 0 or 1: the vote of the lanes `exec`. */
uint32_t predicate_vote(const struct predicate_state *s, const struct predicate_word *w,
                        uint32_t exec);

/* The lane that readlane reads. */
uint32_t predicate_lane_read(const struct predicate_state *s, const struct predicate_word *w);

/* Address of ld and st in `lane`, and the trap that it gives. */
uint32_t predicate_address(const struct predicate_state *s, const struct predicate_word *w,
                           uint32_t lane);
uint8_t predicate_address_trap(uint32_t address, uint32_t bytes);
uint32_t predicate_bytes(const struct predicate_word *w);

/* Issue of a running cycle without hold. */
void predicate_issue(struct predicate_state *s);

#endif
