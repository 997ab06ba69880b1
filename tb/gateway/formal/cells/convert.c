/*
 * convert.c - gateway_convert converts both halves of a value to f32 as the model does.
 *
 *     top:    gateway_convert
 *     rtl:    rtl/gateway/gateway_convert.v rtl/lib/fp_from_f16.v rtl/lib/fp_from_bf16.v rtl/lib/lzc.v
 *     model:  model/numerics/f32_add.c model/numerics/f32_mul.c model/numerics/f32_div.c
 *     model:  model/numerics/f32_minmax.c model/numerics/convert.c model/numerics/from_int.c
 *     in:     kind:4 lo:32 hi:32
 *     out:    value:64
 *     plant:  tb/gateway/formal/cells/convert.patch
 */
#include "gateway/gateway_math.c"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint64_t value = in[1] | (uint64_t)in[2] << 32;

    out[0] = to_f32(value, in[0], 0);
    out[1] = to_f32(value, in[0], 1);
    return in[0] < GATEWAY_TYPES && gateway_is_float(in[0]);
}
