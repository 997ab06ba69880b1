/* internal.h - decodes and encodes numbers, for the arithmetic of fdot. */
#ifndef FDOT_INTERNAL_H
#define FDOT_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "fdot/arithmetic.h"

enum fdot_class { FDOT_FINITE, FDOT_INFINITE, FDOT_NAN };

/*
 * A number. A finite one is (-1)^negative * sig * 2^(exp - frac): sig is an integer, exp the stored
 * exponent without its bias; for subnormals that of the least normal number, and for zero -126.
 */
struct fdot_number {
    enum fdot_class class;
    bool negative;
    uint32_t sig;
    int exp, frac;
};

/* The format of an f32, which enum assay_fdot_format does not have. */
enum { FDOT_F32 = ASSAY_FDOT_FORMATS };

struct fdot_layout {
    uint8_t frac, exp; /* bits */
    uint8_t dropped;   /* low bits that are ignored */
    bool infinite;     /* the greatest exponent field encodes infinities and NaNs */
    bool nan;          /* all ones is NaN */
};

static inline uint32_t fdot_ones(unsigned n)
{
    return (UINT32_C(1) << n) - 1;
}

static const struct fdot_layout fdot_layouts[FDOT_F32 + 1] = {
    [ASSAY_FDOT_F16] = {10, 5, 0, true, false},    [ASSAY_FDOT_BF16] = {7, 8, 0, true, false},
    [ASSAY_FDOT_TF32] = {10, 8, 13, true, false},  [ASSAY_FDOT_E4M3] = {3, 4, 0, false, true},
    [ASSAY_FDOT_E5M2] = {2, 5, 0, true, false},    [ASSAY_FDOT_E2M1] = {1, 2, 0, false, false},
    [ASSAY_FDOT_BF16_1K] = {7, 8, 0, true, false}, [FDOT_F32] = {23, 8, 0, true, false},
};

static inline struct fdot_number fdot_decode(unsigned format, uint32_t pattern)
{
    const struct fdot_layout *f = &fdot_layouts[format];
    const uint32_t x = pattern >> f->dropped;
    const uint32_t fraction = x & fdot_ones(f->frac), exp = x >> f->frac & fdot_ones(f->exp);
    const int bias = (int)fdot_ones(f->exp - 1u);
    struct fdot_number n = {
        .class = FDOT_FINITE,
        .negative = (x >> (f->frac + f->exp) & 1) != 0,
        .sig = exp ? fraction | UINT32_C(1) << f->frac : fraction,
        .exp = (exp ? (int)exp : 1) - bias,
        .frac = f->frac,
    };

    if (n.sig == 0)
        n.exp = -126;
    if (exp == fdot_ones(f->exp)) {
        if (f->infinite)
            n.class = fraction ? FDOT_NAN : FDOT_INFINITE;
        else if (f->nan && fraction == fdot_ones(f->frac))
            n.class = FDOT_NAN;
    }
    return n;
}

/* The product of two numbers, not normalised; that of infinity and zero is NaN. */
static inline struct fdot_number fdot_product(const struct fdot_number *a,
                                              const struct fdot_number *b)
{
    struct fdot_number p = {
        .class = a->class > b->class ? a->class : b->class,
        .negative = a->negative != b->negative,
        .sig = a->sig * b->sig, /* at most 11 bits by 11 */
        .exp = a->exp + b->exp,
        .frac = a->frac + b->frac,
    };

    /* The significand of an infinity is not 0. */
    if (p.class == FDOT_INFINITE && (a->sig == 0 || b->sig == 0))
        p.class = FDOT_NAN;
    return p;
}

/* Decodes c of a group. */
static inline struct fdot_number fdot_decode_c(enum assay_fdot_output output, uint32_t c)
{
    return fdot_decode(fdot_c_is_f16(output) ? (unsigned)ASSAY_FDOT_F16 : (unsigned)FDOT_F32, c);
}

/* Infinities and NaNs among the terms of a sum. */
struct fdot_special {
    bool nan, plus, minus; /* seen: a NaN, +infinity, -infinity */
};

static inline void fdot_see(struct fdot_special *s, const struct fdot_number *x)
{
    s->nan |= x->class == FDOT_NAN;
    s->plus |= x->class == FDOT_INFINITE && !x->negative;
    s->minus |= x->class == FDOT_INFINITE && x->negative;
}

static inline bool fdot_is_special(const struct fdot_special *s)
{
    return s->nan || s->plus || s->minus;
}

/* The result of a sum with such terms: NaN, or an infinity. */
uint32_t fdot_special_result(const struct fdot_special *s, enum assay_fdot_output output,
                             uint32_t f32_nan);

/*
 * sig * 2^(exp - frac) in units of 2^unit, truncated toward zero. The result must be less than
 * 2^56.
 */
static inline int64_t fdot_align(const struct fdot_number *x, int unit)
{
    const int up = x->exp - x->frac - unit;
    const uint64_t magnitude = up >= 0    ? (uint64_t)x->sig << up
                               : up > -32 ? (uint64_t)(x->sig >> -up)
                                          : 0;

    return x->negative ? -(int64_t)magnitude : (int64_t)magnitude;
}

/* A format that results are rounded to. */
struct fdot_rounding {
    int frac;       /* fraction bits */
    int least;      /* exponent of the least normal number */
    int greatest;   /* exponent of the greatest number */
    int zeros;      /* zero bits of the pattern below the fraction */
    bool nearest;   /* to nearest, ties to even; else toward zero */
    bool sign_kept; /* a non-zero sum that rounds to zero keeps its sign; else the result is +0 */
};

/* Rounds sum * 2^unit and returns the pattern. */
uint32_t fdot_round(const struct fdot_rounding *r, int64_t sum, int unit);

/*
 * The two arithmetics of CDNA. The sum of the products of cdna3 is floored to this many fraction
 * bits.
 */
enum { FDOT_CDNA3_SUM_FRACTION = 31 };
uint32_t fdot_cdna_steps(const struct fdot_kind *kind, unsigned group, const struct fdot_group *g);
uint32_t fdot_cdna_fused(const struct fdot_kind *kind, unsigned group, const struct fdot_group *g);

#endif
