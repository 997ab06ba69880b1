/*
 * program.h - random programs for predicate.
 *
 * A structured program consists of nested if/else, loops whose trip count is per lane or per warp,
 * guarded instructions, memory accesses and exits, and ends by itself. With `plain` set it is
 * race-free and writes U and UP, also by vote, red and readlane, only under uniform control, so
 * that the lanes can also be run one by one as ordinary programs (interp.h). A raw program consists
 * of random words, most of them legal; it may do anything and needs a cycle limit. A focused
 * program computes with corner values and ties, and ends by itself.
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

/* The R that holds the address of the lane's first byte. */
enum { PREDICATE_BASE = 15 };

/* Words of data memory that belong to each lane in a structured program. The upper half may be
 * read by other lanes and is never written. */
enum { PREDICATE_SHARE = 32 };

void predicate_structured(struct assay_rng *r, bool plain, struct predicate_program *p);
/* Number of constants, from C0 on, that hold interesting values. */
enum { PREDICATE_FOCUS_CONSTANTS = 8 };
void predicate_focused(struct assay_rng *r, struct predicate_program *p);
void predicate_raw(struct assay_rng *r, uint32_t illegal, struct predicate_program *p);

#endif
