/*
 * fdot_oracle.h - a group of assay_fdot computed from its definition in two ways that share no code
 * with the model: in the host's doubles, where every term of a group is exact, also in units of
 * 2^(E - F), and a conversion to an integer truncates it; and by MPFR, in numbers of 2000 bits. The
 * two share only what comes before the sum: number_of decodes an operand, make_terms multiplies and
 * finds what is not finite. From the alignment on they check each other. The table of K and F is
 * written out by hand.
 */
#ifndef FDOT_ORACLE_H
#define FDOT_ORACLE_H

#include "unit/numerics_oracle.h"

#include "api/assay_fdot.h"
#include "fdot/operands.h"

/* --- numbers, from the host's floats --- */

static const struct format e4m3 = {3, 4}, e5m2 = {2, 5}, e2m1 = {1, 2}, tf32 = {10, 8};

struct number {
    double value; /* may be infinite or NaN */
    int exp;      /* as stored */
};

static inline struct format format_of(enum assay_fdot_format f)
{
    switch (f) {
    case ASSAY_FDOT_F16:
        return f16;
    case ASSAY_FDOT_TF32:
        return tf32;
    case ASSAY_FDOT_E4M3:
        return e4m3;
    case ASSAY_FDOT_E5M2:
        return e5m2;
    case ASSAY_FDOT_E2M1:
        return e2m1;
    default:
        return bf16;
    }
}

static inline int stored_exponent(double x, int least)
{
    int exp;

    if (x == 0)
        return -126;
    frexp(x, &exp);
    return exp - 1 < least ? least : exp - 1;
}

static inline struct number number_of(enum assay_fdot_format name, uint32_t x)
{
    const struct format f = format_of(name);
    const int least = 2 - (1 << (f.exp_bits - 1));
    struct number n;

    if (name == ASSAY_FDOT_TF32) {
        n.value = (double)as_float(x & 0xFFFFE000);
    } else if (name == ASSAY_FDOT_E4M3 && (x & 0x7F) != 0x7F && (x & 0x78) == 0x78) {
        n.value = (x & 0x80 ? -1.0 : 1.0) * 256 * (1 + (x & 7) / 8.0);
    } else if (name == ASSAY_FDOT_E2M1) {
        static const double values[8] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};

        n.value = x & 8 ? -values[x & 7] : values[x & 7];
    } else {
        n.value = value_of(x, f);
    }
    n.exp = isfinite(n.value) ? stored_exponent(n.value, least) : 0;
    return n;
}

/* Every pattern of up to 16 bits, decoded once. A float can hold each value, and with floats the
 * table takes half the memory and stays in the cache. */
static struct {
    float value;
    int exp;
} table[ASSAY_FDOT_FORMATS][0x10000];

static inline void fill_tables(void)
{
    for (enum assay_fdot_format f = 0; f < ASSAY_FDOT_FORMATS; ++f)
        for (uint32_t x = 0; f != ASSAY_FDOT_TF32 && x >> assay_fdot_format_bits(f) == 0; ++x) {
            const struct number n = number_of(f, x);

            table[f][x].value = (float)n.value;
            table[f][x].exp = n.exp;
            assert_true(isnan(n.value) || (double)table[f][x].value == n.value);
        }
}

static inline struct number operand(enum assay_fdot_format f, uint32_t x)
{
    return f == ASSAY_FDOT_TF32 ? number_of(f, x)
                                : (struct number){(double)table[f][x].value, table[f][x].exp};
}

/* --- operations --- */

enum {
    F_F16 = 1 << ASSAY_FDOT_F16,
    F_BF16 = 1 << ASSAY_FDOT_BF16,
    F_TF32 = 1 << ASSAY_FDOT_TF32,
    F_8 = 1 << ASSAY_FDOT_E4M3 | 1 << ASSAY_FDOT_E5M2,
    F_8_4 = 1 << ASSAY_FDOT_E4M3 | 1 << ASSAY_FDOT_E5M2 | 1 << ASSAY_FDOT_E2M1,
    F_BF16_1K = 1 << ASSAY_FDOT_BF16_1K,
    O_F32 = 1 << ASSAY_FDOT_OUT_F32,
    O_F16 = 1 << ASSAY_FDOT_OUT_F16,
    O_E8M13 = 1 << ASSAY_FDOT_OUT_E8M13,
    O_C16 = 1 << ASSAY_FDOT_OUT_F32_C16
};

/* The operations that exist, from the publications. The two operands may have any of a row's
 * formats. */
