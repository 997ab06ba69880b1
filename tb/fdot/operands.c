#include "fdot/operands.h"

/* --- elements --- */

/* Bits of a format: the fraction, the exponent, and below both the ignored bits; and which
 * patterns with the greatest exponent are not numbers. */
static const struct layout {
    uint8_t frac, exp, ignored;
    enum { NUMBERS, ONE_NAN, NO_NUMBERS } greatest;
} layouts[] = {
    [ASSAY_FDOT_F16] = {10, 5, 0, NO_NUMBERS},    [ASSAY_FDOT_BF16] = {7, 8, 0, NO_NUMBERS},
    [ASSAY_FDOT_TF32] = {10, 8, 13, NO_NUMBERS},  [ASSAY_FDOT_E4M3] = {3, 4, 0, ONE_NAN},
    [ASSAY_FDOT_E5M2] = {2, 5, 0, NO_NUMBERS},    [ASSAY_FDOT_E2M1] = {1, 2, 0, NUMBERS},
    [ASSAY_FDOT_BF16_1K] = {7, 8, 0, NO_NUMBERS},
};
static const struct layout f32_layout = {23, 8, 0, NO_NUMBERS};
static const struct layout f16_layout = {10, 5, 0, NO_NUMBERS};

enum style { ANY, SPREAD, NEAR, SHORT, POWERS, LOW, HIGH, ZEROS, STYLES };

static uint32_t ones(unsigned n)
{
    return (uint32_t)((UINT64_C(1) << n) - 1);
}

static uint32_t sign_of(const struct layout *l)
{
    return UINT32_C(1) << (l->frac + l->exp + l->ignored);
}

/* Takes the lowest n of the random bits. */
static inline uint32_t some(uint64_t *bits, unsigned n)
{
    const uint32_t x = (uint32_t)*bits & ones(n);

    *bits >>= n;
    return x;
}

/* Uniform in 0..n-1, except for a bias below n / 2^16; takes 16 bits. */
static inline uint32_t some_below(uint64_t *bits, uint32_t n)
{
    return some(bits, 16) * n >> 16;
}

/*
 * Assembles a pattern from its parts, with a random sign and random ignored bits; takes up to 14
 * bits.
 */
static inline uint32_t put_together(uint64_t bits, const struct layout *l, uint32_t exp,
                                    uint32_t frac)
{
    const uint32_t sign = some(&bits, 1);

    return ((sign << l->exp | exp) << l->frac | (frac & ones(l->frac))) << l->ignored |
           some(&bits, l->ignored);
}

static uint32_t pattern(struct assay_rng *r, const struct layout *l, uint32_t exp, uint32_t frac)
{
    return put_together(assay_rng_u64(r) >> 32, l, exp, frac);
}

/* A random exponent field, at most `away` from that of one. */
static inline uint32_t exponent(uint64_t *bits, const struct layout *l, uint32_t away)
{
    const uint32_t bias = ones(l->exp - 1u), least = bias > away ? bias - away : 0;
    const uint32_t most = bias + away < ones(l->exp) ? bias + away : ones(l->exp);

    return least + some_below(bits, most - least + 1);
}

/* An element from 64 random bits, of which fraction, sign and ignored bits take up to 24. */
static inline uint32_t styled(uint64_t bits, const struct layout *l, enum style style)
{
    const uint32_t top = ones(l->exp);
    uint32_t frac = some(&bits, l->frac), exp;

    switch (style) {
    case ANY:
        exp = some(&bits, l->exp);
        break;
    case SPREAD:
        exp = some_below(&bits, top);
        break;
    case NEAR:
        exp = exponent(&bits, l, 3);
        break;
    case SHORT: /* exact sums, ties */
        exp = exponent(&bits, l, 6);
        frac &= ~ones(some_below(&bits, l->frac + 1u));
        break;
    case POWERS:
        exp = exponent(&bits, l, 12);
        frac = 0;
        break;
    case LOW:
        exp = some_below(&bits, 3);
        frac >>= some_below(&bits, l->frac);
        break;
    case HIGH:
        exp = top - 1 - some_below(&bits, 3);
        frac |= 0 - some(&bits, 1); /* all ones, or unchanged */
        break;
    default:
        exp = exponent(&bits, l, 15);
        exp &= 0 - some(&bits, 1);
        frac &= 0 - (uint32_t)(some(&bits, 2) == 0);
        break;
    }
    return put_together(bits, l, exp, frac);
}

