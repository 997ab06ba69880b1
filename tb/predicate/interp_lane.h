/*
 * interp_lane.h - a lane as an ordinary scalar thread, and what several of them do together.
 *
 * What the interpreters of predicate (interp.h) and of core (core/interp.h) share. A lane has its own
 * registers, U and UP included: it knows nothing of masks, divergence, issue or latency, and shares no
 * code with the models. To a lane alone, ssy notes a place and join goes to the one noted last.
 */
#ifndef PREDICATE_INTERP_LANE_H
#define PREDICATE_INTERP_LANE_H

#include <stdbool.h>
#include <stdint.h>

enum { INTERP_LANES = 32, INTERP_CALLS = 8, INTERP_SPECIALS = 5, INTERP_STEPS = 100000 };

struct interp_lane {
    uint32_t r[16], u[16];
    bool p[4], up[4];
    uint32_t special[INTERP_SPECIALS];
    /* While it runs: where it is, and the places that its ssy noted. */
    uint32_t pc, steps, calls[INTERP_CALLS], n_calls;
    bool over;
};

/* What all lanes see. */
struct interp_code {
    const uint64_t *word;
    uint32_t length;
    const uint32_t *c; /* C0 to C15 */
    bool sense;
};

/* The `bits` from bit `at` on. */
static inline uint32_t interp_field(uint64_t word, unsigned at, unsigned bits)
{
    return (uint32_t)(word >> at) & ((1u << bits) - 1);
}

static inline uint32_t interp_op(uint64_t word)
{
    return interp_field(word, 0, 6);
}

/* Where the kinds of the sources a, b and c are. */
enum { INTERP_A = 19, INTERP_B = 26, INTERP_C = 33 };

uint32_t interp_source(const struct interp_lane *l, const uint32_t *c, uint64_t word, unsigned at);
bool interp_guard(const struct interp_lane *l, uint64_t word, bool sense);
void interp_put(struct interp_lane *l, uint64_t word, uint32_t value);

/* An access of 1, 2 or 4 bytes as the instruction has it, to words of memory. */
struct interp_access {
    uint32_t at, bytes;
    bool is_signed;
};

/* Size as in ci or di; 5 and above count as a word. */
struct interp_access interp_access(uint32_t at, uint32_t size);
uint32_t interp_load(const uint32_t *memory, const struct interp_access *x);
void interp_store(uint32_t *memory, const struct interp_access *x, uint32_t value);

/* The lane at the beginning of the program, its registers as they are. */
void interp_begin(struct interp_lane *l, uint32_t pc);

/* One instruction that has to do with nothing but the lane: all but memory and what crosses lanes.
 * False ends the lane, with `why` set if that is wrong. */
bool interp_step(struct interp_lane *l, const struct interp_code *code, const char **why);

/* False with `why` set where a lane has gone wrong: outside the program, or too far. Counts a step. */
bool interp_goes_on(struct interp_lane *l, const struct interp_code *code, const char **why);

/* A vote, red or readlane: what all lanes of a warp have to reach. */
bool interp_crosses(uint64_t word);

/* Execute one for the lanes that are not over; all of these stand at it. */
void interp_together(struct interp_lane *lane, uint32_t lanes, const struct interp_code *code);

#endif
