/* f32_minmax.c - minimumNumber and maximumNumber. */
#include "numerics/internal.h"

/* Maps numbers, with -0 below +0, to unsigned integers in the same order. */
static uint32_t order_key(uint32_t a)
{
    return f32_sign(a) ? ~a : a | 0x80000000;
}

uint32_t assay_f32_min(uint32_t a, uint32_t b)
{
    if (assay_f32_is_nan(a))
        return assay_f32_canonical(b);
    if (assay_f32_is_nan(b))
        return a;
    return order_key(a) < order_key(b) ? a : b;
}

uint32_t assay_f32_max(uint32_t a, uint32_t b)
{
    if (assay_f32_is_nan(a))
        return assay_f32_canonical(b);
    if (assay_f32_is_nan(b))
        return a;
    return order_key(a) > order_key(b) ? a : b;
}
