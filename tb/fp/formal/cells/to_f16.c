/*
 * to_f16.c - fp_to_f16 equals assay_f32_to_f16.
 *
 *     top:    fp_to_f16
 *     rtl:    rtl/lib/fp_to_f16.v rtl/lib/fp_unpack.v rtl/lib/shift_sticky.v
 *     model:  model/numerics/convert.c
 *     in:     x:32
 *     out:    y:16
 *     plant:  tb/fp/faults/f16_overflow_wraps.patch
 */
#include "numerics/numerics.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    out[0] = assay_f32_to_f16(in[0]);
    return true;
}
