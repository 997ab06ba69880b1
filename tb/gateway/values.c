/* values.c - draws operands. */
#include "gateway/traffic.h"

static const uint32_t int_corners[] = {
    0, 1, 2, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 0x80000001, 0x7FFFFFFE, 0xFFFFFFFE, 0x00010000,
};

static const uint32_t float_corners[] = {
    0x00000000, 0x80000000,                         /* zeros */
    0x3F800000, 0xBF800000, 0x3F800001, 0x3F7FFFFF, /* around one */
    0x00000001, 0x80000001, 0x007FFFFF, 0x00800000, /* around the end of the subnormals */
    0x7F7FFFFF, 0xFF7FFFFF,                         /* greatest values: sums overflow */
    0x7F800000, 0xFF800000,                         /* infinities */
    0x7FC00000, 0x7F800001, 0xFFFFFFFF,             /* NaNs */
    0x4B800000, 0x4B800001, 0x33800000,             /* ties */
};

static uint32_t half(struct assay_rng *r, uint32_t corner, bool floating)
{
    const uint32_t bits = assay_rng_u32(r);

    if (assay_rng_percent(r, corner)) {
        const uint32_t i = assay_rng_below(r, 60);

        return floating ? float_corners[i % (sizeof float_corners / sizeof *float_corners)]
                        : int_corners[i % (sizeof int_corners / sizeof *int_corners)];
    }
    switch (bits & 3) {
    case 0:
        return bits;
    case 1: /* similar exponents, so that additions round and cancel */
        return floating ? (bits & 0x807FFFFF) | (120 + (bits >> 23 & 15)) << 23 : bits >> 16;
    case 2: /* small numbers of both signs */
        return floating ? (bits & 0x80000000) | 0x3F800000 | (bits & 0x00700000)
                        : (uint32_t)((int32_t)(bits >> 24) - 128);
    default:
        return bits & assay_rng_u32(r);
    }
}

static const uint16_t f16_corners[] = {
    0x0000, 0x8000,                 /* zeros */
    0x3C00, 0xBC00, 0x3C01, 0x3BFF, /* around one */
    0x0001, 0x8001, 0x03FF, 0x0400, /* around the end of the subnormals */
    0x7BFF, 0xFBFF,                 /* greatest values: sums overflow */
    0x7C00, 0xFC00,                 /* infinities */
    0x7E00, 0x7C01, 0xFFFF,         /* NaNs */
    0x6800, 0x6801, 0x1000,         /* ties */
};

static const uint16_t bf16_corners[] = {
    0x0000, 0x8000, 0x3F80, 0xBF80, 0x3F81, 0x3F7F, 0x0001, 0x8001, 0x007F, 0x0080,
    0x7F7F, 0xFF7F, 0x7F80, 0xFF80, 0x7FC0, 0x7F81, 0xFFFF, 0x4380, 0x4381, 0x3B80,
};

enum { CORNERS16 = sizeof f16_corners / sizeof *f16_corners };

/* Draws one half of a pair of 16-bit floats. */
static uint32_t short_half(struct assay_rng *r, uint32_t corner, uint32_t type)
{
    const bool f16 = type == GATEWAY_F16_PAIR;
    const uint32_t bits = (uint32_t)(assay_rng_u64(r) >> 48);

    if (assay_rng_percent(r, corner)) {
        const uint32_t i = assay_rng_below(r, CORNERS16);

        return f16 ? f16_corners[i] : bf16_corners[i];
    }
    switch (assay_rng_below(r, 3)) {
    case 0:
        return bits;
    case 1: /* similar exponents */
        return f16 ? (bits & 0x83FF) | (12 + (bits >> 10 & 7)) << 10
                   : (bits & 0x807F) | (120 + (bits >> 7 & 15)) << 7;
    default: /* near one, of either sign */
        return f16 ? (bits & 0x8000) | 0x3C00 | (bits & 0x0380)
                   : (bits & 0x8000) | 0x3F80 | (bits & 0x0070);
    }
}

bool gateway_is_short(uint32_t type)
{
    return type == GATEWAY_F16_PAIR || type == GATEWAY_BF16_PAIR;
}

/* Draws a value near the previous one, so that the sum cancels, ties, or just overflows. */
static uint32_t near_float(struct assay_rng *r, uint32_t last)
{
    const uint32_t bits = assay_rng_u32(r);
    const uint32_t low = (UINT32_C(1) << assay_rng_below(r, 24)) - 1;

    switch (assay_rng_below(r, 4)) {
    case 0:
    case 1:
        return (last ^ 0x80000000) ^ (bits & low);
    case 2:
        return last ^ (bits & low);
    default:
        return (last & 0x80000000) | (0x7E800000 + (bits & 0x00FFFFFF));
    }
}

/* Returns the value with one bit or some low bits changed, or unchanged. */
static uint64_t near_bits(struct assay_rng *r, uint64_t last)
{
    const uint64_t bits = assay_rng_u64(r), one = UINT64_C(1) << assay_rng_below(r, 64);

    switch (bits >> 62) {
    case 0:
        return last;
    case 1:
        return last ^ (bits & (one - 1));
    default:
        return last ^ one;
    }
}

uint64_t gateway_draw_near(struct assay_rng *r, uint32_t type, uint64_t last)
{
    if (gateway_is_short(type)) { /* change the sign, or low bits of the fraction */
        const uint64_t bits = assay_rng_u64(r);

        return (last ^ (bits & 1 ? 0x80008000 : 0)) ^ (bits & 2 ? bits >> 16 & 0x00070007 : 0);
    }
    if (gateway_is_float(type)) {
        const uint64_t high = near_float(r, (uint32_t)(last >> 32));

        return high << 32 | near_float(r, (uint32_t)last);
    }
    return near_bits(r, last);
}

/* A power of two with either sign, `below` binary places below the leading one of a 16-bit float. */
static uint32_t short_below(struct assay_rng *r, int fraction, uint32_t x, int below)
{
    const int exp = (int)((x & 0x7FFF) >> fraction) - below;
    const uint32_t sign = assay_rng_below(r, 2) << 15;

    if (exp > 0)
        return sign | (uint32_t)exp << fraction;
    return exp > -fraction ? sign | UINT32_C(1) << (fraction - 1 + exp) : sign;
}

uint64_t gateway_draw_tie(struct assay_rng *r, uint32_t type, uint64_t last, bool broken)
{
    const int fraction = type == GATEWAY_F16_PAIR ? 10 : 7;
    const int tie = fraction + 1, below = broken ? 23 - tie : tie;
    const uint32_t high = short_below(r, fraction, (uint32_t)(last >> 16), below);

    return high << 16 | short_below(r, fraction, (uint32_t)last, below);
}

uint64_t gateway_draw_value(struct assay_rng *r, uint32_t corner, uint32_t type)
{
    const bool floating = gateway_is_float(type);

    if (gateway_is_short(type)) { /* the bits above the pair are random */
        const uint64_t low = short_half(r, corner, type), above = assay_rng_u64(r);

        return above << 32 | short_half(r, corner, type) << 16 | low;
    }

    if (!floating && assay_rng_below(r, 64) == 0) /* both halves of a pair */
        return 0;

    const uint64_t low = half(r, corner, floating);

    return (uint64_t)half(r, corner, floating) << 32 | low;
}
