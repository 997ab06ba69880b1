/* f32_div.c - quotient. */
#include "numerics/internal.h"

uint32_t assay_f32_div(uint32_t a, uint32_t b)
{
    const uint32_t sign = (a ^ b) & 0x80000000;
    struct f32_parts x, y;
    uint64_t dividend, quotient;

    if (!f32_is_finite(a) || !f32_is_finite(b)) {
        if (assay_f32_is_nan(a) || assay_f32_is_nan(b) || (a ^ b) << 1 == 0)
            return ASSAY_F32_NAN;
        return f32_is_finite(b) ? sign | ASSAY_F32_INF : sign;
    }
    if (assay_f32_is_zero(b))
        return assay_f32_is_zero(a) ? ASSAY_F32_NAN : sign | ASSAY_F32_INF;
    if (assay_f32_is_zero(a))
        return sign;
    x = f32_unpack(a);
    y = f32_unpack(b);
    dividend = (uint64_t)x.sig << 40;
    quotient = dividend / y.sig; /* 2^39 < quotient < 2^41 */
    quotient |= quotient * y.sig != dividend;
    return round_pack(sign >> 31, x.exp - y.exp - 40, quotient, F32_FORMAT);
}
