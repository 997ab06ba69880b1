/*
 * program.h - random programs for predicate.
 *
 * A structured program is made of nested if/else, loops with a trip count of their own in every lane
 * or one of the warp, guarded instructions, memory and exits, and ends by itself. With `plain` set it
 * is race-free, has no vote and writes U and UP under uniform control only, so that a lane can also
 * be run alone as an ordinary program (interp.h). A raw program is words at random, most of them
 * legal; it may do anything, and needs a cycle limit.
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

/* Words of data memory that belong to a lane in a structured program. Others may read the upper half,
 * nobody writes it. */
enum { PREDICATE_SHARE = 32 };

void predicate_structured(struct assay_rng *r, bool plain, struct predicate_program *p);
void predicate_raw(struct assay_rng *r, uint32_t illegal, struct predicate_program *p);

/* A random legal instruction, its destination of kind `dk`, without guard. */
struct predicate_word predicate_random_word(struct assay_rng *r, uint8_t op, uint8_t dk);

/* A value worth computing with: small, or a corner of integers or f32 in `corner` percent. */
uint32_t predicate_random_value(struct assay_rng *r, uint32_t corner);

#endif
