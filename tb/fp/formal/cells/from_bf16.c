/*
 * from_bf16.c - fp_from_bf16 equals assay_bf16_to_f32.
 *
 *     top:    fp_from_bf16
 *     rtl:    rtl/lib/fp_from_bf16.v
 *     model:  model/numerics/convert.c
 *     in:     x:16
 *     out:    y:32
 *     plant:  tb/fp/formal/cells/from_bf16.patch
 */
#include "numerics/numerics.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    out[0] = assay_bf16_to_f32((uint16_t)in[0]);
    return true;
}