static const struct {
    enum assay_fdot_profile profile;
    unsigned formats, outputs;
    struct assay_fdot_shape shape; /* K, F, scales */
} by_hand[] = {
    {ASSAY_FDOT_VOLTA, F_F16, O_F32 | O_F16 | O_C16, {4, 23, 0}},
    {ASSAY_FDOT_TURING, F_F16, O_F32 | O_F16, {8, 24, 0}},
    {ASSAY_FDOT_AMPERE, F_F16, O_F32 | O_F16, {8, 24, 0}},
    {ASSAY_FDOT_AMPERE, F_BF16, O_F32, {8, 24, 0}},
    {ASSAY_FDOT_AMPERE, F_TF32, O_F32, {4, 24, 0}},
    {ASSAY_FDOT_ADA, F_F16, O_F32 | O_F16, {8, 24, 0}},
    {ASSAY_FDOT_ADA, F_BF16, O_F32, {8, 24, 0}},
    {ASSAY_FDOT_ADA, F_TF32, O_F32, {4, 24, 0}},
    {ASSAY_FDOT_ADA, F_8, O_E8M13 | O_F16, {16, 13, 0}},
    {ASSAY_FDOT_HOPPER, F_F16, O_F32 | O_F16, {16, 25, 0}},
    {ASSAY_FDOT_HOPPER, F_BF16, O_F32, {16, 25, 0}},
    {ASSAY_FDOT_HOPPER, F_TF32, O_F32, {8, 25, 0}},
    {ASSAY_FDOT_HOPPER, F_8, O_E8M13 | O_F16, {32, 13, 0}},
    {ASSAY_FDOT_BLACKWELL, F_F16, O_F32 | O_F16, {16, 25, 0}},
    {ASSAY_FDOT_BLACKWELL, F_BF16, O_F32, {16, 25, 0}},
    {ASSAY_FDOT_BLACKWELL, F_TF32, O_F32, {8, 25, 0}},
    {ASSAY_FDOT_BLACKWELL, F_8_4, O_F32 | O_F16, {32, 25, 0}},
    {ASSAY_FDOT_BLACKWELL_SCALED, F_8_4, O_F32, {32, 25, 1}},
    {ASSAY_FDOT_CDNA1, F_F16, O_F32, {4, 0, 0}},
    {ASSAY_FDOT_CDNA1, F_BF16, O_F32, {2, 0, 0}},
    {ASSAY_FDOT_CDNA1, F_BF16_1K, O_F32, {4, 0, 0}},
    {ASSAY_FDOT_CDNA2, F_F16, O_F32, {4, 0, 0}},
    {ASSAY_FDOT_CDNA2, F_BF16, O_F32, {2, 0, 0}},
    {ASSAY_FDOT_CDNA2, F_BF16_1K, O_F32, {4, 0, 0}},
    {ASSAY_FDOT_CDNA3, F_F16, O_F32, {8, 24, 0}},
    {ASSAY_FDOT_CDNA3, F_BF16, O_F32, {8, 24, 0}},
};

/* Returns NULL if there is no such operation. */
static inline const struct assay_fdot_shape *shape_by_hand(const struct assay_fdot *op)
{
    for (size_t i = 0; i < sizeof by_hand / sizeof by_hand[0]; ++i)
        if (by_hand[i].profile == op->profile && by_hand[i].formats >> op->a_format & 1 &&
            by_hand[i].formats >> op->b_format & 1 && by_hand[i].outputs >> op->output & 1)
            return &by_hand[i].shape;
    return NULL;
}

enum {
    OPERATION_CODES =
        ASSAY_FDOT_PROFILES * ASSAY_FDOT_FORMATS * ASSAY_FDOT_FORMATS * ASSAY_FDOT_OUTPUTS
};

/* Returns operation `code` of all that can be named, whether or not it exists. */
static inline struct assay_fdot operation_of(unsigned code)
{
    enum { F = ASSAY_FDOT_FORMATS, O = ASSAY_FDOT_OUTPUTS };

    return (struct assay_fdot){.output = (enum assay_fdot_output)(code % O),
                               .b_format = (enum assay_fdot_format)(code / O % F),
                               .a_format = (enum assay_fdot_format)(code / O / F % F),
                               .profile = (enum assay_fdot_profile)(code / O / F / F)};
}

/* --- groups --- */

/* The terms of a group: products, then c. */
struct terms {
    unsigned n;
    struct number term[FDOT_MAX_GROUP + 1];
    double special; /* sum of the terms that are infinite or NaN; else 0 */
};

static inline struct number c_of(enum assay_fdot_output out, uint32_t c)
{
    struct number n;

    if (out == ASSAY_FDOT_OUT_F16 || out == ASSAY_FDOT_OUT_F32_C16)
        return operand(ASSAY_FDOT_F16, c);
    n.value = (double)as_float(c);
    n.exp = isfinite(n.value) ? stored_exponent(n.value, -126) : 0;
    return n;
}

