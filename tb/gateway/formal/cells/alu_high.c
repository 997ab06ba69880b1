/*
 * alu_high.c - if the second accumulator of gateway_alu represents the
 * model's totals, it still does after one more value. It holds the totals
 * of the high half of a pair, or the greatest value if there is no pair.
 *
 * See alu.c. Nothing is claimed for a variance, which has squares there.
 *
 *     top:    gateway_alu
 *     rtl:    rtl/gateway/gateway_alu.v
 *     model:  model/numerics/f32_add.c model/numerics/f32_mul.c model/numerics/f32_div.c
 *     model:  model/numerics/f32_minmax.c model/numerics/convert.c model/numerics/from_int.c
 *     cut:    product0 product1 square
 *     in:     first op:4 kind:3 lo:32 hi:32 acc0:72 acc1:72 product0.i:64 product1.i:32 square.i:64
 *     out:    next1:72
 *     except: next0
 *     each:   op kind
 *     slow
 *     plant:  tb/gateway/faults/pair_unsigned.patch
 */
#include "gateway/formal/cells/totals.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t op = in[1], type = in[2];

    if (op < GATEWAY_ADD || op > GATEWAY_RANGE || op == GATEWAY_PRODUCT ||
        type > GATEWAY_S32_PAIR || type == GATEWAY_F32 || op == GATEWAY_VARIANCE ||
        (!is_pair(type) && op != GATEWAY_MIN && op != GATEWAY_MAX && op != GATEWAY_RANGE))
        return false;
    return one_more(in, true, out);
}
