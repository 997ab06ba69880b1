/*
 * totals.h - which of the model's totals the accumulators of gateway_alu hold, and how one more
 * value changes them. For the harnesses alu.c and alu_high.c.
 */
#ifndef GATEWAY_FORMAL_TOTALS_H
#define GATEWAY_FORMAL_TOTALS_H

#include <assert.h>

#include "gateway/gateway_math.c"

/* Returns x sign-extended from the width of the view. */
static inline struct wide extended(uint64_t x, struct view v)
{
    const bool below = negative(x, v);

    return (struct wide){below && v.bits == 32 ? x | UINT64_C(0xFFFFFFFF) << 32 : x,
                         below ? UINT64_MAX : 0};
}

static inline bool is_pair(uint32_t type)
{
    return type == GATEWAY_U32_PAIR || type == GATEWAY_S32_PAIR;
}

static inline bool same(struct wide a, struct wide b)
{
    return a.lo == b.lo && ((a.hi ^ b.hi) & 0xFF) == 0;
}

/* Returns the contents of the first or second accumulator for the given totals. */
static inline struct wide held(uint32_t op, uint32_t type, const struct totals *t, struct view v,
                               bool second)
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
        return (struct wide){
            is_pair(type) ? most << 32 | least : extended(second ? most : least, v).lo, 0};
    default:
        return wide_sub(t->plus, t->minus);
    }
}

/* Computes the accumulator after one more value. Returns false if no totals correspond to it. */
static inline bool one_more(const uint32_t *in, bool second, uint32_t *out)
{
    const uint32_t op = in[1], type = in[2], *const at = in + (second ? 8 : 5);
    const bool is_wide = type == GATEWAY_U64 || type == GATEWAY_S64;
    const bool is_signed = type == GATEWAY_S32 || type == GATEWAY_S64 || type == GATEWAY_S32_PAIR;
    const struct view v = {is_signed, is_wide ? 64 : 32, second && is_pair(type) ? 32 : 0};
    const uint64_t low = at[0] | (uint64_t)at[1] << 32;
    /* 72 bits, two's complement. */
    const struct wide acc = {low, at[2] & 0x80 ? at[2] | UINT64_MAX << 8 : at[2]};
    struct totals t = no_totals, squares;
    struct wide next;

    if (!in[0]) {
        t.plus = op == GATEWAY_SUB ? wide_sub((struct wide){0, 0}, acc) : acc;
        t.all = t.any = t.odd = trim(low, v);
        t.least = trim(trim(low, v) + bias(v), v);
        t.greatest = trim((is_pair(type) ? low >> 32 : second ? low : 0) + bias(v), v);
        if (!same(held(op, type, &t, v, second), acc))
            return false;
    }
    /* The square in a variance is square.c's; it changes neither of these two. */
    squares = t;
    add_value(&squares, op, in[3] | (uint64_t)in[4] << 32, v);
    add_value(&t, op == GATEWAY_VARIANCE ? GATEWAY_MEAN : op, in[3] | (uint64_t)in[4] << 32, v);
    assert(same(squares.plus, t.plus) && same(squares.minus, t.minus));
    next = held(op, type, &t, v, second);
    out[0] = (uint32_t)next.lo;
    out[1] = (uint32_t)(next.lo >> 32);
    out[2] = (uint32_t)next.hi & 0xFF;
    return true;
}

#endif
