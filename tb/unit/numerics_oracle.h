/*
 * numerics_oracle.h - oracles for the tests of the numerics, the host's own arithmetic and MPFR,
 * and the operands for them. NaNs of both oracles are made canonical.
 *
 * The host computes in binary32 because the operands are volatile floats and SSE has no wider
 * registers. MPFR computes with the format's precision and exponent range, and mpfr_subnormalize
 * removes the precision that subnormals lack, without rounding twice.
 *
 * Environment: ASSAY_FUZZ_COUNT sets how many random operands a test draws (default 2000000).
 */
#ifndef NUMERICS_ORACLE_H
#define NUMERICS_ORACLE_H

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The macro versions of these functions convert signs implicitly. */
#define MPFR_USE_NO_MACRO
#include <mpfr.h>

#include "unit/host_words.h"
#include "unit/random.h"

/* --- formats --- */

struct format {
    int frac_bits, exp_bits;
};

static const struct format f32 = {23, 8}, f16 = {10, 5}, bf16 = {7, 8};

static inline uint32_t canonical_nan(struct format f)
{
    return (((UINT32_C(1) << (f.exp_bits + 1)) - 1) << (f.frac_bits - 1));
}

/* Returns the pattern of x, which must be a value of the format. */
static inline uint32_t pattern_of(double x, struct format f)
{
    const int bias = (1 << (f.exp_bits - 1)) - 1;
    const uint32_t sign = (uint32_t)(signbit(x) != 0) << (f.frac_bits + f.exp_bits);
    double scaled;
    int exp;

    if (isnan(x))
        return canonical_nan(f);
    if (isinf(x))
        return sign | ((UINT32_C(1) << f.exp_bits) - 1) << f.frac_bits;
    if (x == 0)
        return sign;
    frexp(x, &exp); /* 0.5 <= |x| / 2^exp < 1 */
    exp = exp - 1 + bias;
    assert_true(exp < (1 << f.exp_bits) - 1);
    if (exp < 1)
        exp = 1;
    scaled = ldexp(fabs(x), f.frac_bits + bias - exp); /* with the hidden bit, if it has one */
    assert_true(scaled < ldexp(1, f.frac_bits + 1) && scaled == floor(scaled));
    return sign + ((uint32_t)(exp - 1) << f.frac_bits) + (uint32_t)scaled;
}

/* Returns the value of a pattern. */
static inline double value_of(uint32_t pattern, struct format f)
{
    const int bias = (1 << (f.exp_bits - 1)) - 1, largest = (1 << f.exp_bits) - 1;
    const uint32_t frac = pattern & ((UINT32_C(1) << f.frac_bits) - 1);
    const int exp = (int)(pattern >> f.frac_bits) & largest;
    double x = exp ? ldexp(1, f.frac_bits) + frac : frac;

    if (exp == largest)
        x = frac ? (double)NAN : (double)INFINITY;
    else
        x = ldexp(x, (exp ? exp : 1) - bias - f.frac_bits);
    return pattern >> (f.frac_bits + f.exp_bits) & 1 ? -x : x;
}

/* --- operations --- */

enum operation { ADD, SUB, MUL, FMA, DIV, OPERATIONS };

static const char *const operation_name[] = {"add", "sub", "mul", "fma", "div"};

static inline uint32_t host(enum operation op, uint32_t a, uint32_t b, uint32_t c)
{
    const volatile float x = as_float(a), y = as_float(b), z = as_float(c);

    switch (op) {
    case ADD:
        return canonical_bits(x + y);
    case SUB:
        return canonical_bits(x - y);
    case MUL:
        return canonical_bits(x * y);
    case FMA:
        return canonical_bits(fmaf(x, y, z));
    default:
        return canonical_bits(x / y);
    }
}

struct oracle {
    mpfr_t x, y, z, r;
};

/* MPFR normalizes to 0.1... * 2^e, so its exponents are one higher than those of 1... * 2^e. */
static inline void oracle_range(struct format f)
{
    const int bias = (1 << (f.exp_bits - 1)) - 1;

    assert_int_equal(mpfr_set_emin(2 - bias - f.frac_bits), 0);
    assert_int_equal(mpfr_set_emax(bias + 1), 0);
}

static inline void oracle_open(struct oracle *o, struct format result)
{
    mpfr_inits2(24, o->x, o->y, o->z, (mpfr_ptr)0);
    mpfr_init2(o->r, result.frac_bits + 1);
    oracle_range(f32);
}

static inline void oracle_close(struct oracle *o)
{
    mpfr_clears(o->x, o->y, o->z, o->r, (mpfr_ptr)0);
    mpfr_free_cache();
}

/* Returns the result of an f32 operation. */
static inline uint32_t exact(struct oracle *o, enum operation op, uint32_t a, uint32_t b,
                             uint32_t c)
{
    int t;

    mpfr_set_flt(o->x, as_float(a), MPFR_RNDN);
    mpfr_set_flt(o->y, as_float(b), MPFR_RNDN);
    switch (op) {
    case ADD:
        t = mpfr_add(o->r, o->x, o->y, MPFR_RNDN);
        break;
    case SUB:
        t = mpfr_sub(o->r, o->x, o->y, MPFR_RNDN);
        break;
    case MUL:
        t = mpfr_mul(o->r, o->x, o->y, MPFR_RNDN);
        break;
    case FMA:
        mpfr_set_flt(o->z, as_float(c), MPFR_RNDN);
        t = mpfr_fma(o->r, o->x, o->y, o->z, MPFR_RNDN);
        break;
    default:
        t = mpfr_div(o->r, o->x, o->y, MPFR_RNDN);
        break;
    }
    mpfr_subnormalize(o->r, t, MPFR_RNDN);
    return pattern_of(mpfr_get_d(o->r, MPFR_RNDN), f32);
}

