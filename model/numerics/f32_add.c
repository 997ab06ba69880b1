/* f32_add.c - sum and difference. */
#include "numerics/internal.h"

/* a or b is not finite. */
static uint32_t add_special(uint32_t a, uint32_t b)
{
    if (assay_f32_is_nan(a) || assay_f32_is_nan(b))
        return ASSAY_F32_NAN;
    if (f32_is_finite(a))
        return b;
    return f32_is_finite(b) || a == b ? a : ASSAY_F32_NAN;
}

uint32_t assay_f32_add(uint32_t a, uint32_t b)
{
    struct f32_parts x, y;

    if (!f32_is_finite(a) || !f32_is_finite(b))
        return add_special(a, b);
    if (assay_f32_is_zero(a))
        return assay_f32_is_zero(b) ? a & b : b;
    if (assay_f32_is_zero(b))
        return a;
    x = f32_unpack(a);
    y = f32_unpack(b);
    return f32_round_sum(x.sign, x.exp - 38, (uint64_t)x.sig << 38, y.sign, y.exp - 38,
                         (uint64_t)y.sig << 38);
}

uint32_t assay_f32_sub(uint32_t a, uint32_t b)
{
    return assay_f32_add(a, b ^ 0x80000000);
}