static inline void make_terms(const struct assay_fdot *op, unsigned group,
                              const struct fdot_operands *o, struct terms *t)
{
    const bool scaled = op->profile == ASSAY_FDOT_BLACKWELL_SCALED;
    const int scale = scaled ? o->a_scale - 127 + o->b_scale - 127 : 0;
    const double by = ldexp(1, scale); /* a double has range to spare for the products */

    t->n = group + 1;
    t->special = scaled && (o->a_scale == 255 || o->b_scale == 255) ? (double)NAN : 0;
    for (unsigned i = 0; i < group; ++i) {
        const struct number a = operand(op->a_format, o->a[i]), b = operand(op->b_format, o->b[i]);

        t->term[i].value = a.value * b.value * by;
        t->term[i].exp = a.exp + b.exp + scale;
    }
    t->term[group] = c_of(op->output, o->c);
    for (unsigned i = 0; i < t->n; ++i)
        if (!isfinite(t->term[i].value))
            t->special += t->term[i].value;
}

static inline int greatest_exponent(const struct number *term, unsigned n)
{
    int e = term[0].exp;

    for (unsigned i = 1; i < n; ++i)
        e = term[i].exp > e ? term[i].exp : e;
    return e;
}

static inline uint32_t special_pattern(enum assay_fdot_output out, double x)
{
    if (out == ASSAY_FDOT_OUT_F16)
        return isnan(x) ? 0x7FFF : x > 0 ? 0x7C00 : 0xFC00;
    return isnan(x) ? 0x7FFFFFFF : x > 0 ? 0x7F800000 : 0xFF800000;
}

/* Returns x as an f32, rounded toward zero. */
static inline uint32_t truncated(double x)
{
    float y = (float)x;

    if (fabs((double)y) > fabs(x) && fabs(x) < ldexp(1, 128))
        y = nextafterf(y, 0);
    return y == 0 ? 0 : canonical_bits(y);
}

static inline uint32_t rounded_to_f16(double x)
{
    double unit;
    int exp;

    if (x == 0)
        return 0;
    frexp(x, &exp);
    unit = ldexp(1, (exp - 1 < -14 ? -14 : exp - 1) - 10);
    x = nearbyint(x / unit) * unit;
    if (x == 0)
        return 0;
    return fabs(x) >= 65536 ? special_pattern(ASSAY_FDOT_OUT_F16, x > 0 ? HUGE_VAL : -HUGE_VAL)
                            : pattern_of(x, f16);
}

static inline uint32_t output_of(enum assay_fdot_output out, double x)
{
    uint32_t y;

    if (out == ASSAY_FDOT_OUT_F16)
        return rounded_to_f16(x);
    y = truncated(x);
    if (out == ASSAY_FDOT_OUT_E8M13 && (y & 0x7F800000) != 0x7F800000)
        y &= ~UINT32_C(0x3FF);
    return y == 0x80000000 ? 0 : y;
}

static inline uint32_t by_doubles(const struct assay_fdot *op, const struct assay_fdot_shape *shape,
                                  const struct fdot_operands *o)
{
    struct terms t;
    int64_t sum = 0;
    double up;
    int e;

    make_terms(op, shape->group, o, &t);
    if (t.special != 0)
        return special_pattern(op->output, t.special);
    e = greatest_exponent(t.term, t.n);
    up = ldexp(1, (int)shape->fraction - e);
    for (unsigned i = 0; i < t.n; ++i)
        sum += (int64_t)(t.term[i].value * up);
    return output_of(op->output, (double)sum / up);
}

/* --- MPFR --- */

enum { WIDE = 2000 };

/* Sums the terms, each truncated to units of 2^unit, or unchanged if `exact`. */
static inline void wide_sum(mpfr_t sum, const struct terms *t, int unit, bool exact)
{
    mpfr_t x;

    mpfr_init2(x, WIDE);
    mpfr_set_zero(sum, 1);
    for (unsigned i = 0; i < t->n; ++i) {
        assert_int_equal(mpfr_set_d(x, t->term[i].value, MPFR_RNDN), 0);
        mpfr_mul_2si(x, x, -unit, MPFR_RNDN);
        if (!exact)
            mpfr_trunc(x, x);
        assert_int_equal(mpfr_add(sum, sum, x, MPFR_RNDN), 0);
    }
    mpfr_mul_2si(sum, sum, unit, MPFR_RNDN);
    mpfr_clear(x);
}

