/*
 * interp_lane.h - a lane as an ordinary scalar thread, and what several lanes do together.
 *
 * Shared by the interpreters of predicate (interp.h) and of core (core/interp.h). Each lane has its
 * own registers, including U and UP. It knows nothing of masks, divergence, issue or latency, and
 * shares no code with the models. For a single lane, ssy notes a place and join goes to the place
 * noted last.
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
    /* State while it runs, including the places noted by ssy. */
    uint32_t pc, steps, calls[INTERP_CALLS], n_calls;
    bool over;
};

/* What all lanes share. */
struct interp_code {
    const uint64_t *word;
    uint32_t length;
    const uint32_t *c; /* C0 to C15 */
    bool sense;
};

/* Returns `bits` bits of a word, starting at bit `at`. */
static inline uint32_t interp_field(uint64_t word, unsigned at, unsigned bits)
{
    return (uint32_t)(word >> at) & ((1u << bits) - 1);
}

static inline uint32_t interp_op(uint64_t word)
{
    return interp_field(word, 0, 6);
}

/* Positions of the kinds of sources a, b and c. */
enum { INTERP_A = 19, INTERP_B = 26, INTERP_C = 33 };

uint32_t interp_source(const struct interp_lane *l, const uint32_t *c, uint64_t word, unsigned at);
bool interp_guard(const struct interp_lane *l, uint64_t word, bool sense);
void interp_put(struct interp_lane *l, uint64_t word, uint32_t value);

/* An access of 1, 2 or 4 bytes to an array of words. */
struct interp_access {
    uint32_t at, bytes;
    bool is_signed;
};

/* `size` is encoded as in ci or di; 5 and above count as a word. */
struct interp_access interp_access(uint32_t at, uint32_t size);
uint32_t interp_load(const uint32_t *memory, const struct interp_access *x);
void interp_store(uint32_t *memory, const struct interp_access *x, uint32_t value);

/* Puts a lane at the beginning of the program. Its registers stay as they are. */
void interp_begin(struct interp_lane *l, uint32_t pc);

/* Executes one instruction that involves only the lane, that is, any but memory accesses and
 * those across lanes. Returns false if the lane ends, with *why set if that is an error. */
bool interp_step(struct interp_lane *l, const struct interp_code *code, const char **why);

/* Counts a step. Returns false with *why set if the lane has left the program or made too many
 * steps. */
bool interp_goes_on(struct interp_lane *l, const struct interp_code *code, const char **why);

/* Whether an instruction is a vote, red or readlane, which all lanes of a warp must reach. */
bool interp_crosses(uint64_t word);

/* Executes such an instruction. All lanes that are not over must be at it. */
void interp_together(struct interp_lane *lane, uint32_t lanes, const struct interp_code *code);

#endif
