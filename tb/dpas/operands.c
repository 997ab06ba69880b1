#include "dpas/operands.h"

#include <assert.h>

void dpas_draw_integers(struct assay_rng *r, uint32_t corner, uint32_t *row, uint32_t n)
{
    static const uint32_t corners[] = {
        0x00000000, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, /* 32 bits: 0, -1, least, greatest */
        0x80808080, 0x7F7F7F7F, 0x88888888, 0x77777777, /* 8 and 4 bits: least, greatest */
        0xAAAAAAAA, 0x55555555, 0x00000001, 0x01010101, /* 2 bits: least, greatest; ones */
        0x80000001, 0x7FFFFFFE, 0xFFFFFFFE, 0x7FFFF000, /* near the ends: sums overflow */
    };
    const uint32_t n_corners = sizeof corners / sizeof corners[0];
    const bool all_same = assay_rng_below(r, 2) != 0;

    if (!assay_rng_percent(r, corner)) {
        for (uint32_t i = 0; i < n; i += 2) {
            uint64_t bits = assay_rng_u64(r);

            row[i] = (uint32_t)bits;
            if (i + 1 < n)
                row[i + 1] = (uint32_t)(bits >> 32);
        }
        return;
    }
    for (uint32_t i = 0; i < n; ++i)
        row[i] = i && all_same ? row[0] : corners[assay_rng_below(r, n_corners)];
}

/* --- floats --- */

struct format {
    uint32_t frac_bits, exp_bits;
};

static struct format format_of(enum dpas_type type)
{
    static const struct format formats[] = {{7, 8}, {10, 5}, {23, 8}};

    assert(type >= DPAS_BF16 && type <= DPAS_F32);
    return formats[type - DPAS_BF16];
}

static uint32_t fraction_ones(struct format f)
{
    return (UINT32_C(1) << f.frac_bits) - 1;
}

static uint32_t infinity(struct format f)
{
    return ((UINT32_C(1) << f.exp_bits) - 1) << f.frac_bits;
}

static uint32_t sign(struct format f, bool negative)
{
    return (uint32_t)negative << (f.frac_bits + f.exp_bits);
}

/* A magnitude of 2^exp, clamped to the format's normal numbers, with a fraction from the low
 * bits of `frac`. */
static uint32_t magnitude(struct format f, int32_t exp, uint32_t frac)
{
    const int32_t bias = (1 << (f.exp_bits - 1)) - 1;
    const int32_t field = exp + bias < 1 ? 1 : exp > bias ? 2 * bias : exp + bias;

    return (uint32_t)field << f.frac_bits | (frac & fraction_ones(f));
}

static int32_t between(struct assay_rng *r, int32_t low, int32_t high)
{
    return low + (int32_t)assay_rng_below(r, (uint32_t)(high - low + 1));
}

static uint32_t moderate(struct assay_rng *r, struct format f)
{
    const uint32_t x = assay_rng_u32(r);

    return sign(f, x >> 31) | magnitude(f, between(r, -4, 4), x);
}

/* src2 holds small powers of two; src1 and src0 hold a few magnitudes. Thus one product cancels
 * another, entirely or except for a few ulps. */
static uint32_t cancelling(struct assay_rng *r, const struct dpas_temper *t, enum dpas_place place,
                           struct format f)
{
    const uint32_t x = assay_rng_u32(r), which = x & 1;
    const uint32_t frac = t->magnitudes >> (which ? 9 : 0);
    /* From the top of the fraction: f32 and the narrow types get the same numbers. */
    const uint32_t wide = (frac & 0x7F) << (f.frac_bits - 7);
    const uint32_t beside = (x >> 8 & 7) == 0 ? 1 : 0;

    if (place == DPAS_IN_SRC2)
        return sign(f, x >> 31) | magnitude(f, (x >> 4 & 3) == 0 ? -1 : 0, 0);
    return (sign(f, x >> 31) | magnitude(f, (int32_t)which, wide)) + beside;
}

/* C is near 1, and products are near 2^-24, half its ulp. */
static uint32_t tying(struct assay_rng *r, enum dpas_place place, struct format f)
{
    const uint32_t x = assay_rng_u32(r);
    const uint32_t beside = x >> 8 & 3; /* 3: one ulp below; 2: one above; else 0 */

    if (place == DPAS_IN_SRC0)
        return sign(f, x >> 31) | magnitude(f, (int32_t)(x >> 24 & 1), x);
    return (sign(f, x >> 31) | magnitude(f, -12 + (int32_t)(x >> 24 & 1), 0)) +
           (beside == 3 ? UINT32_MAX : beside == 2);
}

