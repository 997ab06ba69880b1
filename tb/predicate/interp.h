/*
 * interp.h - runs a program of predicate, one lane after the other (interp_lane.h).
 *
 * At a vote, red or readlane a lane waits for the others, and all must get there. The result is
 * correct for programs that are properly nested and race-free and that write U and UP only under
 * uniform control (predicate_structured with `plain`).
 */
#ifndef PREDICATE_INTERP_H
#define PREDICATE_INTERP_H

#include "predicate/interp_lane.h"

enum { INTERP_MEMORY = 1024 };

struct interp {
    uint32_t lanes;
    uint32_t c[16];
    struct interp_lane lane[INTERP_LANES];
    uint32_t memory[INTERP_MEMORY]; /* in words */
    uint64_t instructions;
};

/* Runs all lanes. Returns false, with a text in *why, for what no plain program does: leaving
 * the program or the memory, exceeding the step limit, or an unknown instruction. */
bool interp_run(struct interp *m, const uint64_t *code, uint32_t length, bool sense,
                const char **why);

#endif
