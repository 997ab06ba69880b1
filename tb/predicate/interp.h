/*
 * interp.h - a program of predicate, one lane after the other (interp_lane.h).
 *
 * At a vote, red or readlane a lane waits for the others; all have to come there. That is right for
 * programs that are properly nested, race-free, and that write U and UP under uniform control only
 * (predicate_structured with `plain`).
 */
#ifndef PREDICATE_INTERP_H
#define PREDICATE_INTERP_H

#include "predicate/interp_lane.h"

enum { INTERP_MEMORY = 1024 };

struct interp {
    uint32_t lanes;
    uint32_t c[16];
    struct interp_lane lane[INTERP_LANES];
    uint32_t memory[INTERP_MEMORY]; /* words */
    uint64_t instructions;
};

/* Run all lanes. False with words in `why` for what no plain program does: leaving the program,
 * memory or a step count, or an instruction that is not known. */
bool interp_run(struct interp *m, const uint64_t *code, uint32_t length, bool sense,
                const char **why);

#endif
