/* f32_compare.c - comparison. */
#include "numerics/internal.h"

enum assay_f32_order assay_f32_compare(uint32_t a, uint32_t b)
{
    if (assay_f32_is_nan(a) || assay_f32_is_nan(b))
        return ASSAY_F32_UNORDERED;
    if (a == b || (a | b) << 1 == 0)
        return ASSAY_F32_EQUAL;
    if (f32_sign(a) != f32_sign(b))
        return f32_sign(a) ? ASSAY_F32_LESS : ASSAY_F32_GREATER;
    /* For numbers of the same sign, the pattern grows with the magnitude. */
    return (a < b) != (f32_sign(a) != 0) ? ASSAY_F32_LESS : ASSAY_F32_GREATER;
}
