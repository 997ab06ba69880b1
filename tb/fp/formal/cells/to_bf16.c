/*
 * to_bf16.c - fp_to_bf16 equals assay_f32_to_bf16.
 *
 *     top:    fp_to_bf16
 *     rtl:    rtl/lib/fp_to_bf16.v
 *     model:  model/numerics/convert.c
 *     in:     x:32
 *     out:    y:16
 *     plant:  tb/fp/formal/cells/to_bf16.patch
 */
#include "numerics/numerics.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    out[0] = assay_f32_to_bf16(in[0]);
    return true;
}
