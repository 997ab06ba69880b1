/*
 * result_differences.c - gateway_result subtracts in its last step what the model subtracts: the
 * root of the tree from 0 for a difference, the roots of both trees for a range; and converts the
 * differences to the result as the model does.
 *
 * Both fp_add are cut out: their operands are outputs, their results inputs. That they get these
 * operands is not part of it. A result that is a NaN is the canonical one, as add.c of block fp
 * proves; other NaNs are left out.
 *
 *     top:    gateway_result
 *     rtl:    rtl/gateway/gateway_result.v rtl/lib/fp_add.v rtl/lib/fp_round.v rtl/lib/fp_unpack.v
 *     rtl:    rtl/lib/lzc.v rtl/lib/shift_sticky.v rtl/lib/fp_to_f16.v rtl/lib/fp_to_bf16.v
 *     model:  model/numerics/f32_mul.c model/numerics/f32_div.c model/numerics/f32_minmax.c
 *     model:  model/numerics/convert.c model/numerics/from_int.c
 *     cut:    g_half[0].difference g_half[1].difference
 *     in:     what:8 worked:64 least:64 g_half[0].difference.i:32 g_half[1].difference.i:32
 *     show:   g_half[0].from g_half[0].taken g_half[1].from g_half[1].taken
 *     out:    result:64 g_half[0].from:32 g_half[0].taken:32 g_half[1].from:32 g_half[1].taken:32
 *     plant:  tb/gateway/formal/cells/result_differences.patch
 */
#include <assert.h>

#include "gateway/gateway_math.c"

bool spec(const uint32_t *in, uint32_t *out);

enum { WHAT, WORKED, LEAST = WORKED + 2, DIFFERENCE = LEAST + 2 };

/* The operands of a subtraction, and its result, which is an input. */
static struct {
    uint32_t a, b, y;
} adder;

uint32_t assay_f32_sub(uint32_t a, uint32_t b)
{
    adder.a = a;
    adder.b = b;
    return adder.y;
}

/* For the tree, which is not part of it. */
uint32_t assay_f32_add(uint32_t a, uint32_t b)
{
    return assay_f32_sub(a, b ^ 0x80000000);
}

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t op = in[WHAT] >> 4, type = in[WHAT] & 15;
    uint64_t result;
    bool canonical = true;

    if ((op != GATEWAY_SUB && op != GATEWAY_RANGE) || type >= GATEWAY_TYPES ||
        !gateway_is_float(type))
        return false;
    /* The high half also for f32, which has none: the RTL subtracts there too. */
    for (uint32_t half = 0; half < 2; ++half) {
        const uint32_t y = in[DIFFERENCE + half];

        adder.y = y;
        assert(difference_of(op, in[WORKED + half], in[LEAST + half]) == y);
        out[2 + 2 * half] = adder.a;
        out[3 + 2 * half] = adder.b;
        canonical = canonical && assay_f32_canonical(y) == y;
    }
    result = floats_of(type, in[DIFFERENCE], in[DIFFERENCE + 1]);
    out[0] = (uint32_t)result;
    out[1] = (uint32_t)(result >> 32);
    return canonical;
}
