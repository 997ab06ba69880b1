/* arithmetic.c - which operations there are, and the sum that is aligned, added exactly and rounded once. */
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

/* Both sides have formats of one row, in any mix. */
static const struct row {
    uint8_t profile, formats, outputs;
    struct fdot_rule rule;
} rows[] = {
    {ASSAY_FDOT_VOLTA, F16, OUT_F32 | OUT_F16 | OUT_F32_C16, {4, 23}},
    {ASSAY_FDOT_TURING, F16, OUT_F32 | OUT_F16, {8, 24}},
    {ASSAY_FDOT_AMPERE, F16, OUT_F32 | OUT_F16, {8, 24}},
    {ASSAY_FDOT_AMPERE, BF16, OUT_F32, {8, 24}},
    {ASSAY_FDOT_AMPERE, TF32, OUT_F32, {4, 24}},
    {ASSAY_FDOT_ADA, F16, OUT_F32 | OUT_F16, {8, 24}},
    {ASSAY_FDOT_ADA, BF16, OUT_F32, {8, 24}},
    {ASSAY_FDOT_ADA, TF32, OUT_F32, {4, 24}},
    {ASSAY_FDOT_ADA, E4M3 | E5M2, OUT_E8M13 | OUT_F16, {16, 13}},
    {ASSAY_FDOT_HOPPER, F16, OUT_F32 | OUT_F16, {16, 25}},
    {ASSAY_FDOT_HOPPER, BF16, OUT_F32, {16, 25}},
    {ASSAY_FDOT_HOPPER, TF32, OUT_F32, {8, 25}},
    {ASSAY_FDOT_HOPPER, E4M3 | E5M2, OUT_E8M13 | OUT_F16, {32, 13}},
    {ASSAY_FDOT_BLACKWELL, F16, OUT_F32 | OUT_F16, {16, 25}},
    {ASSAY_FDOT_BLACKWELL, BF16, OUT_F32, {16, 25}},
    {ASSAY_FDOT_BLACKWELL, TF32, OUT_F32, {8, 25}},
    {ASSAY_FDOT_BLACKWELL, E4M3 | E5M2 | E2M1, OUT_F32 | OUT_F16, {32, 25}},
    {ASSAY_FDOT_BLACKWELL_SCALED, E4M3 | E5M2 | E2M1, OUT_F32, {32, 25}},
    {ASSAY_FDOT_CDNA1, F16, OUT_F32, {4, 0}},
    {ASSAY_FDOT_CDNA1, BF16, OUT_F32, {2, 0}},
    {ASSAY_FDOT_CDNA1, BF16_1K, OUT_F32, {4, 0}},
    {ASSAY_FDOT_CDNA2, F16, OUT_F32, {4, 0}},
    {ASSAY_FDOT_CDNA2, BF16, OUT_F32, {2, 0}},
    {ASSAY_FDOT_CDNA2, BF16_1K, OUT_F32, {4, 0}},
    {ASSAY_FDOT_CDNA3, F16, OUT_F32, {8, 24}},
    {ASSAY_FDOT_CDNA3, BF16, OUT_F32, {8, 24}},
};

bool fdot_rule(const struct fdot_kind *kind, struct fdot_rule *rule)
{
    if ((unsigned)kind->a_format >= ASSAY_FDOT_FORMATS ||
        (unsigned)kind->b_format >= ASSAY_FDOT_FORMATS ||
        (unsigned)kind->output >= ASSAY_FDOT_OUTPUTS)
        return false;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const struct row *row = &rows[i];

        if (row->profile == (unsigned)kind->profile && row->formats >> kind->a_format & 1 &&
            row->formats >> kind->b_format & 1 && row->outputs >> kind->output & 1) {
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

/* Whether fdot_align cuts off a one. */
static bool loses(const struct fdot_number *x, int unit)
{
    const int down = unit - x->exp + x->frac;

    return down > 0 && x->sig != 0 && (down > 31 || (x->sig & ((UINT32_C(1) << down) - 1)) != 0);
}

void fdot_add(const struct fdot_kind *kind, const struct fdot_rule *rule,
              const struct fdot_group *g, struct fdot_sum *s)
{
    const bool scaled = kind->profile == ASSAY_FDOT_BLACKWELL_SCALED;
    const int scale = scaled ? g->a_scale + g->b_scale - 2 * 127 : 0;
    struct fdot_special special = {.nan = scaled && (g->a_scale == 0xFF || g->b_scale == 0xFF)};
    struct fdot_number term[FDOT_MAX_GROUP + 1];
    int unit;

    term[rule->group] = fdot_decode_c(kind->output, g->c);
    *s = (struct fdot_sum){.c_exp = term[rule->group].exp, .greatest = term[rule->group].exp};
    fdot_see(&special, &term[rule->group]);
    for (unsigned i = 0; i < rule->group; ++i) {
        const struct fdot_number a = fdot_decode(kind->a_format, g->a[i]);
        const struct fdot_number b = fdot_decode(kind->b_format, g->b[i]);

        term[i] = fdot_product(&a, &b);
        term[i].exp += scale;
        fdot_see(&special, &term[i]);
        if (s->greatest < term[i].exp)
            s->greatest = term[i].exp;
    }
    s->finite = !fdot_is_special(&special);
    if (!s->finite) {
        s->special = fdot_special_result(&special, kind->output, NAN_F32);
        return;
    }
    unit = s->greatest - (int)rule->fraction;
    for (unsigned i = 0; i <= rule->group; ++i) {
        s->cut |= loses(&term[i], unit);
        s->sum += fdot_align(&term[i], unit);
    }
}

uint32_t fdot_group(const struct fdot_kind *kind, const struct fdot_rule *rule,
                    const struct fdot_group *g)
{
    struct fdot_sum s;

    if (rule->fraction == 0)
        return fdot_cdna_steps(kind, rule->group, g);
    if (kind->profile == ASSAY_FDOT_CDNA3)
        return fdot_cdna_fused(kind, rule->group, g);
    fdot_add(kind, rule, g, &s);
    return s.finite ? fdot_round(&roundings[kind->output], s.sum, s.greatest - (int)rule->fraction)
                    : s.special;
}
