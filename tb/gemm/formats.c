#include "gemm/formats.h"

#include <math.h>
#include <string.h>

#include "gemm/gemm.h"
#include "numerics/numerics.h"

size_t assay_format_size(enum assay_fdot_format f)
{
    return assay_fdot_format_bits(f) < 8 ? 1 : assay_fdot_format_bits(f) / 8;
}

uint32_t assay_format_get(const void *matrix, enum assay_fdot_format f, size_t i)
{
    return assay_gemm_element_of(matrix, assay_format_size(f), i);
}

void assay_format_put(void *matrix, enum assay_fdot_format f, size_t i, uint32_t pattern)
{
    switch (assay_format_size(f)) {
    case 1:
        ((uint8_t *)matrix)[i] = (uint8_t)pattern;
        break;
    case 2:
        ((uint16_t *)matrix)[i] = (uint16_t)pattern;
        break;
    default:
        ((uint32_t *)matrix)[i] = pattern;
        break;
    }
}

/* A format of 8 bits or fewer. */
struct small {
    int frac, least; /* fraction bits; exponent of the least normal number */
    uint32_t sign;   /* the sign bit */
    uint32_t last;   /* pattern of the greatest number */
    uint32_t over;   /* result for numbers beyond it */
    uint32_t no_number;
};

static struct small small_of(enum assay_fdot_format f)
{
    static const struct small e4m3 = {3, -6, 0x80, 0x7E, 0x7F, 0x7F};
    static const struct small e5m2 = {2, -14, 0x80, 0x7B, 0x7C, 0x7E};
    static const struct small e2m1 = {1, 0, 8, 7, 7, 7};

    return f == ASSAY_FDOT_E4M3 ? e4m3 : f == ASSAY_FDOT_E5M2 ? e5m2 : e2m1;
}

static uint32_t round_small(double x, const struct small *f, size_t *beyond)
{
    const uint32_t sign = signbit(x) ? f->sign : 0;
    uint32_t magnitude;
    int exp;

    if (isnan(x))
        return sign | f->no_number;
    if (!isinf(x)) {
        frexp(x, &exp);
        exp = x == 0 || exp - 1 < f->least ? f->least : exp - 1;
        if (exp < 16) {
            /* The hidden bit of a normal number adds 1 to the exponent field. */
            magnitude = ((uint32_t)(exp - f->least) << f->frac) +
                        (uint32_t)nearbyint(ldexp(fabs(x), f->frac - exp));
            if (magnitude <= f->last)
                return sign | magnitude;
        }
    }
    if (!isinf(x) || f->over == f->last || f->over == f->no_number)
        ++*beyond;
    return sign | f->over;
}

uint32_t assay_format_round(double x, enum assay_fdot_format to, size_t *beyond)
{
    const struct small small = small_of(to);

    switch (to) {
    case ASSAY_FDOT_F16:
        return assay_gemm_round(x, ASSAY_TYPE_F16, beyond);
    case ASSAY_FDOT_BF16:
    case ASSAY_FDOT_BF16_1K:
        return assay_gemm_round(x, ASSAY_TYPE_BF16, beyond);
    case ASSAY_FDOT_TF32:
        return assay_gemm_round(x, ASSAY_TYPE_F32, beyond);
    default:
        return round_small(x, &small, beyond);
    }
}

static double value_small(const struct small *f, uint32_t pattern)
{
    const uint32_t magnitude = pattern & (f->sign - 1),
                   fraction = magnitude & ((1U << f->frac) - 1);
    const int field = (int)(magnitude >> f->frac);
    double x = ldexp(fraction, f->least - f->frac);

    if (magnitude > f->last)
        x = f->over == f->no_number || magnitude > f->over ? (double)NAN : (double)INFINITY;
    else if (field)
        x = ldexp(fraction + (1U << f->frac), f->least - 1 + field - f->frac);
    return pattern & f->sign ? -x : x;
}

static double value_f32(uint32_t pattern)
{
    float x;

    memcpy(&x, &pattern, sizeof x);
    return (double)x;
}

double assay_format_value(enum assay_fdot_format f, uint32_t pattern)
{
    const struct small small = small_of(f);

    switch (f) {
    case ASSAY_FDOT_F16:
        return value_f32(assay_f16_to_f32((uint16_t)pattern));
    case ASSAY_FDOT_BF16:
    case ASSAY_FDOT_BF16_1K:
        return value_f32(assay_bf16_to_f32((uint16_t)pattern));
    case ASSAY_FDOT_TF32:
        return value_f32(pattern & 0xFFFFE000);
    default:
        return value_small(&small, pattern);
    }
}
