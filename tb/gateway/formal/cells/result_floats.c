/*
 * result_floats.c - gateway_result converts the root of a tree of floats, or the quotient, to the
 * result as the model does.
 *
 * Nothing is claimed for differences and ranges: for them, see result_differences.c.
 *
 *     top:    gateway_result
 *     rtl:    rtl/gateway/gateway_result.v rtl/lib/fp_add.v rtl/lib/fp_round.v rtl/lib/fp_unpack.v
 *     rtl:    rtl/lib/lzc.v rtl/lib/shift_sticky.v rtl/lib/fp_to_f16.v rtl/lib/fp_to_bf16.v
 *     model:  model/numerics/f32_add.c model/numerics/f32_mul.c model/numerics/f32_div.c
 *     model:  model/numerics/f32_minmax.c model/numerics/convert.c model/numerics/from_int.c
 *     in:     what:8 worked:64
 *     out:    result:64
 *     each:   what[7:4]
 *     slow
 *     plant:  tb/gateway/formal/cells/result_floats.patch
 */
#include "gateway/gateway_math.c"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t op = in[0] >> 4, type = in[0] & 15;
    const uint64_t result = floats_of(type, in[1], in[2]);

    out[0] = (uint32_t)result;
    out[1] = (uint32_t)(result >> 32);
    return type < GATEWAY_TYPES && gateway_is_float(type) &&
           (op == GATEWAY_ADD || op == GATEWAY_MIN || op == GATEWAY_MAX || op == GATEWAY_PRODUCT ||
            op == GATEWAY_MEAN || op == GATEWAY_VARIANCE);
}
