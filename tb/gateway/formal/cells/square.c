/*
 * square.c - gateway_alu adds the square of one more value to its second accumulator, for a
 * variance, as the model does. With `first` the sum is 0.
 *
 *     top:    gateway_alu
 *     rtl:    rtl/gateway/gateway_alu.v
 *     model:  model/numerics/f32_add.c model/numerics/f32_mul.c model/numerics/f32_div.c
 *     model:  model/numerics/f32_minmax.c model/numerics/convert.c model/numerics/from_int.c
 *     cut:    product0 product1
 *     in:     first op:4 kind:3 lo:32 hi:32 acc0:72 acc1:72 product0.i:64 product1.i:32
 *     out:    next1:72
 *     except: next0
 *     each:   first kind lo[31]
 *     slow
 *     plant:  tb/gateway/faults/square_unsigned.patch
 */
#include "gateway/formal/cells/totals.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t type = in[2];
    const struct view v = {type == GATEWAY_S32, 32, 0};
    struct totals t = no_totals;

    if (in[1] != GATEWAY_VARIANCE || (type != GATEWAY_U32 && type != GATEWAY_S32))
        return false;
    if (!in[0])
        t.squares = (struct wide){in[8] | (uint64_t)in[9] << 32, in[10]};
    add_value(&t, GATEWAY_VARIANCE, in[3], v);
    out[0] = (uint32_t)t.squares.lo;
    out[1] = (uint32_t)(t.squares.lo >> 32);
    out[2] = (uint32_t)t.squares.hi & 0xFF;
    return true;
}
