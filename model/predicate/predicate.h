/*
 * predicate.h - golden model of predicate, a SIMT core slice with uniform predicates.
 *
 * README.md beside this file defines the architecture, the encoding and the cycle contract.
 */
#ifndef PREDICATE_MODEL_H
#define PREDICATE_MODEL_H

#include "predicate/predicate_pins.h"
#include "predicate/warp.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PREDICATE_WORDS = 256, /* words of instruction memory */
    PREDICATE_DATA = 1024, /* words of data memory */
    PREDICATE_BYTES = 4 * PREDICATE_DATA
};

/* A vector instruction while it holds issue: an ld or st, whose remaining lanes are in `todo`,
 * or another one, with `cycles` left and its result in `v`. */
struct predicate_held {
    uint8_t holds, memory, store, size, cycles;
    uint32_t todo;
    uint64_t writes; /* registers that it writes */
    struct predicate_vector v;
    uint32_t addr[PREDICATE_MAX_LANES], data[PREDICATE_MAX_LANES];
};

/* An fdiv of the scalar unit while it holds issue. */
struct predicate_held_scalar {
    uint8_t cycles;
    uint64_t writes;
    struct predicate_scalar e;
};

/* Plain data: memcpy copies it. */
struct predicate_state {
    struct predicate_params params;

    uint8_t running, finished, trap, issue, limited;
    uint16_t length, left, trap_pc;

    /* An instruction is stored in the slot of the cycle in which it retires, modulo 4. */
    uint32_t now;
    struct predicate_vector vector[4];
    struct predicate_scalar scalar[4];
    uint64_t vector_writes[4], scalar_writes[4]; /* registers that it writes; 0 for an empty slot */
    struct predicate_held held;
    struct predicate_held_scalar held_scalar;
    uint8_t in_flight; /* instructions in the pipes, including those that hold issue */

    struct predicate_counts n;
    uint32_t n_stalls;

    uint8_t rdata_valid;
    struct predicate_rdata rdata;

    struct predicate_warp w;
    uint32_t data[PREDICATE_DATA];
    uint64_t code[PREDICATE_WORDS];
    uint8_t known[PREDICATE_WORDS]; /* decoded since it was last written */
    struct predicate_decoded decoded[PREDICATE_WORDS];
};

/*
 * NULL if the parameters are legal, else a message. All functions below require legal parameters.
 */
const char *predicate_check_params(const struct predicate_params *p);

/* The state at power-up: memories and registers are zero. */
void predicate_init(struct predicate_state *s, const struct predicate_params *p);

/* The effect of rst: memories, R, U and C keep their contents. */
void predicate_reset(struct predicate_state *s);

/*
 * One cycle: writes *out, a function of the state and *in, then advances the state over the clock
 * edge. If in->rst is set, the state becomes the reset state. While rdata_valid is 0, rdata is
 * meaningless.
 */
void predicate_step(struct predicate_state *s, const struct predicate_inputs *in,
                    struct predicate_outputs *out);

#ifdef __cplusplus
}
#endif

#endif
