/* number.c - rounds sums and encodes them as patterns. */
#include "fdot/internal.h"

uint32_t fdot_special_result(const struct fdot_special *s, enum assay_fdot_output output,
                             uint32_t f32_nan)
{
    const bool half = output == ASSAY_FDOT_OUT_F16;

    if (s->nan || (s->plus && s->minus))
        return half ? 0x7FFF : f32_nan;
    return (half ? UINT32_C(0x7C00) : UINT32_C(0x7F800000)) | (uint32_t)s->minus
                                                                  << (half ? 15 : 31);
}

/* x / 2^n, rounded to nearest, ties to even, or toward zero. n must be at least 1. */
static uint64_t shifted(uint64_t x, int n, bool nearest)
{
    uint64_t kept, rest, half;

    if (n > 63)
        return 0; /* x is less than 2^62: less than half of the unit */
    kept = x >> n;
    if (!nearest)
        return kept;
    rest = x & ((UINT64_C(1) << n) - 1);
    half = UINT64_C(1) << (n - 1);
    return kept + (rest > half || (rest == half && (kept & 1)));
}

uint32_t fdot_round(const struct fdot_rounding *r, int64_t sum, int unit)
{
    const uint64_t magnitude = sum < 0 ? (uint64_t)0 - (uint64_t)sum : (uint64_t)sum;
    const int bits =
        1 + r->frac + r->zeros; /* bits of a pattern below the exponent, plus the hidden bit */
    const uint32_t sign = (uint32_t)(sum < 0) << (r->least == -126 ? 31 : 15);
    int last, top = unit; /* exponents of the last bit kept, and of the leading bit */
    uint64_t kept, rest = magnitude;

    if (magnitude == 0)
        return 0;
    for (int step = 32; step; step /= 2) {
        const int by = rest >> step ? step : 0;

        rest >>= by;
        top += by;
    }
    last = (top < r->least ? r->least : top) - r->frac;
    kept = last > unit ? shifted(magnitude, last - unit, r->nearest) : magnitude << (unit - last);
    if (kept >> (r->frac + 1)) { /* rounded up to a power of two */
        kept >>= 1;
        ++last;
    }
    if (kept == 0)
        return r->sign_kept ? sign : 0;
    if (last + r->frac > r->greatest)
        return sign | (uint32_t)(2 * r->greatest + 1) << (bits - 1);
    /* The hidden bit of a normal number adds 1 to the exponent field. */
    return sign | (((uint32_t)(last + r->frac - r->least) << r->frac) + (uint32_t)kept) << r->zeros;
}
