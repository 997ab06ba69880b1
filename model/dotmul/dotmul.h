/*
 * dotmul.h - golden model of dotmul, a multiplier with two modes.
 *
 * An operand is n*k bits: one wide number, or k elements of n bits, element i in bits
 * [n(i+1)-1 : n*i]. The result p is 2*n*k bits.
 *
 *     dot = 0   p = a * b, exact. An operand whose signed flag is set is two's complement over its
 *               n*k bits; a negative product is two's complement over 2*n*k bits. [BR 102020019666
 *               equation 3]
 *     dot = 1   p[2nk-1 : (k-1)n] = sum over i of a_i * b_i, each element signed or unsigned by its
 *               operand's flag; the field has (k+1)*n bits, two's complement when either flag is
 *               set, and never overflows. p[(k-1)n-1 : 0] = 0. [equation 4]
 *
 * The RTL is either the single-tree design [BR 102020019666 ¶250 to ¶257] or the
 * conventional one [¶246]; both give the same p for every input, so `duplex` changes nothing here.
 *
 * Cycle contract of the block. A cycle ends with a rising clock edge; inputs are their values just
 * before it.
 *
 *     op_ready = !res_valid | res_ready
 *     a transfer on op in cycle t gives res_valid = 1 and its result in cycle t+1, held until it is
 *     transferred: latency 1, one operation per cycle
 *     rst clears res_valid
 *
 * Parameters: n 2..16 (bits of an element), k 2..8 (elements of an operand), n*k at most 32,
 * duplex 0 or 1.
 */
#ifndef DOTMUL_MODEL_H
#define DOTMUL_MODEL_H

#ifdef __cplusplus
extern "C" {
#endif

#include "dotmul/dotmul_pins.h"

/* Plain data: memcpy copies it. */
struct dotmul_state {
    struct dotmul_params params;
    struct dotmul_res res;
    uint8_t res_valid;
};

/*
 * NULL if the parameters are legal, else a message. All functions below require legal parameters.
 */
const char *dotmul_check_params(const struct dotmul_params *p);

/* The state at power-up, the same as after reset. */
void dotmul_init(struct dotmul_state *s, const struct dotmul_params *p);

void dotmul_reset(struct dotmul_state *s);

/*
 * One cycle: writes *out, a function of the state and *in, then advances the state over the clock
 * edge. If in->rst is set, the state becomes the reset state. While res_valid is 0, res holds its
 * last value.
 */
void dotmul_step(struct dotmul_state *s, const struct dotmul_inputs *in,
                 struct dotmul_outputs *out);

/* The arithmetic alone: p for one operation. Bits of a and b at or above n*k are ignored. */
uint64_t dotmul(const struct dotmul_params *p, const struct dotmul_op *op);

#ifdef __cplusplus
}
#endif

#endif
