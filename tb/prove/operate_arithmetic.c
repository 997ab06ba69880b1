/* operate_arithmetic.c - arithmetic, with the conditions that make it poison, and comparison. */
#include "prove/operate.h"

/* Whether the upper bits of a wide result show that it does not fit in n bits. */
static aig_lit does_not_fit(struct aig *g, uint32_t n, uint32_t wide, const aig_lit *r,
                            bool is_signed)
{
    aig_lit beyond = AIG_FALSE;

    for (uint32_t i = n; i < wide; ++i)
        beyond = aig_or(g, beyond, is_signed ? aig_xor(g, r[i], r[n - 1]) : r[i]);
    return beyond;
}

/* Compute the result again with twice the width, or one more bit, to see whether it overflows. */
static aig_lit overflows(struct execution *x, enum ir_op op, const struct value *a,
                         const struct value *b, bool is_signed)
{
    const uint32_t n = a->n, wide = op == IR_MUL ? 2 * n : n + 1;
    aig_lit p[BITS_MOST], q[BITS_MOST], r[BITS_MOST];

    if (wide > BITS_MOST)
        execute_refuse(x, "the overflow of %u bits: expected at most %d", (unsigned)n,
                       BITS_MOST / 2);
    bits_extend(n, a->bit, is_signed ? a->bit[n - 1] : AIG_FALSE, wide, p);
    bits_extend(n, b->bit, is_signed ? b->bit[n - 1] : AIG_FALSE, wide, q);
    if (op == IR_ADD)
        bits_add(x->g, wide, p, q, AIG_FALSE, r);
    else if (op == IR_SUB)
        bits_subtract(x->g, wide, p, q, r);
    else
        bits_multiply(x->g, wide, p, q, r);
    return does_not_fit(x->g, n, wide, r, is_signed);
}

static aig_lit sum_poison(struct execution *x, const struct ir_instruction *i,
                          const struct value *a, const struct value *b)
{
    aig_lit poison = AIG_FALSE;

    if (i->flags & IR_NSW)
        poison = overflows(x, i->op, a, b, true);
    if (i->flags & IR_NUW)
        poison = aig_or(x->g, poison, overflows(x, i->op, a, b, false));
    return poison;
}

/* A shift is poison if it is by the width or more, or if it loses bits contrary to its flags. */
static aig_lit shift_poison(struct execution *x, const struct ir_instruction *i,
                            const struct value *a, const struct value *by, const aig_lit *out)
{
    const enum bits_shift back = i->op != IR_SHL     ? BITS_LEFT
                                 : i->flags & IR_NSW ? BITS_RIGHT_SIGNED
                                                     : BITS_RIGHT;
    aig_lit width[BITS_MOST], again[BITS_MOST], poison;

    bits_constant(a->n, a->n, width);
    poison = a->n > 1 ? aig_not(bits_less(x->g, a->n, by->bit, width, false)) : by->bit[0];
    if (i->flags & (IR_NSW | IR_NUW | IR_EXACT)) {
        bits_shift(x->g, back, a->n, out, by->bit, again);
        poison = aig_or(x->g, poison, aig_not(bits_equal(x->g, a->n, a->bit, again)));
    }
    if (i->op == IR_SHL && (i->flags & IR_NSW) && (i->flags & IR_NUW)) {
        bits_shift(x->g, BITS_RIGHT, a->n, out, by->bit, again);
        poison = aig_or(x->g, poison, aig_not(bits_equal(x->g, a->n, a->bit, again)));
    }
    return poison;
}

static const struct value *divide(struct execution *x, const struct ir_instruction *i,
                                  const struct value *a, const struct value *b,
                                  const struct path *p)
{
    const bool is_signed = i->op == IR_SDIV || i->op == IR_SREM;
    const bool remainder = i->op == IR_UREM || i->op == IR_SREM;
    const aig_lit minus_a = is_signed ? a->bit[a->n - 1] : AIG_FALSE;
    const aig_lit minus_b = is_signed ? b->bit[b->n - 1] : AIG_FALSE;
    struct value *const v = value_new_word(x, a->n);
    aig_lit numerator[BITS_MOST], denominator[BITS_MOST], other[BITS_MOST];

    operate_oblige(x, p, b->poison, "a division by an undefined value");
    operate_oblige(x, p, aig_not(bits_any(x->g, b->n, b->bit)), "a division by zero");
    bits_negate_if(x->g, minus_a, a->n, a->bit, numerator);
    bits_negate_if(x->g, minus_b, b->n, b->bit, denominator);
    bits_divide(x->g, a->n, numerator, denominator, remainder ? NULL : v->bit,
                remainder ? v->bit : other);
    if (is_signed) { /* -2^(n-1) / -1 */
        const aig_lit least = aig_and(x->g, minus_a, aig_not(bits_any(x->g, a->n - 1, a->bit)));
        aig_lit ones = AIG_TRUE;

        for (uint32_t k = 0; k < b->n; ++k)
            ones = aig_and(x->g, ones, b->bit[k]);
        operate_oblige(x, p, aig_and(x->g, least, ones), "a division that overflows");
        bits_negate_if(x->g, remainder ? minus_a : aig_xor(x->g, minus_a, minus_b), a->n, v->bit,
                       v->bit);
    }
    if (i->flags & IR_EXACT)
        v->poison = bits_any(x->g, a->n, other);
    return v;
}

