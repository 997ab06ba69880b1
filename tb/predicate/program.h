/*
 * program.h - random programs for predicate.
 *
 * A structured program is made of nested if/else, loops with a trip count of their own in every lane
 * or one of the warp, guarded instructions, memory and exits, and ends by itself. With `plain` set it
 * is race-free and writes U and UP, also by vote, red and readlane, under uniform control only, so that
 * lanes can also be run one by one as ordinary programs (interp.h). A raw program is words at random, most of them
 * legal; it may do anything, and needs a cycle limit. A focused program computes with corners and ties,
 * and ends by itself.
 */
#ifndef PREDICATE_PROGRAM_H
#define PREDICATE_PROGRAM_H

#include "base/rng.h"
#include "predicate/predicate.h"

struct predicate_program {
    uint64_t code[PREDICATE_WORDS];
    uint32_t length;
    bool sense;
};

/* The R with the address of the lane's first byte. */
enum { PREDICATE_BASE = 15 };

/* Words of data memory that belong to a lane in a structured program. Others may read the upper half,
 * nobody writes it. */
enum { PREDICATE_SHARE = 32 };

void predicate_structured(struct assay_rng *r, bool plain, struct predicate_program *p);
/* C0 to this number hold values worth computing with. */
enum { PREDICATE_FOCUS_CONSTANTS = 8 };
void predicate_focused(struct assay_rng *r, struct predicate_program *p);
void predicate_raw(struct assay_rng *r, uint32_t illegal, struct predicate_program *p);

#endif
