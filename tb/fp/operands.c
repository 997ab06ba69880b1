#include "fp/operands.h"

#include "numerics/numerics.h"

#define SIGN UINT32_C(0x80000000)

/* The rows are meaningful; the formatter would put each number on its own line. */
/* clang-format off */

const uint32_t fp_corners[FP_CORNERS] = {
    /* the selection for triples */
    0x00000000, 0x80000000, /* zeros */
    0x00000001, 0x80000001, /* smallest subnormal */
    0x007FFFFF, 0x807FFFFF, /* largest subnormal */
    0x00800000, 0x80800000, /* smallest normal number */
    0x7F7FFFFF, 0xFF7FFFFF, /* largest normal number */
    0x7F800000, 0xFF800000, /* infinities */
    0x7FC00000, 0x7F800001, /* a quiet and a signalling NaN */
    0x3F800000, 0xBF800000, /* one */
    0x3F800001, 0xBF7FFFFF, /* one ulp above and below it */
    0x3F7FFFFF, 0x33800000, /* the number below one; half an ulp of one */
    0x34000000, 0xB3800001, /* an ulp of one; slightly more than half of it */
    0x3FFFFFFF, 0x4B7FFFFF, /* all ones; the largest odd integer */
    /* more NaNs */
    0xFFC00000, 0x7FFFFFFF, 0xFFFFFFFF, 0xFF800001, 0x7FBFFFFF, 0x7FC00001,
    /* subnormals: a few, single bits, alternating bits */
    0x00000002, 0x80000003, 0x00400000, 0x803FFFFF, 0x00555555, 0x002AAAAA,
    /* around the smallest normal and its double */
    0x00800001, 0x80FFFFFF, 0x01000000, 0x01000001,
    /* around powers of two */
    0x40000000, 0xC0000001, 0x3F000000, 0xBEFFFFFF, 0x3F000001, 0x5F800000, 0x20000000, 0x1FFFFFFF,
    /* runs of ones, alternating bits */
    0x3FAAAAAA, 0xBFD55555, 0x3F800FFF, 0x3FFFF000,
    /* integers around 2^24 and ties there */
    0x4B800000, 0xCB800001, 0x4B000001,
    /* one and a half ulps of one */
    0x34400000,
    /* ends of the range: squares that overflow and underflow, halves of the largest */
    0x7F000000, 0xFEFFFFFF, 0x5F7FFFFF, 0x1A3504F3,
};

const uint32_t fp_converted_corners[FP_CONVERTED_CORNERS] = {
    0x00000000, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F800001, 0xFF80FFFF,
    0x7FFFFFFF, 0x7F808000, /* NaNs with the payload in the lower or the upper half */
    /* f16: the largest number, the tie above it, neighbours of that tie, infinity */
    0x477FE000, 0x477FEFFF, 0x477FF000, 0x477FF001, 0xC77FEFFF, 0xC77FF000, 0x47800000, 0x7F7FFFFF,
    /* f16: ties to even and to odd, and their neighbours */
    0x3F801000, 0x3F803000, 0x3F800FFF, 0x3F801001, 0xBF802FFF, 0xBF803001, 0x3FFFF000, 0x3FFFEFFF,
    /* f16: smallest normal, largest subnormal, the tie between them */
    0x38800000, 0x387FC000, 0x387FE000, 0x387FDFFF, 0xB87FE001, 0x387FFFFF,
    /* f16: smallest subnormal, half of it, neighbours of that, ties among subnormals */
    0x33800000, 0x33000000, 0x33000001, 0x32FFFFFF, 0xB3000000, 0xB3000001, 0x33C00000, 0x33BFFFFF,
    0x34200000, 0x34600001, 0x00000001, 0x80000001,
    /* bf16: ties to even and to odd, and their neighbours */
    0x3F808000, 0x3F818000, 0x3F807FFF, 0x3F808001, 0xBF817FFF, 0xBF818001,
    /* bf16: the largest number and the tie above it, subnormals */
    0x7F7F0000, 0x7F7F7FFF, 0x7F7F8000, 0xFF7F8001, 0x00008000, 0x00008001, 0x00018000, 0x80007FFF,
    0x007F8000, 0x007F7FFF,
};

