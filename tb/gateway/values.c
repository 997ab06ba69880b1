/* values.c - operands. */
#include "gateway/traffic.h"

static const uint32_t int_corners[] = {
    0, 1, 2, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 0x80000001, 0x7FFFFFFE, 0xFFFFFFFE, 0x00010000,
};

static const uint32_t float_corners[] = {
    0x00000000, 0x80000000,                         /* zeros */
    0x3F800000, 0xBF800000, 0x3F800001, 0x3F7FFFFF, /* around one */
    0x00000001, 0x80000001, 0x007FFFFF, 0x00800000, /* around the subnormals' end */
    0x7F7FFFFF, 0xFF7FFFFF,                         /* greatest: sums overflow */
    0x7F800000, 0xFF800000,                         /* infinities */
    0x7FC00000, 0x7F800001, 0xFFFFFFFF,             /* NaNs */
    0x4B800000, 0x4B800001, 0x33800000,             /* ties */
};

static uint32_t half(struct assay_rng *r, uint32_t corner, bool floating)
{
    const uint32_t bits = (uint32_t)(assay_rng_u64(r) >> 32);

    if (assay_rng_percent(r, corner)) {
        const uint32_t i = assay_rng_below(r, 60);

        return floating ? float_corners[i % (sizeof float_corners / sizeof *float_corners)]
                        : int_corners[i % (sizeof int_corners / sizeof *int_corners)];
    }
    switch (bits & 3) {
    case 0:
        return bits;
    case 1: /* exponents near each other, so that additions round and cancel */
        return floating ? (bits & 0x807FFFFF) | (120 + (bits >> 23 & 15)) << 23 : bits >> 16;
    case 2: /* small numbers of both signs */
        return floating ? (bits & 0x80000000) | 0x3F800000 | (bits & 0x00700000)
                        : (uint32_t)((int32_t)(bits >> 24) - 128);
    default:
        return bits & (uint32_t)(assay_rng_u64(r) >> 32);
    }
}

/* Near a value before it: a sum cancels, ties, or overflows by the least. */
static uint32_t near_float(struct assay_rng *r, uint32_t last)
{
    const uint32_t bits = (uint32_t)(assay_rng_u64(r) >> 32);
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

/* The same, but for one bit or some low ones. */
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
    if (gateway_is_float(type))
        return (uint64_t)near_float(r, (uint32_t)(last >> 32)) << 32 |
               near_float(r, (uint32_t)last);
    return near_bits(r, last);
}

uint64_t gateway_draw_value(struct assay_rng *r, uint32_t corner, uint32_t type)
{
    const bool floating = gateway_is_float(type);
    const uint64_t low = half(r, corner, floating);

    return (uint64_t)half(r, corner, floating) << 32 | low;
}