static uint32_t low(struct assay_rng *r, enum dpas_place place, struct format f)
{
    const uint32_t x = assay_rng_u32(r);

    if (place == DPAS_IN_SRC0 ||
        assay_rng_below(r, 4) == 0) /* subnormals of every size, and small normal numbers */
        return sign(f, x >> 31) | (x & (2 * fraction_ones(f) + 1)) >> (x >> 24 & 15);
    return sign(f, x >> 31) | magnitude(f, between(r, -76, -60), x);
}

static uint32_t high(struct assay_rng *r, enum dpas_place place, struct format f)
{
    const uint32_t x = assay_rng_u32(r);

    if (place == DPAS_IN_SRC0)
        return sign(f, x >> 31) | magnitude(f, between(r, 124, 127), x | x >> 8);
    return sign(f, x >> 31) | magnitude(f, between(r, 60, 65), x | x >> 8);
}

static uint32_t special(struct assay_rng *r, struct format f)
{
    const uint32_t ones = fraction_ones(f), x = assay_rng_u32(r);
    const uint32_t one = magnitude(f, 0, 0);
    uint32_t a;

    switch (assay_rng_below(r, 10)) {
    case 0:
        a = 0;
        break;
    case 1:
        a = x & 1 ? 1 : ones; /* smallest and largest subnormal */
        break;
    case 2:
        a = x & ones;
        break;
    case 3:
        a = ones + 1; /* smallest normal */
        break;
    case 4:
        a = infinity(f) - 1; /* largest */
        break;
    case 5:
        a = one + (x & 3) - 1;
        break;
    case 6:
        a = infinity(f);
        break;
    case 7: /* NaNs: any payload, quiet or signalling */
        a = infinity(f) | (x & ones) | 1;
        break;
    case 8: /* the canonical NaN, and the one with the least payload */
        a = infinity(f) | (x & 3 ? (ones + 1) / 2 : 1);
        break;
    default:
        a = one + (ones + 1) / 2 * (x & 3);
        break;
    }
    return sign(f, x >> 31) | a;
}

/* The zeros of a row usually have the same sign: -0 survives only among zeros of the same sign. */
static uint32_t zero(struct assay_rng *r, struct format f, bool negative)
{
    const uint32_t x = assay_rng_below(r, 16);

    if (x == 0)
        return moderate(r, f);
    return sign(f, x == 1 ? !negative : negative);
}

static uint32_t spread(struct assay_rng *r, enum dpas_place place, struct format f)
{
    const uint32_t x = assay_rng_u32(r);

    return sign(f, x >> 31) |
           magnitude(f, place == DPAS_IN_SRC0 ? between(r, -30, 30) : between(r, -14, 15), x);
}

static uint32_t faced(struct assay_rng *r, enum dpas_place place, struct format f)
{
    const uint32_t x = assay_rng_u32(r);

    if (place == DPAS_IN_SRC0) /* from the least subnormal to about 2^-90 */
        return sign(f, x >> 31) | (x & 0x0FFFFFFF) >> (x >> 26 & 28);
    if (place == DPAS_IN_SRC1 && assay_rng_below(r, 4))
        return sign(f, x >> 31);
    return sign(f, x >> 31) | magnitude(f, between(r, -126, 127), x);
}

static uint32_t element(struct assay_rng *r, const struct dpas_temper *t, enum dpas_place place,
                        struct format f, bool row_negative)
{
    switch (t->mood) {
    case DPAS_ANY:
        return assay_rng_u32(r) & (sign(f, true) | infinity(f) | fraction_ones(f));
    case DPAS_CANCEL:
        return cancelling(r, t, place, f);
    case DPAS_TIES:
        return tying(r, place, f);
    case DPAS_LOW:
        return low(r, place, f);
    case DPAS_HIGH:
        return high(r, place, f);
    case DPAS_ZEROS:
        return zero(r, f, row_negative);
    case DPAS_SPREAD:
        return spread(r, place, f);
    case DPAS_FACED:
        return faced(r, place, f);
    case DPAS_SPECIALS:
        /* Rare enough in factors that most chains do not end in NaN. */
        return assay_rng_below(r, place == DPAS_IN_SRC0 ? 2 : 6) ? moderate(r, f) : special(r, f);
    default:
        return moderate(r, f);
    }
}

void dpas_draw_floats(struct assay_rng *r, const struct dpas_temper *t, enum dpas_place place,
                      enum dpas_type type, uint32_t *row, uint32_t n)
{
    const bool wide = place == DPAS_IN_SRC0 || type == DPAS_F32;
    const struct format f = format_of(wide ? DPAS_F32 : type);
    const bool row_negative = assay_rng_below(r, 2);

    for (uint32_t i = 0; i < n; ++i) {
        row[i] = element(r, t, place, f, row_negative);
        if (!wide)
            row[i] |= element(r, t, place, f, row_negative) << 16;
    }
}