/* Converts an f32 to another format: MPFR rounds in the range of f32, then the result is fitted
 * into the format's own. */
static inline uint32_t converted(struct oracle *o, uint32_t a, struct format to)
{
    uint32_t pattern;
    int t;

    mpfr_set_flt(o->x, as_float(a), MPFR_RNDN);
    t = mpfr_set(o->r, o->x, MPFR_RNDN);
    oracle_range(to);
    t = mpfr_check_range(o->r, t, MPFR_RNDN);
    mpfr_subnormalize(o->r, t, MPFR_RNDN);
    pattern = pattern_of(mpfr_get_d(o->r, MPFR_RNDN), to);
    oracle_range(f32);
    return pattern;
}

/* --- operands --- */

/* Magnitudes; each is tested with both signs. */
static const uint32_t corner[] = {
    0x00000000, 0x00000001, 0x00000002, 0x00000003, 0x000007FF, 0x00200000, 0x00400000, 0x00555555,
    0x007FFFFE, 0x007FFFFF, 0x00800000, 0x00800001, 0x00FFFFFF, 0x01000000, 0x01000001, 0x0B800000,
    0x0C000001, 0x1F800000, 0x20000000, 0x207FFFFF, 0x33000000, 0x33000001, 0x337FFFFF, 0x33800000,
    0x33800001, 0x34000000, 0x34400000, 0x3F000000, 0x3F7FFFFE, 0x3F7FFFFF, 0x3F800000, 0x3F800001,
    0x3F800002, 0x3FAAAAAA, 0x3FC00000, 0x3FFFFFFF, 0x40000000, 0x40400000, 0x4B000001, 0x4B7FFFFF,
    0x4B800000, 0x4B800001, 0x5F7FFFFF, 0x5F800000, 0x72800000, 0x73000001, 0x7EFFFFFF, 0x7F000000,
    0x7F7FFFFE, 0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7FBFFFFF, 0x7FC00000, 0x7FFFFFFF,
};

enum { CORNERS = 2 * (int)(sizeof corner / sizeof corner[0]) };

static inline uint32_t corner_of(uint32_t i)
{
    return corner[i / 2] | (i & 1) << 31;
}

static inline uint64_t fuzz_count(void)
{
    return number_from_environment("ASSAY_FUZZ_COUNT", 1, 2000000);
}

/* Starts the random stream of a test. */
static inline struct assay_rng fuzz_begin(const char *site)
{
    struct assay_rng r;

    random_begin(&r, 1, site);
    return r;
}

/* Draws a mixture: all patterns, moderate numbers, corners and their neighbours, subnormals of
 * every size, short fractions, runs of ones, the ends of the range. */
static inline uint32_t draw_f32(struct assay_rng *rng)
{
    const uint32_t x = assay_rng_u32(rng), n = assay_rng_below(rng, 24);
    const uint32_t sign = x & 0x80000000, frac = x & 0x7FFFFF;

    switch (assay_rng_below(rng, 8)) {
    case 0:
        return x;
    case 1:
        return sign | (111 + assay_rng_below(rng, 32)) << 23 | frac;
    case 2:
        return corner_of(assay_rng_below(rng, CORNERS)) + (n < 3 ? n - 1 : 0);
    case 3:
        return sign | frac >> n;
    case 4:
        return sign | (111 + assay_rng_below(rng, 32)) << 23 | (frac >> n << n);
    case 5:
        return sign | ((n & 1 ? 0 : 250) + assay_rng_below(rng, 5)) << 23 | frac;
    case 6:
        return sign | (119 + assay_rng_below(rng, 16)) << 23 |
               ((frac >> 22 << n) - (frac & 1)) % 0x800000;
    default:
        return sign | (1 + assay_rng_below(rng, 254)) << 23 | frac;
    }
}

/* Draws related operands, which independent draws would not find. */
static inline void draw_operands(struct assay_rng *rng, uint32_t *a, uint32_t *b, uint32_t *c)
{
    const uint32_t x = assay_rng_u32(rng), beside = assay_rng_below(rng, 9) - 4;
    uint32_t product, exp;

    *a = draw_f32(rng);
    *b = draw_f32(rng);
    *c = draw_f32(rng);
    switch (assay_rng_below(rng, 8)) {
    case 0: /* sums cancel, quotients are near one */
        *b = (*a ^ (x & 0x80000000)) + beside;
        return;
    case 1: /* half an ulp, or off from it by one bit */
        exp = *a >> 23 & 0xFF;
        *b = ((x & 0x80000000) | (exp > 24 ? exp - 24 : 0) << 23) + (x & 3) - 1;
        return;
    case 2: /* the product nearly cancels */
        product = host(MUL, *a, *b, 0);
        *c = (product ^ 0x80000000) + beside;
        return;
    case 3: /* the sum of c and a product at any distance */
        product = host(MUL, *a, *b, 0);
        exp = (product >> 23 & 0xFF) + assay_rng_below(rng, 120) - 60;
        *c = exp < 255 ? (*c & 0x807FFFFF) | exp << 23 : *c;
        return;
    case 4: /* products and quotients at the low end of the range */
        exp = 128 - assay_rng_below(rng, 30);
        *b = (*b & 0x807FFFFF) | (exp - (*a >> 23 & 0x7F)) << 23;
        return;
    case 5: /* 12 by 13 bits: every second product is a tie, perhaps with c far below */
        *a = (x & 0x807FF000) | (100 + assay_rng_below(rng, 50)) << 23;
        *b = (*b & 0x807FF800) | (100 + assay_rng_below(rng, 50)) << 23;
        return;
    default:
        return;
    }
}

#endif