/* One loop for each style, which compilers can vectorise. */
static inline void style_each(const struct layout *layout, enum style style, unsigned n,
                              const uint64_t *bits, uint32_t *x)
{
    const struct layout l = *layout;

    for (unsigned i = 0; i < n; ++i)
        x[i] = styled(bits[i], &l, style);
}

static void style_all(const struct layout *l, enum style style, unsigned n, const uint64_t *bits,
                      uint32_t *x)
{
    switch (style) {
    case ANY:
        return style_each(l, ANY, n, bits, x);
    case SPREAD:
        return style_each(l, SPREAD, n, bits, x);
    case NEAR:
        return style_each(l, NEAR, n, bits, x);
    case SHORT:
        return style_each(l, SHORT, n, bits, x);
    case POWERS:
        return style_each(l, POWERS, n, bits, x);
    case LOW:
        return style_each(l, LOW, n, bits, x);
    case HIGH:
        return style_each(l, HIGH, n, bits, x);
    default:
        return style_each(l, ZEROS, n, bits, x);
    }
}

/*
 * Zeros, the ends of the subnormals and of the normal numbers, infinity, NaNs with several
 * payloads, one.
 */
static uint32_t corner_of(struct assay_rng *r, const struct layout *l)
{
    const uint32_t top = ones(l->exp);

    switch (assay_rng_below(r, 12)) {
    case 0:
    case 1:
        return pattern(r, l, 0, 0);
    case 2:
        return pattern(r, l, 0, 1);
    case 3:
        return pattern(r, l, 0, ones(l->frac));
    case 4:
        return pattern(r, l, 1, 0);
    case 5:
        return pattern(r, l, top - 1, ones(l->frac));
    case 6:
        return pattern(r, l, top, 0);
    case 7:
        return pattern(r, l, top, ones(l->frac));
    case 8:
        return pattern(r, l, top, 1);
    case 9:
        return pattern(r, l, top, assay_rng_u32(r));
    default:
        return pattern(r, l, ones(l->exp - 1u), 0);
    }
}

/* Turns infinities and NaNs into numbers near the end of the range. */
static void make_finite(const struct layout *l, unsigned n, uint32_t *x)
{
    const uint32_t exp = ones(l->exp) << (l->frac + l->ignored);
    const uint32_t all = exp | ones(l->frac) << l->ignored;
    const uint32_t no_number = l->greatest == NO_NUMBERS ? exp : all;
    const uint32_t change = UINT32_C(1)
                            << (l->greatest == NO_NUMBERS ? l->frac + l->ignored : l->ignored);

    for (unsigned i = 0; i < n && l->greatest != NUMBERS; ++i)
        x[i] ^= (x[i] & no_number) == no_number ? change : 0;
}

/* --- groups --- */

struct draw {
    struct assay_rng *r;
    const struct fdot_kind *kind;
    struct fdot_rule rule;
    const struct layout *a, *b, *c;
    uint32_t corner;
    bool finite;
};

static void draw_elements(const struct draw *d, const struct layout *l, enum style style,
                          unsigned n, uint32_t *x)
{
    struct assay_rng r = *d->r; /* a copy can stay in registers */
    uint64_t bits[FDOT_MAX_GROUP];

    for (unsigned i = 0; i < n; ++i)
        bits[i] = assay_rng_u64(&r);
    *d->r = r;
    style_all(l, style, n, bits, x);
    for (unsigned i = 0; i < n && d->corner; ++i)
        if (assay_rng_percent(d->r, d->corner))
            x[i] = corner_of(d->r, l);
}

static uint32_t element(const struct draw *d, const struct layout *l, enum style style)
{
    uint32_t x;

    draw_elements(d, l, style, 1, &x);
    return x;
}

static enum style draw_style(struct assay_rng *r)
{
    return (enum style)assay_rng_below(r, STYLES);
}

/* The sum of the products, to choose a c that is related to it. */
static uint32_t sum_of(const struct draw *d, const struct fdot_operands *o)
{
    const struct fdot_group g = {o->a, o->b, o->a_scale, o->b_scale, 0};

    return fdot_group(d->kind, &d->rule, &g);
}

/* The value for c; if c is an f16 and the result an f32, an f16 near the f32. */
static uint32_t as_c(const struct draw *d, uint32_t x)
{
    int exp;

    if (d->kind->output != ASSAY_FDOT_OUT_F32_C16)
        return x;
    exp = (int)(x >> 23 & 0xFF) - 127 + 15;
    exp = exp < 0 ? 0 : exp > 30 ? 30 : exp;
    return (x >> 16 & 0x8000) | (uint32_t)exp << 10 | (x >> 13 & 0x3FF);
}

