/* internal.h - numbers taken apart and put together, for the arithmetic of fdot. */
#ifndef FDOT_INTERNAL_H
#define FDOT_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "fdot/arithmetic.h"

enum fdot_class { FDOT_FINITE, FDOT_INFINITE, FDOT_NAN };

/*
 * A number. Finite ones are (-1)^negative * sig * 2^(exp - frac): sig is an integer, exp the exponent
 * as stored, that of the least normal number for subnormals and -126 for zero.
 */
struct fdot_number {
    enum fdot_class class;
    bool negative;
    uint32_t sig;
    int exp, frac;
};

/* A format of FDOT_F32 is an f32; enum assay_fdot_format has none. */
enum { FDOT_F32 = ASSAY_FDOT_FORMATS };

struct fdot_number fdot_decode(unsigned format, uint32_t pattern);

/* The product of two numbers, not normalised; of infinity and zero it is NaN. */
struct fdot_number fdot_product(const struct fdot_number *a, const struct fdot_number *b);

/* c of a group. */
struct fdot_number fdot_decode_c(enum assay_fdot_output output, uint32_t c);

/* Infinities and NaNs of a sum. */
struct fdot_special {
    bool nan, plus, minus; /* seen: a NaN, +infinity, -infinity */
};

void fdot_see(struct fdot_special *s, const struct fdot_number *x);

static inline bool fdot_is_special(const struct fdot_special *s)
{
    return s->nan || s->plus || s->minus;
}

/* What such a sum is: NaN, or an infinity. */
uint32_t fdot_special_result(const struct fdot_special *s, enum assay_fdot_output output,
                             uint32_t f32_nan);

/* sig * 2^(exp - frac) in units of 2^unit, cut off toward zero. The result is less than 2^56. */
int64_t fdot_align(const struct fdot_number *x, int unit);

/* A format that results are rounded to. */
struct fdot_rounding {
    int frac;       /* fraction bits */
    int least;      /* exponent of the least normal number */
    int greatest;   /* exponent */
    int zeros;      /* bits of the pattern below the fraction */
    bool nearest;   /* to nearest, ties to even; else toward zero */
    bool sign_kept; /* of what is rounded to zero; else that is +0 */
};

/* sum * 2^unit. */
uint32_t fdot_round(const struct fdot_rounding *r, int64_t sum, int unit);

/* The two arithmetics of cdna. */
uint32_t fdot_cdna_steps(const struct fdot_kind *kind, unsigned group, const struct fdot_group *g);
uint32_t fdot_cdna_fused(const struct fdot_kind *kind, unsigned group, const struct fdot_group *g);

#endif
