/*
 * alu.c - lemma: predicate_alu computes what the model computes for integers, for sel and for cmp
 * of all types.
 *
 * Nothing is claimed for bfe, for products, for popc, for what comes from fp_fma, and for cvt,
 * which has its own lemma: these are inputs here. The operations covered by alu_more.c are not
 * claimed either.
 *
 *     top:    predicate_alu
 *     rtl:    rtl/predicate/predicate_alu.v rtl/predicate/predicate_count.v rtl/lib/fp_fma.v
 *     rtl:    rtl/lib/fp_round.v rtl/lib/fp_cmp.v rtl/lib/lzc.v rtl/lib/fp_minmax.v rtl/lib/fp_cvt.v
 *     rtl:    rtl/lib/fp_from_f16.v rtl/lib/fp_unpack.v rtl/lib/shift_sticky.v
 *     model:  model/predicate/arithmetic.c model/predicate/convert.c model/numerics/f32_compare.c
 *     model:  model/numerics/f32_minmax.c model/numerics/f32_add.c model/numerics/f32_mul.c
 *     model:  model/numerics/f32_fma.c model/numerics/f32_div.c model/numerics/convert.c
 *     cut:    fused product dot ones converted
 *     in:     op:6 ctype:3 cond:4 a:32 b:32 c:32 p fused.i:32 product.i:64 dot.i:32 ones.i:32
 *     in:     converted.i:32
 *     out:    y:32 flag
 *     plant:  tb/predicate/faults/sar_logical.patch
 *     slow
 */
#include "predicate/warp.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint8_t op = (uint8_t)in[0], type = (uint8_t)in[1], condition = (uint8_t)in[2];
    struct predicate_word w = {.op = op, .ck = type, .ci = condition};
    const bool zero = condition == PREDICATE_Z || condition == PREDICATE_NZ;

    if (op == PREDICATE_MUL || (op >= PREDICATE_FADD && op <= PREDICATE_FFMA) ||
        op >= PREDICATE_MAD || type > PREDICATE_F32 || condition > PREDICATE_NZ)
        return false;
    out[0] = op == PREDICATE_CMP ? 0 : predicate_compute(&w, in[3], in[4], in[5], in[6] != 0);

    w.op = PREDICATE_CMP;
    out[1] = predicate_compute(&w, in[3], zero ? 0 : in[4], 0, false);
    return true;
}