/* Sets c such that a sum of equal products with the greatest significands becomes as large as
 * possible: c has their exponent and sign, and a fraction of all ones. */
static void add_greatest(const struct draw *d, const struct layout *l, uint32_t sum,
                         struct fdot_operands *o)
{
    uint32_t exp = sum >> l->frac & ones(l->exp);

    for (unsigned n = 2 * d->rule.group; n > 1 && exp; n /= 2)
        --exp;
    o->c = (sum & sign_of(l)) | exp << l->frac | ones(l->frac);
}

static void draw_c(const struct draw *d, struct fdot_operands *o)
{
    const struct layout *l = d->c;
    const uint32_t relation = assay_rng_below(d->r, 6);
    const uint32_t sum = relation < 3 ? as_c(d, sum_of(d, o)) : 0;
    uint32_t exp = sum >> l->frac & ones(l->exp), away;

    if (relation == 0) { /* cancels, exactly or nearly */
        o->c = (sum ^ sign_of(l)) + assay_rng_below(d->r, 5) - 2;
    } else if (relation < 3) { /* at any distance from the sum, most often near the end of F */
        away = assay_rng_below(d->r, 2) ? 20 + assay_rng_below(d->r, 9) : assay_rng_below(d->r, 40);
        if (assay_rng_below(d->r, 2))
            exp = exp > away ? exp - away : 0;
        else
            exp = exp + away < ones(l->exp) ? exp + away : ones(l->exp) - 1;
        o->c = pattern(d->r, l, exp, assay_rng_below(d->r, 4) ? assay_rng_u32(d->r) : 0);
        if (assay_rng_below(d->r, 4) == 0)
            add_greatest(d, l, sum, o);
    } else if (relation == 3) {
        o->c = assay_rng_u32(d->r) & 1 ? sign_of(l) : 0;
    } else {
        o->c = element(d, l, draw_style(d->r));
    }
    if (d->finite)
        make_finite(l, 1, &o->c);
    o->c &= sign_of(l) | (sign_of(l) - 1);
}

/* Most scales are near 1, some are at the ends, few are NaN. */
static void draw_scales(const struct draw *d, struct fdot_operands *o)
{
    uint32_t a = assay_rng_u32(d->r) & 0xFF, b = assay_rng_u32(d->r) & 0xFF;

    static const uint8_t corners[] = {0, 1, 126, 127, 128, 253, 254, 255};

    switch (assay_rng_below(d->r, 7)) {
    case 0:
        break;
    case 6:
        a = corners[a % 8];
        b = corners[b % 8];
        break;
    case 1:
        a = assay_rng_below(d->r, 2) ? 254 - assay_rng_below(d->r, 4) : assay_rng_below(d->r, 4);
        b = a > 127 ? assay_rng_below(d->r, 9) : 254 - assay_rng_below(d->r, 9);
        break;
    case 2: /* the lower or the upper end of f32's range */
        b = assay_rng_below(d->r, 2) ? 112 : 369;
        b += assay_rng_below(d->r, 24);
        a = b > 254 ? b - 254 + assay_rng_below(d->r, 509 - b) : assay_rng_below(d->r, b + 1);
        b -= a;
        break;
    default:
        a = 119 + assay_rng_below(d->r, 16);
        b = 119 + assay_rng_below(d->r, 16);
        break;
    }
    if (d->finite) {
        a -= a == 0xFF;
        b -= b == 0xFF;
    }
    o->a_scale = (uint8_t)a;
    o->b_scale = (uint8_t)b;
}

/* 2^exp, or the nearest number of the format toward zero. */
static uint32_t power(const struct draw *d, const struct layout *l, int exp)
{
    const int field = exp + (int)ones(l->exp - 1u);

    if (field > 0)
        return pattern(d->r, l, (uint32_t)field < ones(l->exp) ? (uint32_t)field : ones(l->exp) - 1,
                       0);
    return pattern(d->r, l, 0, 1 - field <= l->frac ? UINT32_C(1) << (l->frac - 1 + field) : 0);
}

/*
 * An odd multiple of half of f16's least number, and a small term where it is cut off or just not.
 */
