/*
 * arithmetic.c - the table of operations, and the sum that is aligned, added exactly and rounded
 * once.
 */
#include "fdot/arithmetic.h"

#include <stddef.h>

#include "fdot/internal.h"

enum {
    F16 = 1 << ASSAY_FDOT_F16,
    BF16 = 1 << ASSAY_FDOT_BF16,
    TF32 = 1 << ASSAY_FDOT_TF32,
    E4M3 = 1 << ASSAY_FDOT_E4M3,
    E5M2 = 1 << ASSAY_FDOT_E5M2,
    E2M1 = 1 << ASSAY_FDOT_E2M1,
    BF16_1K = 1 << ASSAY_FDOT_BF16_1K,
    OUT_F32 = 1 << ASSAY_FDOT_OUT_F32,
    OUT_F16 = 1 << ASSAY_FDOT_OUT_F16,
    OUT_E8M13 = 1 << ASSAY_FDOT_OUT_E8M13,
    OUT_F32_C16 = 1 << ASSAY_FDOT_OUT_F32_C16
};

enum { MOST_ROWS = 4 };

/* For each profile: the formats of both sides come from the same row, in any mix. */
static const struct row {
    uint8_t formats, outputs;
    struct fdot_rule rule;
} rows[ASSAY_FDOT_PROFILES][MOST_ROWS] = {
    [ASSAY_FDOT_VOLTA] = {{F16, OUT_F32 | OUT_F16 | OUT_F32_C16, {4, 23}}},
    [ASSAY_FDOT_TURING] = {{F16, OUT_F32 | OUT_F16, {8, 24}}},
    [ASSAY_FDOT_AMPERE] = {{F16, OUT_F32 | OUT_F16, {8, 24}},
                           {BF16, OUT_F32, {8, 24}},
                           {TF32, OUT_F32, {4, 24}}},
    [ASSAY_FDOT_ADA] = {{F16, OUT_F32 | OUT_F16, {8, 24}},
                        {BF16, OUT_F32, {8, 24}},
                        {TF32, OUT_F32, {4, 24}},
                        {E4M3 | E5M2, OUT_E8M13 | OUT_F16, {16, 13}}},
    [ASSAY_FDOT_HOPPER] = {{F16, OUT_F32 | OUT_F16, {16, 25}},
                           {BF16, OUT_F32, {16, 25}},
                           {TF32, OUT_F32, {8, 25}},
                           {E4M3 | E5M2, OUT_E8M13 | OUT_F16, {32, 13}}},
    [ASSAY_FDOT_BLACKWELL] = {{F16, OUT_F32 | OUT_F16, {16, 25}},
                              {BF16, OUT_F32, {16, 25}},
                              {TF32, OUT_F32, {8, 25}},
                              {E4M3 | E5M2 | E2M1, OUT_F32 | OUT_F16, {32, 25}}},
    [ASSAY_FDOT_BLACKWELL_SCALED] = {{E4M3 | E5M2 | E2M1, OUT_F32, {32, 25}}},
    [ASSAY_FDOT_CDNA1] = {{F16, OUT_F32, {4, 0}},
                          {BF16, OUT_F32, {2, 0}},
                          {BF16_1K, OUT_F32, {4, 0}}},
    [ASSAY_FDOT_CDNA2] = {{F16, OUT_F32, {4, 0}},
                          {BF16, OUT_F32, {2, 0}},
                          {BF16_1K, OUT_F32, {4, 0}}},
    [ASSAY_FDOT_CDNA3] = {{F16, OUT_F32, {8, 24}}, {BF16, OUT_F32, {8, 24}}},
};

