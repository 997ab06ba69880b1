/*
 * alu_high.c - gateway_alu holds in its second accumulator what the model's totals of the high half of a pair are, and
 * the greatest value where there is no pair: after one more value as before it.
 *
 * As in alu.c. Nothing is claimed of a variance, which has squares there.
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
 *     plant:  tb/gateway/faults/pair_unsigned.patch
 */
#include "gateway/gateway_math.c"

bool spec(const uint32_t *in, uint32_t *out);

/* x of the view's width, with its sign above. */
static struct wide extended(uint64_t x, struct view v)
{
    const bool below = negative(x, v);

    return (struct wide){below && v.bits == 32 ? x | UINT64_C(0xFFFFFFFF) << 32 : x,
                         below ? UINT64_MAX : 0};
}

static bool is_pair(uint32_t type)
{
    return type == GATEWAY_U32_PAIR || type == GATEWAY_S32_PAIR;
}

static bool same(struct wide a, struct wide b)
{
    return a.lo == b.lo && ((a.hi ^ b.hi) & 0xFF) == 0;
}

/* What the accumulator holds of totals. */
static struct wide held(uint32_t op, uint32_t type, const struct totals *t, struct view v)
{
    const uint64_t least = trim(t->least - bias(v), v), most = trim(t->greatest - bias(v), v);

    switch (op) {
    case GATEWAY_SUB:
        return wide_sub(t->minus, t->plus);
    case GATEWAY_AND:
        return extended(trim(t->all, v), v);
    case GATEWAY_OR:
        return extended(t->any, v);
    case GATEWAY_XOR:
        return extended(t->odd, v);
    case GATEWAY_MIN:
    case GATEWAY_MAX:
    case GATEWAY_RANGE:
        return (struct wide){is_pair(type) ? most << 32 | least : extended(most, v).lo, 0};
    default:
        return wide_sub(t->plus, t->minus);
    }
}

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t op = in[1], type = in[2];
    const bool is_wide = type == GATEWAY_U64 || type == GATEWAY_S64;
    const bool is_signed = type == GATEWAY_S32 || type == GATEWAY_S64 || type == GATEWAY_S32_PAIR;
    const struct view v = {is_signed, is_wide ? 64 : 32, is_pair(type) ? 32 : 0};
    const uint64_t low = in[8] | (uint64_t)in[9] << 32;
    /* 72 bits of two's complement. */
    const struct wide acc = {low, in[10] & 0x80 ? in[10] | UINT64_MAX << 8 : in[10]};
    struct totals t = no_totals;
    struct wide next;

    if (op < GATEWAY_ADD || op > GATEWAY_RANGE || op == GATEWAY_PRODUCT ||
        type > GATEWAY_S32_PAIR || type == GATEWAY_F32 || op == GATEWAY_VARIANCE ||
        (!is_pair(type) && op != GATEWAY_MIN && op != GATEWAY_MAX && op != GATEWAY_RANGE))
        return false;
    if (!in[0]) {
        t.plus = op == GATEWAY_SUB ? wide_sub((struct wide){0, 0}, acc) : acc;
        t.all = t.any = t.odd = trim(low, v);
        t.least = trim(trim(low, v) + bias(v), v);
        t.greatest = trim((is_pair(type) ? low >> 32 : low) + bias(v), v);
        if (!same(held(op, type, &t, v), acc))
            return false;
    }
    add_value(&t, op == GATEWAY_VARIANCE ? GATEWAY_MEAN : op, in[3] | (uint64_t)in[4] << 32, v);
    next = held(op, type, &t, v);
    out[0] = (uint32_t)next.lo;
    out[1] = (uint32_t)(next.lo >> 32);
    out[2] = (uint32_t)next.hi & 0xFF;
    return true;
}