static void draw_tie(const struct draw *d, uint32_t at, struct fdot_operands *o)
{
    const uint32_t bits = assay_rng_below(d->r, 4); /* bits of the multiple below its leading one */
    const int tie = -25 + (int)bits, little = -50 + (int)assay_rng_below(d->r, 16);

    for (unsigned i = 0; i < d->rule.group; ++i) {
        const int exp = i == at ? tie : little, split = exp / 2 + (int)assay_rng_below(d->r, 3) - 1;
        const bool zero = i != at && i != (at ^ 1);

        o->a[i] = zero ? 0 : power(d, d->a, split);
        o->b[i] = zero ? 0 : power(d, d->b, exp - split);
    }
    if (bits && d->a->frac >= bits)
        o->a[at] |= (2 * assay_rng_below(d->r, UINT32_C(1) << (bits - 1)) + 1)
                    << (d->a->frac - bits + d->a->ignored);
}

/*
 * How the products of a group are related. The first three relations need only one element per
 * side.
 */
enum relation { CANCEL, ALIKE, ALONE, TIE, NONE, ONE_LARGE, ONE_SPECIAL, RELATIONS };

/* Each product cancels the previous one, in one of eight cases only nearly. */
static void cancel(const struct draw *d, struct fdot_operands *o)
{
    uint64_t nearly = UINT64_MAX;

    for (unsigned i = 0; i < 3; ++i)
        nearly &= assay_rng_u64(d->r);
    for (unsigned i = 1; i < d->rule.group; ++i) {
        o->a[i] = o->a[0];
        o->b[i] = o->b[i - 1] ^ sign_of(d->b) ^ (uint32_t)(nearly >> i & 1) << d->b->ignored;
    }
}

static void make_alike(const struct draw *d, struct fdot_operands *o)
{
    if (assay_rng_below(d->r, 4) == 0) { /* the greatest significands */
        o->a[0] |= ones(d->a->frac) << d->a->ignored;
        o->b[0] |= ones(d->b->frac) << d->b->ignored;
    }
    for (unsigned i = 1; i < d->rule.group; ++i) {
        o->a[i] = o->a[0];
        o->b[i] = o->b[0];
    }
}

/* Draws the products; returns true if c should remain zero. */
static bool draw_products(const struct draw *d, struct fdot_operands *o)
{
    const enum style a = draw_style(d->r), b = draw_style(d->r);
    const enum relation relation = (enum relation)assay_rng_below(d->r, RELATIONS);
    const uint32_t at = assay_rng_below(d->r, d->rule.group);
    const unsigned first = relation == ALONE ? at : 0;
    const unsigned n = relation < TIE ? 1 : relation == TIE ? 0 : d->rule.group;

    if (relation == ALONE)
        for (unsigned i = 0; i < d->rule.group; ++i)
            o->a[i] = o->b[i] = 0;
    draw_elements(d, d->a, a, n, o->a + first);
    draw_elements(d, d->b, b, n, o->b + first);
    if (relation == CANCEL) {
        cancel(d, o);
    } else if (relation == ALIKE) {
        make_alike(d, o);
    } else if (relation == TIE) {
        draw_tie(d, at, o);
    } else if (relation == ONE_LARGE) { /* cuts off the others, if they are small */
        o->a[at] = element(d, d->a, HIGH);
        o->b[at] = element(d, d->b, HIGH);
    } else if (relation == ONE_SPECIAL) {
        o->a[at] = corner_of(d->r, d->a);
    }
    if (d->finite) {
        make_finite(d->a, d->rule.group, o->a);
        make_finite(d->b, d->rule.group, o->b);
    }
    return relation == TIE && assay_rng_below(d->r, 4);
}

void fdot_draw_operands(struct assay_rng *r, const struct fdot_kind *kind, uint32_t corner,
                        struct fdot_operands *o)
{
    /* Most groups have no corners, or few results would be numbers. */
    const bool plain = assay_rng_below(r, 3) != 0, finite = assay_rng_below(r, 4) != 0;
    struct draw d = {
        .r = r,
        .kind = kind,
        .a = &layouts[kind->a_format],
        .b = &layouts[kind->b_format],
        .c = fdot_c_is_f16(kind->output) ? &f16_layout : &f32_layout,
        .corner = plain ? 0 : corner,
        .finite = finite,
    };

    o->c = 0;
    if (!fdot_rule(kind, &d.rule))
        return;
    draw_scales(&d, o);
    if (!draw_products(&d, o))
        draw_c(&d, o);
}