bool fdot_rule(const struct fdot_kind *kind, struct fdot_rule *rule)
{
    if ((unsigned)kind->profile >= ASSAY_FDOT_PROFILES ||
        (unsigned)kind->a_format >= ASSAY_FDOT_FORMATS ||
        (unsigned)kind->b_format >= ASSAY_FDOT_FORMATS ||
        (unsigned)kind->output >= ASSAY_FDOT_OUTPUTS)
        return false;
    for (unsigned i = 0; i < MOST_ROWS; ++i) {
        const struct row *row = &rows[kind->profile][i];

        if (row->formats >> kind->a_format & 1 && row->formats >> kind->b_format & 1 &&
            row->outputs >> kind->output & 1) {
            *rule = row->rule;
            return true;
        }
    }
    return false;
}

static const struct fdot_rounding roundings[ASSAY_FDOT_OUTPUTS] = {
    [ASSAY_FDOT_OUT_F32] = {.frac = 23, .least = -126, .greatest = 127},
    [ASSAY_FDOT_OUT_F16] = {.frac = 10, .least = -14, .greatest = 15, .nearest = true},
    [ASSAY_FDOT_OUT_E8M13] = {.frac = 13, .least = -126, .greatest = 127, .zeros = 10},
    [ASSAY_FDOT_OUT_F32_C16] = {.frac = 23, .least = -126, .greatest = 127},
};

enum { NAN_F32 = 0x7FFFFFFF };

/* Finite elements of a side: signed significands, and exponents. */
struct side {
    int16_t sig[FDOT_MAX_GROUP], exp[FDOT_MAX_GROUP];
};

/*
 * Decodes like fdot_decode. Returns true if all are finite. Instantiated for each format and
 * without branches, to let the compiler vectorise it.
 */
static inline bool take(enum assay_fdot_format format, unsigned n, const uint32_t *x,
                        struct side *to)
{
    const struct fdot_layout f = fdot_layouts[format];
    const uint32_t top = fdot_ones(f.exp), all = fdot_ones(f.frac);
    const int bias = (int)fdot_ones(f.exp - 1u);
    uint32_t special = 0;

    for (unsigned i = 0; i < n; ++i) {
        const uint32_t y = x[i] >> f.dropped, exp = y >> f.frac & top, fraction = y & all;
        const int sig = (int)(fraction + ((uint32_t)(exp != 0) << f.frac));
        const int stored = (int)(exp + (exp == 0)) - bias;

        special |= (uint32_t)(exp == top) & (f.infinite | (f.nan & (fraction == all)));
        to->sig[i] = (int16_t)(sig * (1 - 2 * (int)(y >> (f.frac + f.exp) & 1)));
        to->exp[i] = (int16_t)(sig ? stored : -126);
    }
    return special == 0;
}

static bool take_side(enum assay_fdot_format format, unsigned n, const uint32_t *x, struct side *to)
{
    switch (format) {
    case ASSAY_FDOT_F16:
        return take(ASSAY_FDOT_F16, n, x, to);
    case ASSAY_FDOT_TF32:
        return take(ASSAY_FDOT_TF32, n, x, to);
    case ASSAY_FDOT_E4M3:
        return take(ASSAY_FDOT_E4M3, n, x, to);
    case ASSAY_FDOT_E5M2:
        return take(ASSAY_FDOT_E5M2, n, x, to);
    case ASSAY_FDOT_E2M1:
        return take(ASSAY_FDOT_E2M1, n, x, to);
    default:
        return take(ASSAY_FDOT_BF16, n, x, to);
    }
}

static uint32_t special_of(const struct fdot_kind *kind, const struct fdot_rule *rule,
                           const struct fdot_group *g, bool nan)
{
    struct fdot_special special = {.nan = nan};
    const struct fdot_number c = fdot_decode_c(kind->output, g->c);

    fdot_see(&special, &c);
    for (unsigned i = 0; i < rule->group && !special.nan; ++i) {
        const struct fdot_number a = fdot_decode(kind->a_format, g->a[i]);
        const struct fdot_number b = fdot_decode(kind->b_format, g->b[i]);

        if (a.class != FDOT_FINITE || b.class != FDOT_FINITE) {
            const struct fdot_number p = fdot_product(&a, &b);

            fdot_see(&special, &p);
        }
    }
    return fdot_special_result(&special, kind->output, NAN_F32);
}

