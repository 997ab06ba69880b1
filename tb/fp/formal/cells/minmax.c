/*
 * minmax.c - fp_minmax equals assay_f32_min and assay_f32_max.
 *
 *     top:    fp_minmax
 *     rtl:    rtl/lib/fp_minmax.v
 *     model:  model/numerics/f32_minmax.c
 *     in:     max a:32 b:32
 *     out:    y:32
 *     plant:  tb/fp/faults/min_negative_order.patch
 */
#include "numerics/numerics.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    out[0] = in[0] ? assay_f32_max(in[1], in[2]) : assay_f32_min(in[1], in[2]);
    return true;
}