const uint32_t fp_int_corners[FP_INT_CORNERS] = {
    0x00000000, 0x00000001, 0xFFFFFFFF, 0x00000002, 0xFFFFFFFE,
    /* around 2^24: exact, ties to even and to odd */
    0x00FFFFFF, 0x01000000, 0x01000001, 0x01000002, 0x01000003, 0xFF000000, 0xFEFFFFFF, 0xFEFFFFFD,
    /* around 2^31 and the signed ends */
    0x7FFFFFFF, 0x80000000, 0x80000001, 0x7FFFFFBF, 0x7FFFFFC0, 0x7FFFFFC1, 0x80000040, 0x80000041,
    /* carries into the next power of two, ties below 2^32 */
    0xFFFFFF7F, 0xFFFFFF80, 0xFFFFFF81, 0x01FFFFFF, 0x03FFFFFE, 0x55555555, 0xAAAAAAAA,
};

/* clang-format on */

/* The low n bits; n is 0..32. */
static uint32_t low_ones(uint32_t n)
{
    return (uint32_t)((UINT64_C(1) << n) - 1);
}

/* A pattern with a run of ones between two random positions, possibly inverted. */
static uint32_t chain(struct assay_rng *r, uint32_t bits)
{
    const uint32_t ones = low_ones(bits);
    const uint32_t end = assay_rng_below(r, bits + 1), start = assay_rng_below(r, bits + 1);
    uint32_t x = low_ones(end) & ~low_ones(start);

    if (assay_rng_below(r, 2))
        x = ~x;
    return x & ones;
}

/* A fraction in which only a few high bits can be set: products and sums of such numbers are
 * often exact, or ties. */
static uint32_t short_frac(struct assay_rng *r)
{
    const uint32_t frac = assay_rng_u32(r) & 0x7FFFFF;

    return frac & ~low_ones(10 + assay_rng_below(r, 14));
}

/* A fraction of any length: as a subnormal, of any size. */
static uint32_t sized_frac(struct assay_rng *r)
{
    const uint32_t frac = assay_rng_u32(r) & 0x7FFFFF;

    return frac >> assay_rng_below(r, 23);
}

static uint32_t number(uint32_t sign, uint32_t exp, uint32_t frac)
{
    return sign << 31 | exp << 23 | frac;
}

static uint32_t of_either_sign(struct assay_rng *r, uint32_t exp, uint32_t frac)
{
    return number(assay_rng_u32(r) & 1, exp, frac);
}

/* 2^-8 to 2^8, so that products are far from the ends of the range. */
static uint32_t medium(struct assay_rng *r, uint32_t frac)
{
    const uint32_t exp = 119 + assay_rng_below(r, 16);

    return of_either_sign(r, exp, frac);
}

/*
 * Half of the corners come from the selection, in which zeros, infinities and NaNs are more
 * frequent.
 */
static uint32_t draw_corner(struct assay_rng *r)
{
    return fp_corners[assay_rng_below(r, assay_rng_below(r, 2) ? FP_FEW_CORNERS : FP_CORNERS)];
}

static uint32_t draw_f32(struct assay_rng *r, uint32_t corner)
{
    const uint32_t sign = assay_rng_below(r, 2);
    uint32_t exp, frac;

    if (assay_rng_percent(r, corner))
        return draw_corner(r);
    switch (assay_rng_below(r, 9)) {
    case 0:
        return assay_rng_u32(r);
    case 1:
        frac = short_frac(r);
        return number(sign, 119 + assay_rng_below(r, 16), frac);
    case 2:
        frac = chain(r, 23);
        return number(sign, 119 + assay_rng_below(r, 16), frac);
    case 3: /* subnormals of every size */
        return number(sign, 0, sized_frac(r));
    case 4: /* the ends of the range */
        frac = assay_rng_u32(r) & 0x7FFFFF;
        exp = assay_rng_below(r, 2) ? assay_rng_below(r, 4) : 251 + assay_rng_u32(r) % 4;
        return number(sign, exp, frac);
    case 5: /* integers around 2^24 */
        frac = chain(r, 23);
        return number(sign, 127 + 22 + assay_rng_below(r, 4), frac);
    case 6: /* powers of two, and their neighbours one ulp away */
        exp = 1 + assay_rng_below(r, 253);
        return number(sign, exp, 0) + assay_rng_below(r, 3) - 1;
    default:
        frac = assay_rng_u32(r) & 0x7FFFFF;
        return number(sign, 95 + assay_rng_below(r, 64), frac);
    }
}

