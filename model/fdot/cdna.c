/* cdna.c - the arithmetics of the CDNA matrix cores, which do not exist in RTL. */
#include "fdot/internal.h"

#include "numerics/numerics.h"

static uint32_t to_f32(enum assay_fdot_format f, uint32_t x)
{
    return f == ASSAY_FDOT_F16 ? assay_f16_to_f32((uint16_t)x) : assay_bf16_to_f32((uint16_t)x);
}

/* With `flush`, a subnormal becomes a zero with its sign. */
static uint32_t flushed(uint32_t x, bool flush)
{
    return flush && assay_f32_is_subnormal(x) ? x & 0x80000000 : x;
}

/* In a unit that flushes, an operand that is subnormal in its own format becomes +0. */
static uint32_t operand(enum assay_fdot_format f, uint32_t x, bool flush)
{
    const uint32_t exponent = f == ASSAY_FDOT_F16 ? 0x7C00 : 0x7F80;

    return flush && (x & exponent) == 0 ? 0 : to_f32(f, x);
}

static uint32_t product(uint32_t a, uint32_t b, bool flush)
{
    const uint32_t p = assay_f32_mul(a, b);

    /* An exact zero is +0; what is rounded or flushed to zero keeps its sign. */
    if ((assay_f32_is_zero(a) || assay_f32_is_zero(b)) && assay_f32_is_zero(p))
        return 0;
    return flushed(p, flush);
}

static uint32_t add(uint32_t a, uint32_t b, bool flush)
{
    return flushed(assay_f32_add(a, b), flush);
}

uint32_t fdot_cdna_steps(const struct fdot_kind *kind, unsigned group, const struct fdot_group *g)
{
    const bool flush = kind->profile == ASSAY_FDOT_CDNA2;
    const uint32_t c = flush && assay_f32_is_subnormal(g->c) ? 0 : g->c;
    uint32_t p[4] = {0};

    for (unsigned i = 0; i < group; ++i)
        p[i] = product(operand(kind->a_format, g->a[i], flush),
                       operand(kind->b_format, g->b[i], flush), flush);
    p[0] = add(p[0], p[1], flush);
    if (group == 4)
        p[0] = add(p[0], add(p[2], p[3], flush), flush);
    return add(c, p[0], flush);
}

/* x * 2^n, rounded toward minus infinity. */
static int64_t floor_shift(int64_t x, int n)
{
    if (n >= 0)
        return x * (INT64_C(1) << n);
    if (n < -62)
        return x < 0 ? -1 : 0;
    return x < 0 ? ~(~x >> -n) : x >> -n;
}

static bool too_large(const struct fdot_number *p)
{
    uint32_t sig = p->sig;
    int top = p->exp - p->frac - 1; /* exponent of the leading bit */

    if (sig == 0)
        return false;
    for (; sig; sig >>= 1)
        ++top;
    return top >= 128;
}

uint32_t fdot_cdna_fused(const struct fdot_kind *kind, unsigned group, const struct fdot_group *g)
{
    static const struct fdot_rounding nearest = {
        .frac = 23, .least = -126, .greatest = 127, .nearest = true, .sign_kept = true};
    enum { F = 24, F_SUM = FDOT_CDNA3_SUM_FRACTION };
    const struct fdot_number c = fdot_decode(FDOT_F32, g->c);
    struct fdot_special special = {false, false, false};
    struct fdot_number term[FDOT_MAX_GROUP];
    int products = INT32_MIN, all;
    int64_t sum = 0, addend;

    fdot_see(&special, &c);
    for (unsigned i = 0; i < group; ++i) {
        const struct fdot_number a = fdot_decode(kind->a_format, g->a[i]);
        const struct fdot_number b = fdot_decode(kind->b_format, g->b[i]);

        term[i] = fdot_product(&a, &b);
        if (c.class == FDOT_FINITE && term[i].class == FDOT_FINITE && too_large(&term[i]))
            term[i].class = FDOT_INFINITE;
        fdot_see(&special, &term[i]);
        if (products < term[i].exp)
            products = term[i].exp;
    }
    if (fdot_is_special(&special))
        return fdot_special_result(&special, kind->output, ASSAY_F32_NAN);

    for (unsigned i = 0; i < group; ++i)
        sum += fdot_align(&term[i], products - F);
    all = products > c.exp ? products : c.exp;
    sum = floor_shift(sum, products - all + F_SUM - F);
    addend = floor_shift(c.negative ? -(int64_t)c.sig : (int64_t)c.sig, c.exp - all + F - c.frac);
    return fdot_round(&nearest, sum + addend * (1 << (F_SUM - F)), all - F_SUM);
}
