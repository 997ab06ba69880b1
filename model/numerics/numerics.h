/*
 * numerics.h - floating point, bit for bit: binary32, binary16 and bfloat16 on their bit patterns.
 *
 * README.md beside this file defines the rules. In short:
 *
 *   - A value is its pattern: uint32_t for f32, uint16_t for f16 (1 sign, 5 exponent, 10 fraction
 *     bits) and bf16 (1, 8, 7: the upper half of an f32).
 *   - Every pattern is a legal operand of every routine. There are no errors, flags, modes or
 *     state, and the host's floating point is not used: results are the same everywhere.
 *   - Every routine rounds once, to nearest, ties to even.
 *   - Subnormals are operands and results like any other number.
 *   - Signalling and quiet NaNs behave alike, and payloads do not propagate: a NaN result is always
 *     ASSAY_F32_NAN, ASSAY_F16_NAN or ASSAY_BF16_NAN.
 *   - A result too large in magnitude is an infinity; a non-zero one that rounds to zero keeps its
 *     sign.
 */
#ifndef ASSAY_NUMERICS_H
#define ASSAY_NUMERICS_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* exported by the shared library */
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* The canonical NaNs. */
#define ASSAY_F32_NAN UINT32_C(0x7FC00000)
#define ASSAY_F16_NAN UINT16_C(0x7E00)
#define ASSAY_BF16_NAN UINT16_C(0x7FC0)

#define ASSAY_F32_INF UINT32_C(0x7F800000)

/* --- classification --- */

static inline bool assay_f32_is_nan(uint32_t a)
{
    return (a & 0x7FFFFFFF) > ASSAY_F32_INF;
}

static inline bool assay_f32_is_inf(uint32_t a)
{
    return (a & 0x7FFFFFFF) == ASSAY_F32_INF;
}

static inline bool assay_f32_is_zero(uint32_t a)
{
    return (a & 0x7FFFFFFF) == 0;
}

static inline bool assay_f32_is_subnormal(uint32_t a)
{
    return (a & 0x7F800000) == 0 && !assay_f32_is_zero(a);
}

/* The sign bit, including that of a zero or NaN. */
static inline bool assay_f32_is_negative(uint32_t a)
{
    return (a >> 31) != 0;
}

/* Replaces any NaN by the canonical one; returns everything else unchanged. */
static inline uint32_t assay_f32_canonical(uint32_t a)
{
    return assay_f32_is_nan(a) ? ASSAY_F32_NAN : a;
}

/* --- arithmetic --- */

/*
 * a + b and a - b. Infinities that cancel (inf + -inf, inf - inf) give NaN. An exact zero is +0,
 * except that (-0) + (-0) and (-0) - (+0) are -0.
 */
uint32_t assay_f32_add(uint32_t a, uint32_t b);
uint32_t assay_f32_sub(uint32_t a, uint32_t b);

/*
 * a * b. 0 times an infinity is NaN. Otherwise the result, even a zero or an infinity, is negative
 * if exactly one operand is.
 */
uint32_t assay_f32_mul(uint32_t a, uint32_t b);

/*
 * a * b + c, computed exactly and rounded once. 0 times an infinity is NaN whatever c is; an
 * infinite product and an infinite c of opposite sign give NaN. An exact zero has the sign of the
 * sum of the product and c: -0 if both are -0, else +0.
 */
uint32_t assay_f32_fma(uint32_t a, uint32_t b, uint32_t c);
/* n fused multiply-adds that share all but one operand, faster than one by one: a * b + c[i],
 * and a[i] * b + c. */
void assay_f32_fma_row(uint32_t a, uint32_t b, const uint32_t *c, uint32_t n, uint32_t *out);
void assay_f32_fma_column(const uint32_t *a, uint32_t b, uint32_t c, uint32_t n, uint32_t *out);

/*
 * a / b. 0/0 and inf/inf are NaN; x/0 is an infinity and x/inf a zero, negative if exactly one
 * operand is.
 */
uint32_t assay_f32_div(uint32_t a, uint32_t b);

/*
 * IEEE 754-2019 minimumNumber and maximumNumber: a NaN operand loses to a number, two NaNs give
 * NaN, -0 is less than +0.
 */
uint32_t assay_f32_min(uint32_t a, uint32_t b);
uint32_t assay_f32_max(uint32_t a, uint32_t b);

/* --- comparisons --- */

/* The relation of a to b; one bit each, so that a set of outcomes can be a mask. */
enum assay_f32_order {
    ASSAY_F32_LESS = 1,
    ASSAY_F32_EQUAL = 2, /* including -0 and +0 */
    ASSAY_F32_GREATER = 4,
    ASSAY_F32_UNORDERED = 8 /* a or b is a NaN */
};

enum assay_f32_order assay_f32_compare(uint32_t a, uint32_t b);

/* If an operand is NaN, all of these are false, except ne. */
static inline bool assay_f32_eq(uint32_t a, uint32_t b)
{
    return assay_f32_compare(a, b) == ASSAY_F32_EQUAL;
}

static inline bool assay_f32_ne(uint32_t a, uint32_t b)
{
    return assay_f32_compare(a, b) != ASSAY_F32_EQUAL;
}

static inline bool assay_f32_lt(uint32_t a, uint32_t b)
{
    return assay_f32_compare(a, b) == ASSAY_F32_LESS;
}

static inline bool assay_f32_le(uint32_t a, uint32_t b)
{
    return (assay_f32_compare(a, b) & (ASSAY_F32_LESS | ASSAY_F32_EQUAL)) != 0;
}

static inline bool assay_f32_gt(uint32_t a, uint32_t b)
{
    return assay_f32_compare(a, b) == ASSAY_F32_GREATER;
}

static inline bool assay_f32_ge(uint32_t a, uint32_t b)
{
    return (assay_f32_compare(a, b) & (ASSAY_F32_GREATER | ASSAY_F32_EQUAL)) != 0;
}

/* --- conversions --- */

/* Rounded; a result above the largest number of the format becomes an infinity. */
uint16_t assay_f32_to_f16(uint32_t a);
uint16_t assay_f32_to_bf16(uint32_t a);

/* Exact. */
uint32_t assay_f16_to_f32(uint16_t a);
uint32_t assay_bf16_to_f32(uint16_t a);

/* From integers, rounded; zero gives +0. None of them overflows. */
uint32_t assay_u32_to_f32(uint32_t a);
uint32_t assay_s32_to_f32(int32_t a);
uint32_t assay_u64_to_f32(uint64_t a);
uint32_t assay_s64_to_f32(int64_t a);

#ifdef __cplusplus
}
#endif
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
