/*
 * block.c - from a reset on, fp without the divider has the outputs of the model in every cycle,
 * given that fp_add, fp_mul and fp_fma compute what the model does.
 *
 * These three are cut out. The claim covers resets and the cycles in which the one that the
 * operation needs has the value of the model.
 *
 *     top:    fp
 *     rtl:    rtl/fp/fp.v rtl/lib/fp_add.v rtl/lib/fp_cmp.v rtl/lib/fp_fma.v rtl/lib/fp_from_bf16.v
 *     rtl:    rtl/lib/fp_from_f16.v rtl/lib/fp_from_int.v rtl/lib/fp_minmax.v rtl/lib/fp_mul.v
 *     rtl:    rtl/lib/fp_round.v rtl/lib/fp_to_bf16.v rtl/lib/fp_to_f16.v rtl/lib/fp_unpack.v
 *     rtl:    rtl/lib/lzc.v rtl/lib/shift_sticky.v rtl/lib/fp_div.v
 *     model:  model/fp/fp.c model/numerics/f32_add.c model/numerics/f32_mul.c
 *     model:  model/numerics/f32_fma.c model/numerics/f32_div.c model/numerics/f32_minmax.c
 *     model:  model/numerics/f32_compare.c model/numerics/convert.c model/numerics/from_int.c
 *     cases:  DIV=0
 *     cut:    sum product fused
 *     in:     rst op_valid op_code:4 op_a:32 op_b:32 op_c:32 op_tag:8 res_ready
 *     in:     res_valid.q res_value.m:32 res_tag.m:8 res_status.m sum.i:32 product.i:32 fused.i:32
 *     out:    op_ready res_valid res_value:32 res_tag:8 res_status
 *     out:    res_valid.d res_value.d:32 res_tag.d:8 res_status.d
 *     next:   res_valid res_value res_tag res_status
 *     where:  res_value:res_valid res_tag:res_valid res_status:res_valid
 *     each:   op_code
 *     plant:  tb/fp/faults/result_overwritten.patch
 *     slow
 */
#include "fp/formal/cells/block.h"

bool spec(const uint32_t *in, uint32_t *out)
{
    uint8_t busy = 0;

    step(in, out, &busy);
    assert(busy == 0);
    return in[0] || computes(in, in + 12);
}
