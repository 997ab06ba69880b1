/*
 * mul.c - fp_mul equals assay_f32_mul, and assay_f32_fma with an addend of -0.
 *
 * Each part of the proof fixes the highest ones of both operands without their signs. So it is
 * known whether they are normal, and by how much the model shifts a subnormal. Both sides then
 * have the same product, up to that shift, which is free.
 *
 *     top:    fp_mul
 *     rtl:    rtl/lib/fp_mul.v rtl/lib/fp_round.v
 *     model:  model/numerics/f32_mul.c model/numerics/f32_fma.c
 *     in:     a:32 b:32
 *     out:    y:32
 *     first:  a[30:0] b[30:0]
 *     free:   product:48
 *     slow
 *     plant:  tb/fp/formal/cells/mul.patch
 */
#include <assert.h>

#include "numerics/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    out[0] = assay_f32_mul(in[0], in[1]);
    assert(assay_f32_fma(in[0], in[1], 0x80000000) == out[0]);
    return true;
}
