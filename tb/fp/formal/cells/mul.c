/*
 * mul.c - fp_mul is assay_f32_mul.
 *
 *     top:    fp_mul
 *     rtl:    rtl/lib/fp_mul.v rtl/lib/fp_round.v rtl/lib/lzc.v
 *     model:  model/numerics/f32_mul.c
 *     in:     a:32 b:32
 *     out:    y:32
 *     first:  a[30:0] b[30:0]
 *     slow
 *     plant:  tb/fp/formal/cells/mul.patch
 */
#include "numerics/numerics.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    out[0] = assay_f32_mul(in[0], in[1]);
    return true;
}
