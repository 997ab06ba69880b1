/*
 * product.c - gateway_alu multiplies the first accumulator by one more value as the model does.
 *
 * Values of one word are extended. With `first` there is no product yet. Covers integers of one and
 * of two words, and the low halves of pairs.
 *
 *     top:    gateway_alu
 *     rtl:    rtl/gateway/gateway_alu.v
 *     model:  model/numerics/f32_add.c model/numerics/f32_mul.c model/numerics/f32_div.c
 *     model:  model/numerics/f32_minmax.c model/numerics/convert.c model/numerics/from_int.c
 *     cut:    square
 *     in:     first op:4 kind:3 acc0:72 acc1:72 lo:32 hi:32 square.i:64
 *     out:    next0:72
 *     except: next1
 *     each:   first kind
 *     slow
 *     plant:  tb/gateway/formal/cells/product.patch
 */
#include <assert.h>

#include "gateway/formal/cells/totals.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t type = in[2];
    const bool is_wide = type == GATEWAY_U64 || type == GATEWAY_S64;
    const bool is_signed = type == GATEWAY_S32 || type == GATEWAY_S64 || type == GATEWAY_S32_PAIR;
    const struct view v = {is_signed, is_wide ? 64 : 32, 0}, all = {is_signed, 64, 0};
    const uint64_t value = in[9] | (uint64_t)in[10] << 32;
    const struct wide x = extended(trim(value, v), v);
    struct totals t = no_totals, narrow = no_totals;

    if (in[1] != GATEWAY_PRODUCT || type > GATEWAY_S32_PAIR || type == GATEWAY_F32)
        return false;
    if (!in[0])
        t.product = narrow.product = in[3] | (uint64_t)in[4] << 32;
    add_value(&t, GATEWAY_PRODUCT, x.lo, all);
    add_value(&narrow, GATEWAY_PRODUCT, value, v);
    assert(trim(narrow.product, v) == trim(t.product, v));
    out[0] = (uint32_t)t.product;
    out[1] = (uint32_t)(t.product >> 32);
    out[2] = in[0] ? (uint32_t)x.hi & 0xFF : 0;
    return true;
}