/* Returns the sum rounded once by MPFR, in the format's own range. */
static inline uint32_t wide_output(enum assay_fdot_output out, mpfr_t sum)
{
    const struct format f = out == ASSAY_FDOT_OUT_F16 ? f16 : f32;
    const int frac = out == ASSAY_FDOT_OUT_E8M13 ? 13 : f.frac_bits;
    const int greatest = (1 << (f.exp_bits - 1)) - 1;
    const mpfr_rnd_t mode = out == ASSAY_FDOT_OUT_F16 ? MPFR_RNDN : MPFR_RNDZ;
    mpfr_t y;
    double x;
    int t;

    if (mpfr_zero_p(sum))
        return 0;
    if (mpfr_get_exp(sum) > greatest + 1) /* rounding toward zero would give the greatest number */
        return special_pattern(out, mpfr_sgn(sum) > 0 ? HUGE_VAL : -HUGE_VAL);
    mpfr_init2(y, frac + 1);
    t = mpfr_set(y, sum, mode);
    mpfr_set_emin(3 - (1 << (f.exp_bits - 1)) - frac);
    mpfr_set_emax(greatest + 1);
    t = mpfr_check_range(y, t, mode);
    mpfr_subnormalize(y, t, mode);
    x = mpfr_get_d(y, MPFR_RNDN);
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
    mpfr_clear(y);
    return x == 0 ? 0 : isinf(x) ? special_pattern(out, x) : pattern_of(x, f);
}

/* Returns the result of a group. `sum` is scratch of WIDE bits. */
static inline uint32_t by_mpfr(const struct assay_fdot *op, const struct assay_fdot_shape *shape,
                               const struct fdot_operands *o, mpfr_t sum)
{
    struct terms t;

    make_terms(op, shape->group, o, &t);
    if (t.special != 0)
        return special_pattern(op->output, t.special);
    wide_sum(sum, &t, greatest_exponent(t.term, t.n) - (int)shape->fraction, false);
    return wide_output(op->output, sum);
}

/* --- cdna --- */

static inline float flushed(float x, bool flush)
{
    return flush && fpclassify(x) == FP_SUBNORMAL ? copysignf(0, x) : x;
}

static inline uint32_t by_steps(const struct assay_fdot *op, unsigned group,
                                const struct fdot_operands *o)
{
    const bool flush = op->profile == ASSAY_FDOT_CDNA2;
    const double least = ldexp(1, op->a_format == ASSAY_FDOT_F16 ? -14 : -126);
    float sum[FDOT_MAX_GROUP] = {0}, c = as_float(o->c);

    for (unsigned i = 0; i < group; ++i) {
        double a = operand(op->a_format, o->a[i]).value, b = operand(op->b_format, o->b[i]).value;

        if (flush && fabs(a) < least)
            a = 0;
        if (flush && fabs(b) < least)
            b = 0;
        sum[i] = a * b == 0 ? 0 : flushed((float)(a * b), flush);
    }
    for (unsigned n = group; n > 1; n /= 2)
        for (unsigned i = 0; i < n / 2; ++i)
            sum[i] = flushed(sum[2 * i] + sum[2 * i + 1], flush);
    if (flush && fpclassify(c) == FP_SUBNORMAL)
        c = 0;
    return canonical_bits(flushed(c + sum[0], flush));
}

static inline uint32_t by_cdna3(const struct assay_fdot *op, const struct fdot_operands *o)
{
    struct terms t;
    double sum = 0, up;
    float result;
    int e, all;

    make_terms(op, 8, o, &t);
    if (isfinite(t.term[8].value)) {
        t.special = 0;
        for (unsigned i = 0; i < 8; ++i)
            if (fabs(t.term[i].value) >= ldexp(1, 128)) /* too large, or infinite */
                t.special += copysign(HUGE_VAL, t.term[i].value);
            else if (isnan(t.term[i].value))
                t.special = (double)NAN;
    }
    if (t.special != 0)
        return isnan(t.special) ? 0x7FC00000 : special_pattern(op->output, t.special);
    e = greatest_exponent(t.term, 8);
    up = ldexp(1, 24 - e);
    for (unsigned i = 0; i < 8; ++i)
        sum += trunc(t.term[i].value * up);
    sum /= up;
    all = e > t.term[8].exp ? e : t.term[8].exp;
    up = ldexp(1, 31 - all);
    sum = floor(sum * up) + 128 * floor(t.term[8].value * up / 128);
    if (sum == 0)
        return 0;
    result = (float)(sum / up);
    return canonical_bits(result);
}

static inline uint32_t expected(const struct assay_fdot *op, const struct assay_fdot_shape *shape,
                                const struct fdot_operands *o)
{
    if (op->profile == ASSAY_FDOT_CDNA3)
        return by_cdna3(op, o);
    return shape->fraction ? by_doubles(op, shape, o) : by_steps(op, shape->group, o);
}

#endif