/* A number whose sum with x is difficult. */
static uint32_t draw_near(struct assay_rng *r, uint32_t x)
{
    const uint32_t exp = x >> 23 & 0xFF;
    const uint32_t away = assay_rng_below(r, 60);
    uint32_t half;

    switch (assay_rng_below(r, 4)) {
    case 0: /* -x, or a few ulps from it: cancels */
        return (x ^ SIGN) + assay_rng_below(r, 9) - 4;
    case 1: /* half an ulp of x, or slightly more or less */
        if (exp <= 24)
            return x ^ SIGN;
        half = of_either_sign(r, exp - 24, 0);
        return half + assay_rng_below(r, 3) - 1;
    case 2: /* one binade below: cancels partly, rounds at bit 0 */
        return exp > 1 ? number(~x >> 31, exp - 1, assay_rng_u32(r) & 0x7FFFFF) : x ^ SIGN;
    default: /* far below: only a sticky bit, or hardly more */
        return exp > away ? of_either_sign(r, exp - away, chain(r, 23)) : x ^ SIGN;
    }
}

/* A number of which x is about half an ulp, or less, down to a sticky bit. */
static uint32_t draw_above(struct assay_rng *r, uint32_t x)
{
    const uint32_t exp = (x >> 23 & 0xFF) + 22 + assay_rng_below(r, assay_rng_below(r, 2) ? 4 : 60);

    return of_either_sign(r, exp < 254 ? exp : 254,
                          assay_rng_below(r, 2) ? short_frac(r) : chain(r, 23));
}

/* Values whose order, quotient or product has a rule of its own. */
static uint32_t draw_special(struct assay_rng *r)
{
    static const uint32_t specials[] = {0, 0, 0, 1, 0x7F800000, 0x7FC00000, 0x7F800001, 0x3F800000};
    const uint32_t special = specials[assay_rng_below(r, 8)];

    return special | (assay_rng_below(r, 2) ? SIGN : 0);
}

static void draw_sum(struct assay_rng *r, uint32_t corner, struct fp_op *op)
{
    /* To cancel, an addition needs the opposite sign, any other operation the same sign. */
    const uint32_t turn = op->code == FP_ADD ? 0 : SIGN;

    op->a = draw_f32(r, corner);
    op->b = assay_rng_below(r, 2) ? draw_near(r, op->a ^ turn) : draw_f32(r, corner);
    if (assay_rng_below(r, 2)) {
        const uint32_t a = op->a;

        op->a = op->b;
        op->b = a;
    }
}

/* Factors whose product, or a dividend and divisor whose quotient, is at an end of the range. */
static void draw_ends(struct assay_rng *r, struct fp_op *op)
{
    static const uint32_t sums[4] = {127, 127 - 23, 127 + 254, 127 - 12};
    const uint32_t end = sums[assay_rng_below(r, 4)];
    const uint32_t sum = end + assay_rng_below(r, 5) - 2;
    const uint32_t low = sum > 254 ? sum - 254 : 1;
    const uint32_t high = sum > 254 ? 254 : sum - 1;
    const uint32_t exp = low + assay_rng_below(r, high - low + 1);
    const uint32_t other = op->code == FP_DIV ? 254 - (sum - exp) : sum - exp;

    op->a = of_either_sign(r, exp, assay_rng_below(r, 2) ? short_frac(r) : chain(r, 23));
    op->b = of_either_sign(r, other, assay_rng_below(r, 2) ? 0 : short_frac(r));
}

