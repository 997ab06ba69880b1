/* f32_mul.c - product. */
#include "numerics/internal.h"

uint32_t assay_f32_mul(uint32_t a, uint32_t b)
{
    const uint32_t sign = (a ^ b) & 0x80000000;
    struct f32_parts x, y;

    if (!f32_is_finite(a) || !f32_is_finite(b)) {
        if (assay_f32_is_nan(a) || assay_f32_is_nan(b) || assay_f32_is_zero(a) ||
            assay_f32_is_zero(b))
            return ASSAY_F32_NAN;
        return sign | ASSAY_F32_INF;
    }
    if (assay_f32_is_zero(a) || assay_f32_is_zero(b))
        return sign;
    x = f32_unpack(a);
    y = f32_unpack(b);
    return round_pack(sign >> 31, x.exp + y.exp, (uint64_t)x.sig * y.sig, F32_FORMAT);
}
