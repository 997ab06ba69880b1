/* convert.c - conversions between f32 and the 16-bit formats. */
#include "numerics/internal.h"

uint16_t assay_f32_to_f16(uint32_t a)
{
    const uint32_t sign = f32_sign(a) << 15;
    struct f32_parts x;

    if (assay_f32_is_nan(a))
        return ASSAY_F16_NAN;
    if (assay_f32_is_inf(a))
        return (uint16_t)(sign | 0x7C00);
    if (assay_f32_is_zero(a))
        return (uint16_t)sign;
    x = f32_unpack(a);
    return (uint16_t)round_pack(x.sign, x.exp, x.sig, F16_FORMAT);
}

uint16_t assay_f32_to_bf16(uint32_t a)
{
    if (assay_f32_is_nan(a))
        return ASSAY_BF16_NAN;
    /* The upper half, plus 1 if the lower half is greater than 0x8000, or if it equals 0x8000
     * and the upper half is odd. A carry propagates through the exponent, from the largest
     * numbers to infinity; an infinity has a lower half of 0. */
    return (uint16_t)((a + 0x7FFF + (a >> 16 & 1)) >> 16);
}

uint32_t assay_f16_to_f32(uint16_t a)
{
    const uint32_t sign = (uint32_t)a >> 15, exp = a >> 10 & 0x1F, frac = a & 0x3FF;

    if (exp == 0x1F)
        return frac ? ASSAY_F32_NAN : sign << 31 | ASSAY_F32_INF;
    if (exp)
        return sign << 31 | (exp + 127 - 15) << 23 | frac << 13;
    /* A multiple of 2^-24; the conversion is exact. */
    return frac ? round_pack(sign, -24, frac, F32_FORMAT) : sign << 31;
}

uint32_t assay_bf16_to_f32(uint16_t a)
{
    return assay_f32_canonical((uint32_t)a << 16);
}
