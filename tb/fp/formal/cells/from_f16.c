/*
 * from_f16.c - fp_from_f16 equals assay_f16_to_f32.
 *
 *     top:    fp_from_f16
 *     rtl:    rtl/lib/fp_from_f16.v rtl/lib/lzc.v
 *     model:  model/numerics/convert.c
 *     in:     x:16
 *     out:    y:32
 *     plant:  tb/fp/faults/f16_subnormal_halved.patch
 */
#include "numerics/numerics.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    out[0] = assay_f16_to_f32((uint16_t)in[0]);
    return true;
}
