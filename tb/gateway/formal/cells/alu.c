/*
 * alu.c - if the first accumulator of gateway_alu represents
 * the model's totals, it still does after one more value.
 *
 * With `first` there are no totals yet. Covers integers of one word, of
 * two words, and the low halves of pairs; alu_high.c covers the other
 * accumulator. The products are inputs, because both sides multiply.
 *
 *     top:    gateway_alu
 *     rtl:    rtl/gateway/gateway_alu.v
 *     model:  model/numerics/f32_add.c model/numerics/f32_mul.c model/numerics/f32_div.c
 *     model:  model/numerics/f32_minmax.c model/numerics/convert.c model/numerics/from_int.c
 *     cut:    product0 product1 square
 *     in:     first op:4 kind:3 lo:32 hi:32 acc0:72 acc1:72 product0.i:64 product1.i:32 square.i:64
 *     out:    next0:72
 *     except: next1
 *     each:   op kind
 *     plant:  tb/gateway/formal/cells/alu.patch
 *     slow
 */
#include "gateway/formal/cells/totals.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t op = in[1], type = in[2];

    if (op < GATEWAY_ADD || op > GATEWAY_RANGE || op == GATEWAY_PRODUCT ||
        type > GATEWAY_S32_PAIR || type == GATEWAY_F32)
        return false;
    return one_more(in, false, out);
}