const struct value *operate_binary(struct execution *x, const struct frame *f,
                                   const struct ir_instruction *i, const struct path *p)
{
    const struct value *const a = operate_word(x, f, &i->operand[0]);
    const struct value *const b = operate_word(x, f, &i->operand[1]);
    const aig_lit poison = aig_or(x->g, a->poison, b->poison);
    struct value *const v = value_new_word(x, a->n);

    switch (i->op) {
    case IR_ADD:
        bits_add(x->g, a->n, a->bit, b->bit, AIG_FALSE, v->bit);
        v->poison = sum_poison(x, i, a, b);
        break;
    case IR_SUB:
        bits_subtract(x->g, a->n, a->bit, b->bit, v->bit);
        v->poison = sum_poison(x, i, a, b);
        break;
    case IR_MUL:
        bits_multiply(x->g, a->n, a->bit, b->bit, v->bit);
        v->poison = sum_poison(x, i, a, b);
        break;
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR:
        bits_shift(x->g,
                   i->op == IR_SHL    ? BITS_LEFT
                   : i->op == IR_LSHR ? BITS_RIGHT
                                      : BITS_RIGHT_SIGNED,
                   a->n, a->bit, b->bit, v->bit);
        v->poison = shift_poison(x, i, a, b, v->bit);
        break;
    case IR_AND:
        for (uint32_t k = 0; k < a->n; ++k)
            v->bit[k] = aig_and(x->g, a->bit[k], b->bit[k]);
        break;
    case IR_OR:
        for (uint32_t k = 0; k < a->n; ++k)
            v->bit[k] = aig_or(x->g, a->bit[k], b->bit[k]);
        break;
    case IR_XOR:
        for (uint32_t k = 0; k < a->n; ++k)
            v->bit[k] = aig_xor(x->g, a->bit[k], b->bit[k]);
        break;
    default:
        return value_with_poison(x, divide(x, i, a, b, p), poison);
    }
    return value_with_poison(x, v, poison);
}

/* --- comparison --- */

static aig_lit compare(struct aig *g, enum ir_predicate p, uint32_t n, const aig_lit *a,
                       const aig_lit *b)
{
    const bool is_signed = p >= IR_SGT;

    switch (p) {
    case IR_EQ:
        return bits_equal(g, n, a, b);
    case IR_NE:
        return aig_not(bits_equal(g, n, a, b));
    case IR_UGT:
    case IR_SGT:
        return bits_less(g, n, b, a, is_signed);
    case IR_UGE:
    case IR_SGE:
        return aig_not(bits_less(g, n, a, b, is_signed));
    case IR_ULT:
    case IR_SLT:
        return bits_less(g, n, a, b, is_signed);
    default:
        return aig_not(bits_less(g, n, b, a, is_signed));
    }
}

static aig_lit compare_pointers(struct execution *x, enum ir_predicate p, const struct value *a,
                                const struct value *b)
{
    aig_lit result = p == IR_NE ? AIG_TRUE : AIG_FALSE;

    for (uint32_t i = 0; i < a->n; ++i)
        for (uint32_t k = 0; k < b->n; ++k) {
            const aig_lit both = aig_and(x->g, a->target[i].guard, b->target[k].guard);

            if (both == AIG_FALSE)
                continue;
            if (a->target[i].object == b->target[k].object)
                result =
                    aig_mux(x->g, both,
                            compare(x->g, p, OFFSET_BITS, a->target[i].offset, b->target[k].offset),
                            result);
            else if (p != IR_EQ && p != IR_NE)
                execute_refuse(x, "an order of pointers to different objects");
        }
    return result;
}

const struct value *operate_compare(struct execution *x, const struct frame *f,
                                    const struct ir_instruction *i)
{
    const struct value *const a = operate_value(x, f, &i->operand[0]);
    const struct value *const b = operate_value(x, f, &i->operand[1]);
    struct value *const v = value_new_word(x, 1);

    if (a->kind == VALUE_POINTER && b->kind == VALUE_POINTER)
        v->bit[0] = compare_pointers(x, i->predicate, a, b);
    else if (a->kind == VALUE_WORD && b->kind == VALUE_WORD)
        v->bit[0] = compare(x->g, i->predicate, a->n, a->bit, b->bit);
    else
        execute_refuse(x, "a comparison of a pointer with an integer");
    v->poison = aig_or(x->g, a->poison, b->poison);
    return v;
}