/* True if fdot_align cuts off a non-zero bit. */
static bool loses(const struct fdot_number *x, int unit)
{
    const int down = unit - x->exp + x->frac;

    return down > 0 && x->sig != 0 && (down > 31 || (x->sig & ((UINT32_C(1) << down) - 1)) != 0);
}

/*
 * The sum of the aligned products, in units of 2^(greatest - F). Unless `lost` is NULL, the bits
 * cut off are ORed into *lost.
 */
static inline int64_t add_products(unsigned n, unsigned up, const int32_t *sig, const int16_t *exp,
                                   int greatest, uint32_t *lost)
{
    int64_t sum = 0;

    for (unsigned i = 0; i < n; ++i) {
        const int64_t negative = sig[i] < 0;
        const uint32_t whole = (uint32_t)(negative ? -sig[i] : sig[i]) << up; /* below 2^(F + 2) */
        const unsigned far = (unsigned)(greatest - exp[i]), down = far > 31 ? 31 : far;
        const uint32_t kept = whole >> down;

        if (lost)
            *lost |= kept << down ^ whole;
        sum += ((int64_t)kept ^ -negative) + negative; /* no branch: signs are random */
    }
    return sum;
}

/* s->cut is set only if `cut` is true. */
static inline void add(const struct fdot_kind *kind, const struct fdot_rule *rule,
                       const struct fdot_group *g, bool cut, struct fdot_sum *s)
{
    const bool scaled = kind->profile == ASSAY_FDOT_BLACKWELL_SCALED;
    const int scale = scaled ? g->a_scale + g->b_scale - 2 * 127 : 0;
    const bool nan = scaled && (g->a_scale == 0xFF || g->b_scale == 0xFF);
    const struct fdot_number c = fdot_decode_c(kind->output, g->c);
    const unsigned up = rule->fraction - fdot_layouts[kind->a_format].frac -
                        fdot_layouts[kind->b_format].frac; /* shift of a product's last bit */
    struct side a, b;
    int32_t sig[FDOT_MAX_GROUP];
    int16_t greatest = (int16_t)c.exp;
    uint32_t lost = 0;
    int unit;

    *s = (struct fdot_sum){.c_exp = c.exp, .greatest = c.exp};
    s->finite = take_side(kind->a_format, rule->group, g->a, &a) &&
                take_side(kind->b_format, rule->group, g->b, &b) && c.class == FDOT_FINITE && !nan;
    if (!s->finite) {
        s->special = special_of(kind, rule, g, nan);
        return;
    }
    for (unsigned i = 0; i < rule->group; ++i) {
        const int16_t exp = (int16_t)(a.exp[i] + b.exp[i] + scale);

        sig[i] = a.sig[i] * b.sig[i];
        a.exp[i] = exp;
        greatest = greatest < exp ? exp : greatest;
    }
    s->greatest = greatest;
    unit = s->greatest - (int)rule->fraction;
    s->sum = add_products(rule->group, up, sig, a.exp, s->greatest, cut ? &lost : NULL) +
             fdot_align(&c, unit);
    s->cut = cut && (lost != 0 || loses(&c, unit));
}

void fdot_add(const struct fdot_kind *kind, const struct fdot_rule *rule,
              const struct fdot_group *g, struct fdot_sum *s)
{
    add(kind, rule, g, true, s);
}

uint32_t fdot_group(const struct fdot_kind *kind, const struct fdot_rule *rule,
                    const struct fdot_group *g)
{
    struct fdot_sum s;

    if (rule->fraction == 0)
        return fdot_cdna_steps(kind, rule->group, g);
    if (kind->profile == ASSAY_FDOT_CDNA3)
        return fdot_cdna_fused(kind, rule->group, g);
    add(kind, rule, g, false, &s);
    return s.finite ? fdot_round(&roundings[kind->output], s.sum, s.greatest - (int)rule->fraction)
                    : s.special;
}
