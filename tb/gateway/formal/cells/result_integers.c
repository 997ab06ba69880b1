/*
 * result_integers.c - if the accumulators represent the model's totals, which alu.c, alu_high.c and
 * product.c say of them, gateway_result gives the model's result. A mean and a variance are what the
 * divider gives; the result of no operation is 0, and that of a predicate is the sum.
 *
 *     top:    gateway_result
 *     rtl:    rtl/gateway/gateway_result.v rtl/lib/fp_add.v rtl/lib/fp_round.v rtl/lib/fp_unpack.v
 *     rtl:    rtl/lib/lzc.v rtl/lib/shift_sticky.v rtl/lib/fp_to_f16.v rtl/lib/fp_to_bf16.v
 *     model:  model/numerics/f32_add.c model/numerics/f32_mul.c model/numerics/f32_div.c
 *     model:  model/numerics/f32_minmax.c model/numerics/convert.c model/numerics/from_int.c
 *     in:     what:8 sum:14 acc0:72 acc1:72 worked:64
 *     out:    result:64
 *     each:   what[7:4]
 *     plant:  tb/gateway/formal/cells/result_integers.patch
 */
#include "gateway/formal/cells/totals.h"

bool spec(const uint32_t *in, uint32_t *out);

/* Bits 71 to 0 of an accumulator, in two's complement. */
static struct wide accumulator(const uint32_t *at)
{
    return (struct wide){at[0] | (uint64_t)at[1] << 32,
                         at[2] & 0x80 ? at[2] | UINT64_MAX << 8 : at[2]};
}

/* The result for one view of the values. Returns false if no totals correspond to the accumulators. */
static bool result_of(uint32_t op, uint32_t type, struct wide acc0, struct wide acc1, struct view v,
                      uint64_t *result)
{
    const bool pair = is_pair(type),
               ordered = op == GATEWAY_MIN || op == GATEWAY_MAX || op == GATEWAY_RANGE;
    const struct wide own = v.shift ? acc1 : acc0;
    const uint64_t most = pair ? own.lo >> 32 : acc1.lo;
    struct totals t = no_totals;

    t.plus = op == GATEWAY_SUB ? wide_sub((struct wide){0, 0}, own) : own;
    t.all = t.any = t.odd = t.product = trim(own.lo, v);
    t.least = trim(trim(own.lo, v) + bias(v), v);
    t.greatest = trim(trim(most, v) + bias(v), v);
    *result = integer_of(op, &t, v);
    if (op == GATEWAY_PRODUCT)
        return true;
    if (ordered && (t.least > t.greatest || !same(held(op, type, &t, v, true), pair ? own : acc1)))
        return false;
    return same(held(op, type, &t, v, false), own);
}

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t op = in[0] >> 4, type = in[0] & 15;
    const bool is_wide = type == GATEWAY_U64 || type == GATEWAY_S64;
    const struct view low = {is_signed(type), is_wide ? 64 : 32, 0};
    const struct view high = {is_signed(type), 32, 32};
    const struct wide acc0 = accumulator(in + 2), acc1 = accumulator(in + 5);
    uint64_t result = 0, upper = 0;
    bool covered = op <= GATEWAY_PREDICATE && type < GATEWAY_TYPES;

    if (op == GATEWAY_PREDICATE) {
        result = in[1];
    } else if (op != GATEWAY_OP_NONE && covered) {
        covered = !gateway_is_float(type);
        if (op == GATEWAY_MEAN || op == GATEWAY_VARIANCE) {
            result = in[8] | (uint64_t)in[9] << 32;
        } else {
            covered = covered && result_of(op, type, acc0, acc1, low, &result);
            if (is_pair(type)) {
                covered = covered && result_of(op, type, acc0, acc1, high, &upper);
                result |= upper << 32;
            }
        }
    }
    out[0] = (uint32_t)result;
    out[1] = (uint32_t)(result >> 32);
    return covered;
}