/* x * inverse(x) is 1 modulo 2^32; x is odd. By Newton's method: each step doubles the number of
 * correct bits, of which x itself has three. */
static uint32_t inverse(uint32_t x)
{
    uint32_t y = x;

    for (unsigned i = 0; i < 4; ++i)
        y *= 2 - x * y;
    return y;
}

/* A subnormal and a number whose product is half the smallest subnormal beyond a multiple of it, but
 * for the lowest bit of the product of their significands. If the product is subnormal too, as in
 * about half of the cases, this is a tie that only that bit breaks, upwards or downwards. */
static void draw_subnormal_tie(struct assay_rng *r, struct fp_op *op)
{
    const uint32_t lost = 2 + assay_rng_below(r, 22), half = UINT32_C(1) << (lost - 1);
    const uint32_t small = sized_frac(r) | 1;
    const uint32_t low = (inverse(small) * (half + 1 - 2 * assay_rng_below(r, 2))) & (2 * half - 1);
    const uint32_t sig = (assay_rng_u32(r) & 0x7FFFFF & ~(2 * half - 1)) | low;

    op->a = of_either_sign(r, 0, small);
    op->b = of_either_sign(r, 150 - lost, sig);
    if (op->code != FP_DIV && assay_rng_below(r, 2)) {
        const uint32_t a = op->a;

        op->a = op->b;
        op->b = a;
    }
}

/* Two normal numbers whose product is half an ulp beyond a subnormal and has one more bit, the
 * lowest, which is shifted out before the product is rounded. The factors are found by trial, as
 * the lower half of a product can be chosen and the upper half follows. */
static void draw_deep_tie(struct assay_rng *r, struct fp_op *op)
{
    const uint32_t lost = 25 + assay_rng_below(r, 3), exps = 151 - lost;
    const uint32_t exp = 1 + assay_rng_below(r, exps - 1);
    const uint64_t half = UINT64_C(1) << (lost - 1);
    uint32_t a, b, tries = 0;

    do {
        a = assay_rng_u32(r) & 0xFFFFFF;
        a |= 0x800001;
        b = inverse(a) & 0xFFFFFF;
    } while ((!(b >> 23) || ((uint64_t)a * b & (2 * half - 1)) != half + 1) && ++tries < 100);
    op->a = of_either_sign(r, exp, a & 0x7FFFFF);
    op->b = of_either_sign(r, exps - exp, b & 0x7FFFFF);
}

static void draw_product(struct assay_rng *r, uint32_t corner, struct fp_op *op)
{
    switch (assay_rng_below(r, 4)) {
    case 0:
        draw_ends(r, op);
        return;
    case 1: /* 12 bits by 13: products of 25 bits, of which every second one is a tie */
        op->a = medium(r, assay_rng_u32(r) & 0x7FF000);
        op->b = medium(r, assay_rng_u32(r) & 0x7FF800);
        return;
    case 2:
        if (assay_rng_below(r, 2))
            draw_subnormal_tie(r, op);
        else
            draw_deep_tie(r, op);
        return;
    default:
        op->a = draw_f32(r, corner);
        op->b = draw_f32(r, corner);
        return;
    }
}

/* 12 bits by 13, both odd and at least 1.5, so the product has 25 bits: a tie. The addend is at the
 * lower end of the bits that the sum keeps, or below it. */
static void draw_broken_tie(struct assay_rng *r, struct fp_op *op)
{
    uint32_t exp, frac;

    op->a = medium(r, (assay_rng_u32(r) & 0x7FF000) | 0x401000);
    op->b = medium(r, (assay_rng_u32(r) & 0x7FF800) | 0x400800);
    frac = chain(r, 23);
    exp = (assay_f32_mul(op->a, op->b) >> 23 & 0xFF) - 48 - assay_rng_below(r, 4);
    op->c = of_either_sign(r, exp, frac);
}

