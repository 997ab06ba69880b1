/*
 * fma.h - how four lemmas show together that fp_fma equals assay_f32_fma for all operands.
 *
 * fma_special is about operands that are not finite, and factors of 0. For the others, let P be the
 * product of both significands as they stand in the operands, with e such that the product is
 * P * 2^(e-173); C the significand of c and f its exponent field, or 1 if that is 0, so that c is
 * C * 2^(f-150). The RTL adds them as they stand. The model first shifts subnormal operands up to
 * normal ones: it adds (P << s) * 2^(e-s-173) and (C << t) * 2^(f-t-150).
 *
 * The result of fp_fma is what fp_round makes of five wires: nan, inf, sign, exp and sum. The sum is
 * in units of 2^(max(e,f)-176): its integer part, with the lowest bit set if anything was lost. For
 * these operands assay_f32_fma is add(multiply(a, b), c), two functions of f32_fma.c.
 *
 *  1. fma_product: fp_fma computes P and e - f, and multiply gives (P << s) * 2^(e-s-173).
 *  2. fma_sum: add gives any product, unchanged, and (C << t) * 2^(f-t-150) to f32_round_sum, or the
 *     product alone to round_pack if C is 0. Given P and e - f, the wires are the sign, the integer
 *     part and the loss of the sum that f32_add_terms computes of P and C as they stand, and the
 *     sign is 0 if the sum is 0; and these are the same if P or C is shifted up by one bit, or, for
 *     C = 0, those of the product alone. This is for any P, C and signs, and for any e - f from -512
 *     to 511, of which -425 to 403 occur. So it follows bit by bit for P << s and C << t: their
 *     units are smaller, and what is the same in smaller units is the same in larger ones.
 *  3. fma_round: fp_round of such an integer part and loss is round_pack of the whole number. By
 *     fma_sum nan and inf are 0, and is_enough holds. exp is from 2 to 382. The unit of the model's
 *     number is 2^below times smaller: below is 11 to 57, and the number, a sum of two terms below
 *     2^62, has 63 bits; or C is 0, f is 1, below is -3 to 169, and the number, P << s, has 48 bits.
 */
#ifndef FP_FORMAL_FMA_H
#define FP_FORMAL_FMA_H

#include <assert.h>

#include "numerics/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

/* --- operands --- */

static inline uint32_t field(uint32_t pattern)
{
    return pattern >> 23 & 0xFF;
}

/* The field that a normal number with the same unit has. */
static inline uint32_t effective(uint32_t pattern)
{
    return field(pattern) ? field(pattern) : 1;
}

static inline uint32_t significand(uint32_t pattern)
{
    return (field(pattern) ? 0x800000u : 0) | (pattern & 0x7FFFFF);
}

/* By how much the significand of a number that is not 0 is shifted up. */
static inline uint32_t shift_of(uint32_t pattern)
{
    return leading_zeros(significand(pattern)) - 40;
}

/* The product has at least 24 bits, or both factors are subnormal. */
static inline bool is_product(uint64_t p, uint32_t a, uint32_t b)
{
    return p >> 23 || (p && !field(a) && !field(b));
}

/* Asserts that `is` is `sig << shift` in units of 2^(unit-shift). */
static inline void check_shifted(struct f32_sum is, uint32_t sign, int32_t unit, uint64_t sig,
                                 uint32_t shift)
{
    assert(is.sign == sign);
    assert(is.exp == unit - (int32_t)shift);
    assert(is.sig == sig << shift);
}

/* --- what the rounder needs --- */

/* Whether it is enough for fp_round to know that some bits were lost: the integer part has at least
 * 26 bits, two more than a result keeps; or its unit is less than half of the smallest number; or
 * nothing was lost. `exp` is that of fp_round. */
static inline bool is_enough(uint32_t exp, uint64_t integer, bool lost)
{
    return exp <= 26 || integer >> 25 || !lost;
}

#endif
