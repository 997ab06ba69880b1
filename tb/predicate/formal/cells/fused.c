/*
 * fused.c - lemma: predicate_alu makes for its fma the operands whose result is the model's sum,
 * difference or product of f32, or the model's own for mad; and passes on any result. That the fma
 * gets them is not part of it, as it is cut out.
 *
 * A sum is a*1 + b, and a product a*b + -0. mul.c of block fp proves this of products; of sums it is
 * taken as given.
 *
 *     top:    predicate_alu
 *     rtl:    rtl/predicate/predicate_alu.v rtl/predicate/predicate_count.v rtl/lib/fp_fma.v
 *     rtl:    rtl/lib/fp_round.v rtl/lib/fp_cmp.v rtl/lib/lzc.v rtl/lib/fp_minmax.v rtl/lib/fp_cvt.v
 *     rtl:    rtl/lib/fp_from_f16.v rtl/lib/fp_unpack.v rtl/lib/shift_sticky.v
 *     model:  model/predicate/arithmetic.c model/predicate/convert.c model/numerics/f32_compare.c
 *     model:  model/numerics/f32_minmax.c model/numerics/f32_div.c model/numerics/convert.c
 *     cut:    fused product dot ones converted
 *     show:   is_float factor addend
 *     in:     op:6 ctype:3 cond:4 a:32 b:32 c:32 p fused.i:32 product.i:64 dot.i:32 ones.i:32
 *     in:     converted.i:32
 *     out:    y:32 is_float factor:32 addend:32
 *     except: flag
 *     plant:  tb/predicate/faults/fmul_adds_plus_zero.patch
 */
#include <assert.h>

#include "numerics/numerics.h"
#include "predicate/warp.h"

bool spec(const uint32_t *in, uint32_t *out);

enum { OP, TYPE, CONDITION, A, B, C, P, FUSED };

static const uint32_t one = 0x3F800000, sign = 0x80000000;

/* The operands of the fma, and its result, which is an input. */
static struct {
    uint32_t a, b, c, y;
} fma;

uint32_t assay_f32_fma(uint32_t a, uint32_t b, uint32_t c)
{
    fma.a = a;
    fma.b = b;
    fma.c = c;
    return fma.y;
}

uint32_t assay_f32_add(uint32_t a, uint32_t b)
{
    return assay_f32_fma(a, one, b);
}

uint32_t assay_f32_sub(uint32_t a, uint32_t b)
{
    return assay_f32_fma(a, one, b ^ sign);
}

uint32_t assay_f32_mul(uint32_t a, uint32_t b)
{
    return assay_f32_fma(a, b, sign);
}

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct predicate_word w = {.op = (uint8_t)in[OP], .ck = (uint8_t)in[TYPE]};

    if (w.op < PREDICATE_FADD || w.op > PREDICATE_FFMA)
        return false;
    fma.a = fma.b = fma.c = 0;
    fma.y = in[FUSED];
    out[0] = predicate_compute(&w, in[A], in[B], in[C], false);
    out[1] = 1;
    out[2] = fma.b;
    out[3] = fma.c;
    assert(fma.a == in[A]);
    return true;
}
