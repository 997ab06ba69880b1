/*
 * dot.c - lemma: predicate_alu computes what the model computes for dp4a of all signs.
 *
 * The results of cells with their own lemmas are inputs here, as in alu.c.
 *
 *     top:    predicate_alu
 *     rtl:    rtl/predicate/predicate_alu.v rtl/predicate/predicate_count.v rtl/lib/fp_fma.v
 *     rtl:    rtl/lib/fp_round.v rtl/lib/fp_cmp.v rtl/lib/lzc.v rtl/lib/fp_minmax.v rtl/lib/fp_cvt.v
 *     rtl:    rtl/lib/fp_from_f16.v rtl/lib/fp_unpack.v rtl/lib/shift_sticky.v
 *     model:  model/predicate/arithmetic.c model/predicate/convert.c model/numerics/f32_compare.c
 *     model:  model/numerics/f32_minmax.c model/numerics/f32_add.c model/numerics/f32_mul.c
 *     model:  model/numerics/f32_fma.c model/numerics/f32_div.c model/numerics/convert.c
 *     cut:    fused product ones converted
 *     in:     op:6 ctype:3 cond:4 a:32 b:32 c:32 p fused.i:32 product.i:64 ones.i:32 converted.i:32
 *     out:    y:32
 *     except: flag
 *     each:   op
 *     sweep
 *     plant:  tb/predicate/faults/dp4a_signs_swapped.patch
 */
#include "predicate/warp.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct predicate_word w = {.op = (uint8_t)in[0], .ck = (uint8_t)in[1]};

    if (w.op < PREDICATE_DP4A_SS || w.op > PREDICATE_DP4A_UU)
        return false;
    out[0] = predicate_compute(&w, in[3], in[4], in[5], false);
    return true;
}
