/*
 * fma.c - fp_fma equals assay_f32_fma, unless a subnormal c meets one subnormal factor.
 *
 * Each part of the proof fixes the distance of the exponents, by which both sides shift, or a range
 * of it where that is as easy; and the number of bits of subnormal operands, by which the model
 * shifts. Both sides then have the same product, up to such a shift, which is free.
 *
 *     top:    fp_fma
 *     rtl:    rtl/lib/fp_fma.v rtl/lib/fp_round.v
 *     model:  model/numerics/f32_fma.c
 *     in:     a:32 b:32 c:32
 *     out:    y:32
 *     vary:   a_sign b_sign c_sign a_exp:8 b_exp:8 c_exp:8 a_fraction:23 b_fraction:23
 *     vary:   c_fraction:23 low:3 more:9 part:12
 *     each:   part
 *     free:   product:48
 *     slow
 *     plant:  tb/fp/faults/fma_sticky_lost.patch
 */
#include "numerics/internal.h"

bool spec(const uint32_t *in, uint32_t *out);
bool inputs_of(const uint32_t *var, uint32_t *in);
bool variables_of(const uint32_t *in, uint32_t *var);

enum { SIGN, EXP = 3, FRACTION = 6, LOW = 9, MORE, PART }; /* the first three each of a, b, c */

/* The first part of each kind. An operand is small if its exponent field is 0. */
enum {
    BITS = 24, /* numbers of bits of a small operand */
    NEAR_FIRST = -27,
    NEAR_LAST = 30,

    NORMAL = 0,            /* none is small: distances -63 to 64, and beyond */
    NEAR_C = NORMAL + 128, /* c is small: distances NEAR_FIRST to NEAR_LAST, and bits of c */
    BELOW_C = NEAR_C + (NEAR_LAST - NEAR_FIRST + 1) * BITS, /* ranges of eight, down to -131 */
    ABOVE_C = BELOW_C + 13,                                 /* ranges of eight, to 63 and beyond */
    SMALL = ABOVE_C + 5,                                    /* a or b is small: bits, and ranges */
    C_ZERO = SMALL + 2 * BITS * 16,                         /* the same, and c is zero: bits */
    ZERO = C_ZERO + 2 * BITS,                               /* a or b is zero */
    BOTH = ZERO + 2,                                        /* a and b are small: bits */
    UNCLAIMED = BOTH + BITS * BITS,
};

struct part {
    bool small[3], any[3]; /* any: whatever the exponent */
    bool counted[3];       /* the number of bits is fixed */
    uint32_t bits[3];
    bool measured;            /* the distance is fixed, up to a range */
    bool range, below, above; /* of eight; and all below, or above */
    int32_t distance;
};

static bool is_small(uint32_t x)
{
    return !(x >> 23 & 0xFF);
}

static bool is_zero(uint32_t x)
{
    return !(x & 0x7FFFFFFF);
}

bool spec(const uint32_t *in, uint32_t *out)
{
    out[0] = assay_f32_fma(in[0], in[1], in[2]);
    return is_small(in[0]) == is_small(in[1]) || is_zero(in[0]) || is_zero(in[1]) ||
           !is_small(in[2]) || is_zero(in[2]);
}

static void count(struct part *p, uint32_t operand, uint32_t bits)
{
    p->small[operand] = p->counted[operand] = true;
    p->bits[operand] = bits;
}

static struct part part_of(uint32_t n)
{
    struct part p = {.measured = n < C_ZERO};

    if (n < NEAR_C) {
        p.distance = (int32_t)n - 63;
        p.below = n == 0;
        p.above = n == 127;
    } else if (n < BELOW_C) {
        p.distance = NEAR_FIRST + (int32_t)((n - NEAR_C) / BITS);
        count(&p, 2, (n - NEAR_C) % BITS);
    } else if (n < SMALL) {
        p.small[2] = p.range = true;
        p.distance = n < ABOVE_C ? NEAR_FIRST - 8 * (int32_t)(n - BELOW_C + 1)
                                 : NEAR_LAST + 1 + 8 * (int32_t)(n - ABOVE_C);
        p.above = n == SMALL - 1;
    } else if (n < C_ZERO) {
        const uint32_t k = (n - SMALL) / 16, range = (n - SMALL) % 16;

        count(&p, k >= BITS, k % BITS);
        p.range = true;
        p.distance = 8 * (int32_t)range - 63;
        p.below = range == 0;
        p.above = range == 15;
    } else if (n < ZERO) {
        count(&p, n - C_ZERO >= BITS, (n - C_ZERO) % BITS);
        count(&p, 2, 0);
    } else if (n < BOTH) {
        count(&p, n - ZERO, 0);
        p.any[2] = true;
    } else if (n < UNCLAIMED) {
        count(&p, 0, (n - BOTH) / BITS);
        count(&p, 1, (n - BOTH) % BITS);
        p.any[2] = true;
    } else {
        p.any[0] = p.any[1] = p.any[2] = true;
    }
    return p;
}

