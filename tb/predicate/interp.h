/*
 * interp.h - a program of predicate, one lane after the other.
 *
 * Each lane is an ordinary scalar program with its own registers, U and UP included: it knows nothing
 * of masks, divergence, issue or latency, and shares no code with the model. To a lane alone, ssy
 * notes a place and join goes to the one noted last. At a vote, red or readlane a lane waits for the
 * others; all have to come there. That is right for programs that are properly nested, race-free, and
 * that write U and UP under uniform control only (predicate_structured with `plain`).
 */
#ifndef PREDICATE_INTERP_H
#define PREDICATE_INTERP_H

#include <stdbool.h>
#include <stdint.h>

enum { INTERP_LANES = 32, INTERP_MEMORY = 1024, INTERP_CALLS = 8 };

struct interp_lane {
    uint32_t r[16], u[16];
    bool p[4], up[4];
    /* While it runs: where it is, and the places that its ssy noted. */
    uint32_t pc, steps, calls[INTERP_CALLS], n_calls;
    bool over;
};

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
