/*
 * from_int.c - fp_from_int equals assay_s32_to_f32 and assay_u32_to_f32.
 *
 *     top:    fp_from_int
 *     rtl:    rtl/lib/fp_from_int.v rtl/lib/fp_round.v
 *     model:  model/numerics/from_int.c
 *     in:     is_signed x:32
 *     out:    y:32
 *     plant:  tb/fp/faults/int_sign_lost.patch
 */
#include "numerics/numerics.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const int32_t value = in[1] >> 31 ? -(int32_t)~in[1] - 1 : (int32_t)in[1];

    out[0] = in[0] ? assay_s32_to_f32(value) : assay_u32_to_f32(in[1]);
    return true;
}
