/*
 * internal.h - shared by the routines of numerics.h: unpacking patterns, adding aligned numbers,
 * rounding and packing.
 *
 * Between unpacking and packing, a finite non-zero number is (-1)^sign * sig * 2^exp. If bits of
 * sig are dropped, bit 0 is set when any of them was 1 ("jammed"): with at least two more bits
 * between it and the last kept bit, rounding gives the same result as for the exact number.
 */
#ifndef ASSAY_NUMERICS_INTERNAL_H
#define ASSAY_NUMERICS_INTERNAL_H

#include <stdint.h>

#include "numerics/numerics.h"

/* Formats as argument pairs: bits of the fraction and of the exponent. */
#define F32_FORMAT 23, 8
#define F16_FORMAT 10, 5

struct f32_parts {
    uint32_t sign; /* 0 or 1 */
    int32_t exp;
    uint32_t sig; /* 2^23 <= sig < 2^24 */
};

/* Number of zeros above the leading one. x must not be 0. */
static inline uint32_t leading_zeros(uint64_t x)
{
    return (uint32_t)__builtin_clzll(x);
}

static inline uint64_t shift_right_jam(uint64_t x, uint32_t n)
{
    if (n > 63)
        return x != 0;
    return x >> n | ((x & ((UINT64_C(1) << n) - 1)) != 0);
}

static inline uint32_t f32_sign(uint32_t a)
{
    return a >> 31;
}

/* Neither infinity nor NaN. */
static inline bool f32_is_finite(uint32_t a)
{
    return (a & 0x7F800000) != 0x7F800000;
}

/* a must be finite and non-zero; subnormals are normalized. */
static inline struct f32_parts f32_unpack(uint32_t a)
{
    struct f32_parts p = {a >> 31, (int32_t)(a >> 23 & 0xFF), a & 0x7FFFFF};

    if (p.exp) {
        p.sig |= 0x800000;
    } else {
        const uint32_t shift = leading_zeros(p.sig) - 40;

        p.sig <<= shift;
        p.exp = 1 - (int32_t)shift;
    }
    p.exp -= 127 + 23;
    return p;
}

/*
 * Rounds sig * 2^exp to a format and packs it. sig must not be 0; if it is jammed, it must have at
 * least frac_bits + 4 bits.
 */
static inline uint32_t round_pack(uint32_t sign, int32_t exp, uint64_t sig, uint32_t frac_bits,
                                  uint32_t exp_bits)
{
    const int32_t bias = (1 << (exp_bits - 1)) - 1, infinite = (1 << exp_bits) - 1;
    const uint64_t half = UINT64_C(1) << 63;
    const uint32_t top = leading_zeros(sig);
    uint32_t pattern = sign << (frac_bits + exp_bits);
    uint64_t rest;

    sig <<= top;
    exp += 63 - (int32_t)top + bias; /* now the exponent field of a normal number */
    if (exp >= infinite)
        return pattern | (uint32_t)infinite << frac_bits;
    if (exp < 1) {
        sig = shift_right_jam(sig, (uint32_t)(1 - exp));
        exp = 1;
    }
    /* The leading bit of sig adds 1 to the field, except in a subnormal, which has none. So does
     * a carry out of the fraction, from the largest subnormal to a normal number and from the
     * largest number to infinity. */
    pattern |= (uint32_t)(exp - 1) << frac_bits;
    pattern += (uint32_t)(sig >> (63 - frac_bits));
    rest = sig << (frac_bits + 1);
    return pattern + (rest > half || (rest == half && (pattern & 1)));
}

/* (-1)^sign * sig * 2^exp; 0 if sig is 0, and then the sign means nothing. */
struct f32_sum {
    uint32_t sign;
    int32_t exp;
    uint64_t sig;
};

/* The sum of two numbers, both with sig < 2^62. Only the number with the smaller exponent is
 * shifted, and jammed. */
static inline struct f32_sum f32_add_terms(uint32_t a_sign, int32_t a_exp, uint64_t a_sig,
                                           uint32_t b_sign, int32_t b_exp, uint64_t b_sig)
{
    /* Signs and exponents of sums are unpredictable: conditional selects instead of branches. */
    const bool swap = a_exp < b_exp;
    const uint32_t far = (uint32_t)(swap ? b_exp - a_exp : a_exp - b_exp);
    const int32_t exp = swap ? b_exp : a_exp;
    const uint64_t other = shift_right_jam(swap ? a_sig : b_sig, far < 63 ? far : 63);
    const uint64_t flip = 0 - (uint64_t)(a_sign ^ b_sign);
    const uint64_t sum = (swap ? b_sig : a_sig) + ((other ^ flip) - flip); /* two's complement */
    const uint64_t negative = 0 - (sum >> 63);

    return (struct f32_sum){(swap ? b_sign : a_sign) ^ (uint32_t)(negative & 1), exp,
                            (sum ^ negative) - negative};
}

/*
 * The sum of two numbers, both with 2^60 <= sig < 2^62, rounded to f32. The sig that is shifted has
 * enough trailing zeros that it jams only after a shift by 15 or more: then the other number is at
 * least 2^13 times as large, and the result has at least 59 bits and is odd. The exact result
 * differs from it by less than 1 and lies on the same side of every even number; hence both round
 * alike.
 */
static inline uint32_t f32_round_sum(uint32_t a_sign, int32_t a_exp, uint64_t a_sig,
                                     uint32_t b_sign, int32_t b_exp, uint64_t b_sig)
{
    const struct f32_sum s = f32_add_terms(a_sign, a_exp, a_sig, b_sign, b_exp, b_sig);

    return s.sig ? round_pack(s.sign, s.exp, s.sig, F32_FORMAT) : 0;
}

#endif
