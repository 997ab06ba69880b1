/*
 * product_high.c - gateway_alu multiplies the second accumulator by the high half of one more pair
 * as the model does. With `first` there is no product yet.
 *
 *     top:    gateway_alu
 *     rtl:    rtl/gateway/gateway_alu.v
 *     model:  model/numerics/f32_add.c model/numerics/f32_mul.c model/numerics/f32_div.c
 *     model:  model/numerics/f32_minmax.c model/numerics/convert.c model/numerics/from_int.c
 *     cut:    square
 *     in:     first op:4 kind:3 acc0:72 acc1:72 lo:32 hi:32 square.i:64
 *     out:    next1:72
 *     except: next0
 *     each:   first kind
 *     plant:  tb/gateway/formal/cells/product_high.patch
 */
#include "gateway/formal/cells/totals.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t type = in[2];
    const struct view v = {type == GATEWAY_S32_PAIR, 32, 32};
    const uint64_t value = in[9] | (uint64_t)in[10] << 32;
    const uint32_t above = type == GATEWAY_S32_PAIR && in[10] >> 31 ? UINT32_MAX : 0;
    struct totals t = no_totals;

    if (in[1] != GATEWAY_PRODUCT || !is_pair(type))
        return false;
    if (!in[0])
        t.product = in[6];
    add_value(&t, GATEWAY_PRODUCT, value, v);
    out[0] = (uint32_t)t.product;
    out[1] = in[0] ? above : 0;
    out[2] = in[0] ? above & 0xFF : 0;
    return true;
}
