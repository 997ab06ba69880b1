/* f32_fma.c - product and sum with one rounding. */
#include "numerics/internal.h"

/* One of them is not finite. */
static uint32_t fma_special(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t product = ((a ^ b) & 0x80000000) | ASSAY_F32_INF;

    if (assay_f32_is_nan(a) || assay_f32_is_nan(b) || assay_f32_is_nan(c))
        return ASSAY_F32_NAN;
    if (f32_is_finite(a) && f32_is_finite(b))
        return c;
    if (assay_f32_is_zero(a) || assay_f32_is_zero(b))
        return ASSAY_F32_NAN;
    return f32_is_finite(c) || c == product ? product : ASSAY_F32_NAN;
}

uint32_t assay_f32_fma(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t sign = f32_sign(a ^ b);
    struct f32_parts x, y, z;
    uint64_t product;

    if (!f32_is_finite(a) || !f32_is_finite(b) || !f32_is_finite(c))
        return fma_special(a, b, c);
    if (assay_f32_is_zero(a) || assay_f32_is_zero(b))
        return assay_f32_is_zero(c) ? sign << 31 & c : c;
    x = f32_unpack(a);
    y = f32_unpack(b);
    product = (uint64_t)x.sig * y.sig; /* 2^46 <= product < 2^48 */
    if (assay_f32_is_zero(c))
        return round_pack(sign, x.exp + y.exp, product, F32_FORMAT);
    z = f32_unpack(c);
    return f32_round_sum(sign, x.exp + y.exp - 14, product << 14, z.sign, z.exp - 38,
                         (uint64_t)z.sig << 38);
}
