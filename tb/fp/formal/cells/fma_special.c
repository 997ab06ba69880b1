/*
 * fma_special.c - fp_fma equals assay_f32_fma if an operand is not finite, or a factor is 0.
 *
 *     top:    fp_fma
 *     rtl:    rtl/lib/fp_fma.v rtl/lib/fp_round.v
 *     model:  model/numerics/f32_fma.c
 *     in:     a:32 b:32 c:32
 *     out:    y:32
 *     slow
 *     plant:  tb/fp/faults/fma_zero_times_infinity.patch
 */
#include "numerics/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    out[0] = assay_f32_fma(in[0], in[1], in[2]);
    return !f32_is_finite(in[0]) || !f32_is_finite(in[1]) || !f32_is_finite(in[2]) ||
           assay_f32_is_zero(in[0]) || assay_f32_is_zero(in[1]);
}
