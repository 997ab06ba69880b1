/*
 * block_div.c - from a reset on, fp with the divider has the outputs of the model in every cycle,
 * given the results of fp_add, fp_mul, fp_fma and fp_div.
 *
 * The first three and the result of the divider are cut out. The claim covers resets and the cycles
 * in which the one that is used has the value of the model. The divider has its own count of
 * cycles, a one that moves up through the quotient ahead of its bits; these bits may have any
 * values.
 *
 *     top:    fp
 *     rtl:    rtl/fp/fp.v rtl/lib/fp_add.v rtl/lib/fp_cmp.v rtl/lib/fp_fma.v rtl/lib/fp_from_bf16.v
 *     rtl:    rtl/lib/fp_from_f16.v rtl/lib/fp_from_int.v rtl/lib/fp_minmax.v rtl/lib/fp_mul.v
 *     rtl:    rtl/lib/fp_round.v rtl/lib/fp_to_bf16.v rtl/lib/fp_to_f16.v rtl/lib/fp_unpack.v
 *     rtl:    rtl/lib/lzc.v rtl/lib/shift_sticky.v rtl/lib/fp_div.v
 *     model:  model/fp/fp.c model/numerics/f32_add.c model/numerics/f32_mul.c
 *     model:  model/numerics/f32_fma.c model/numerics/f32_div.c model/numerics/f32_minmax.c
 *     model:  model/numerics/f32_compare.c model/numerics/convert.c model/numerics/from_int.c
 *     cases:  DIV=1
 *     cut:    sum product fused quotient g_div.u_div.bit_next
 *     in:     rst op_valid op_code:4 op_a:32 op_b:32 op_c:32 op_tag:8 res_ready
 *     in:     res_valid.q res_value.m:32 res_tag.m:8 res_status.m sum.i:32 product.i:32 fused.i:32
 *     in:     g_div.u_div.busy.q g_div.u_div.quotient.m:27 quotient.i:32 g_div.u_div.bit_next.i
 *     out:    op_ready res_valid res_value:32 res_tag:8 res_status
 *     out:    res_valid.d res_value.d:32 res_tag.d:8 res_status.d
 *     out:    g_div.u_div.busy.d g_div.u_div.quotient.d:27
 *     next:   res_valid res_value res_tag res_status g_div.u_div.busy g_div.u_div.quotient
 *     where:  res_value:res_valid res_tag:res_valid res_status:res_valid
 *     where:  res_tag:g_div.u_div.busy res_status:g_div.u_div.busy
 *     where:  g_div.u_div.quotient:g_div.u_div.busy
 *     holds
 *     each:   op_code
 *     plant:  tb/fp/formal/cells/block_div.patch
 *     slow
 */
#include "fp/formal/cells/block.h"

enum { STEPS = 27 };

bool holds(const uint32_t *state);

/* A division is under way only while no result waits, and it has a count. */
bool holds(const uint32_t *state)
{
    return !state[4] || (!state[0] && state[5] != 0);
}

/* The cycles that it still takes, from the place of the highest one. */
static uint8_t left(uint32_t quotient)
{
    uint8_t n = STEPS;

    for (uint32_t i = 0; i < STEPS; ++i)
        if (quotient >> i & 1)
            n = (uint8_t)(STEPS - i);
    return n;
}

bool spec(const uint32_t *in, uint32_t *out)
{
    const bool rst = in[0] != 0, divides = in[15] != 0;
    const uint32_t quotient = in[16], all = (UINT32_C(1) << STEPS) - 1;
    const uint8_t before = divides ? left(quotient) : 0;
    uint8_t after = before;

    step(in, out, &after);
    out[9] = after != 0;
    out[10] = !divides ? 1 : before > 1 ? (quotient << 1 & all) | in[18] : quotient;
    assert(after == (out[9] ? left(out[10]) : 0));
    return rst || (computes(in, in + 12) && (before != 1 || in[17] == in[9]));
}