static void draw_fma(struct assay_rng *r, uint32_t corner, struct fp_op *op)
{
    if (assay_rng_below(r, 8) == 0) {
        draw_broken_tie(r, op);
        return;
    }
    draw_product(r, corner, op);
    switch (assay_rng_below(r, 6)) {
    case 0:
        op->c = draw_f32(r, corner);
        break;
    case 1:
    case 2:
        op->c = draw_above(r, assay_f32_mul(op->a, op->b));
        break;
    default:
        op->c = draw_near(r, assay_f32_mul(op->a, op->b));
        break;
    }
}

static uint32_t draw_converted(struct assay_rng *r, uint32_t corner)
{
    const uint32_t sign = assay_rng_below(r, 2);
    uint32_t x, frac;

    if (assay_rng_percent(r, corner))
        return fp_converted_corners[assay_rng_below(r, FP_CONVERTED_CORNERS)];
    switch (assay_rng_below(r, 4)) {
    case 0: /* all of f16's range, and slightly beyond */
        frac = assay_rng_u32(r) & 0x7FFFFF;
        return number(sign, 127 - 27 + assay_rng_below(r, 46), frac);
    case 1: /* ties in that range, and their neighbours one ulp away */
        frac = short_frac(r);
        x = number(sign, 127 - 27 + assay_rng_below(r, 46), frac);
        return x + assay_rng_below(r, 3) - 1;
    case 2: /* ties of bf16, and their neighbours one ulp away */
        x = assay_rng_u32(r) & 0xFFFF0000;
        return x + 0x7FFF + assay_rng_below(r, 3);
    default:
        return draw_f32(r, corner);
    }
}

static uint32_t draw_int(struct assay_rng *r, uint32_t corner)
{
    const uint32_t width = assay_rng_below(r, 33);
    uint32_t x;

    if (assay_rng_percent(r, corner))
        return fp_int_corners[assay_rng_below(r, FP_INT_CORNERS)];
    switch (assay_rng_below(r, 4)) {
    case 0: /* near a power of two, of either sign */
        return low_ones(width) + assay_rng_below(r, 5) - 2;
    case 1:
        return chain(r, 32);
    case 2: /* 25 significant bits, the lowest one set: a tie at any position */
        x = (assay_rng_u32(r) & 0xFFFFFF) | 0x1000001;
        x <<= assay_rng_below(r, 8);
        return assay_rng_below(r, 2) ? 0 - x : x;
    default:
        return assay_rng_u32(r) & low_ones(width);
    }
}

void fp_draw_operands(struct assay_rng *r, uint32_t corner, struct fp_op *op)
{
    /* Operands that the operation does not use are drawn too: they must not matter. */
    op->a = draw_f32(r, corner);
    op->b = draw_f32(r, corner);
    op->c = draw_f32(r, corner);
    if (op->code < FP_F32_TO_F16 && assay_rng_percent(r, corner)) {
        op->a = draw_corner(r);
        op->b = draw_corner(r);
        op->c = draw_corner(r);
        return;
    }
    if (op->code < FP_F32_TO_F16 && assay_rng_below(r, op->code < FP_DIV ? 16 : 6) == 0) {
        op->a = draw_special(r);
        op->b = draw_special(r);
        return;
    }
    switch (op->code) {
    case FP_MUL:
    case FP_DIV:
        draw_product(r, corner, op);
        break;
    case FP_FMA:
        draw_fma(r, corner, op);
        break;
    case FP_F32_TO_F16:
    case FP_F32_TO_BF16:
        op->a = draw_converted(r, corner);
        break;
    case FP_F16_TO_F32:
        /* f32 corners have few patterns in their lower half; corners of f16 come from here. */
        op->a = assay_rng_percent(r, corner) ? assay_f32_to_f16(draw_converted(r, 100))
                                             : assay_rng_u32(r);
        break;
    case FP_BF16_TO_F32:
        op->a = assay_rng_percent(r, corner) ? op->a >> 16 : assay_rng_u32(r);
        break;
    case FP_U32_TO_F32:
    case FP_S32_TO_F32:
        op->a = draw_int(r, corner);
        break;
    default:
        draw_sum(r, corner, op);
        break;
    }
}