/* A fraction of n bits, the highest of which is 1. */
static uint32_t of_bits(uint32_t fraction, uint32_t n)
{
    return n ? 1U << (n - 1) | (fraction & ((1U << (n - 1)) - 1)) : 0;
}

static uint32_t bits_of(uint32_t x)
{
    return x & 0x7FFFFF ? 64 - leading_zeros(x & 0x7FFFFF) : 0;
}

bool inputs_of(const uint32_t *var, uint32_t *in)
{
    const struct part p = part_of(var[PART]);
    uint32_t exp[3] = {var[EXP], var[EXP + 1], var[EXP + 2]};
    bool good = var[PART] <= UNCLAIMED;

    if (p.measured) {
        const int32_t product =
            (int32_t)((p.small[0] ? 1 : exp[0]) + (p.small[1] ? 1 : exp[1])) - 127;
        const int32_t distance = p.distance + (p.range ? (int32_t)var[LOW] : 0) +
                                 (p.above   ? (int32_t)var[MORE]
                                  : p.below ? -(int32_t)var[MORE]
                                            : 0);
        const int32_t c = product - distance;

        good = good && c >= 1 && c <= (p.small[2] ? 1 : 255);
        exp[2] = (uint32_t)c & 0xFF;
    }
    for (uint32_t i = 0; i < 3; ++i) {
        const uint32_t fraction = var[FRACTION + i];

        good = good && (p.small[i] || p.any[i] || exp[i] != 0);
        in[i] = var[SIGN + i] << 31 | (p.small[i] ? 0 : exp[i]) << 23 |
                (p.counted[i] ? of_bits(fraction, p.bits[i]) : fraction);
    }
    return good;
}

/* The number of a range of eight from `first` on, and the place in it; `more` is what is beyond the
 * last of `n` ranges, or below the first. */
static uint32_t range_of(int32_t distance, int32_t first, uint32_t n, uint32_t *var)
{
    const int32_t last = first + 8 * (int32_t)n - 1;
    const uint32_t at = distance < first  ? 0
                        : distance > last ? 8 * n - 1
                                          : (uint32_t)(distance - first);

    var[LOW] = at % 8;
    var[MORE] = distance < first  ? (uint32_t)(first - distance)
                : distance > last ? (uint32_t)(distance - last)
                                  : 0;
    return at / 8;
}

static uint32_t part_for(const uint32_t *in, int32_t distance, uint32_t *var)
{
    const bool a = is_small(in[0]), b = is_small(in[1]), c = is_small(in[2]);

    if (a && b)
        return BOTH + bits_of(in[0]) * BITS + bits_of(in[1]);
    if (is_zero(in[0]) || is_zero(in[1]))
        return ZERO + is_zero(in[1]);
    if (a || b) {
        const uint32_t k = b * BITS + bits_of(b ? in[1] : in[0]);

        return is_zero(in[2]) ? C_ZERO + k
               : c            ? UNCLAIMED
                              : SMALL + 16 * k + range_of(distance, -63, 16, var);
    }
    if (!c)
        return NORMAL + 8 * range_of(distance, -63, 16, var) + var[LOW];
    if (distance < NEAR_FIRST)
        return BELOW_C + 12 - range_of(distance, NEAR_FIRST - 13 * 8, 13, var);
    if (distance > NEAR_LAST)
        return ABOVE_C + range_of(distance, NEAR_LAST + 1, 5, var);
    return NEAR_C + (uint32_t)(distance - NEAR_FIRST) * BITS + bits_of(in[2]);
}

bool variables_of(const uint32_t *in, uint32_t *var)
{
    uint32_t exp[3];

    for (uint32_t i = 0; i < 3; ++i) {
        var[SIGN + i] = in[i] >> 31;
        var[EXP + i] = in[i] >> 23 & 0xFF;
        var[FRACTION + i] = in[i] & 0x7FFFFF;
        exp[i] = var[EXP + i] ? var[EXP + i] : 1;
    }
    var[LOW] = var[MORE] = 0;
    var[PART] = part_for(in, (int32_t)(exp[0] + exp[1]) - 127 - (int32_t)exp[2], var);
    return true;
}
