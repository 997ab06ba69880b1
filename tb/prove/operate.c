#include "prove/operate.h"

#include <string.h>

void operate_oblige(struct execution *x, const struct path *p, aig_lit broken, const char *what)
{
    execute_oblige(x, aig_and(x->g, p->pc, broken), what);
}

static const struct value *number(struct execution *x, const struct ir_operand *o)
{
    struct value *v;

    if (o->type->kind != IR_INT)
        execute_refuse(x, "a number that is no integer");
    v = value_new_word(x, o->type->bits);
    for (uint32_t i = 0; i < v->n; ++i)
        v->bit[i] = (aig_lit)((i < 64 ? o->low >> i : o->high >> (i - 64)) & 1);
    return v;
}

static const struct value *zero(struct execution *x, const struct ir_type *t)
{
    struct value *v;

    switch (t->kind) {
    case IR_INT:
        return value_constant(x, t->bits, 0);
    case IR_PTR:
        return value_null(x);
    case IR_STRUCT:
    case IR_ARRAY:
        v = value_new_parts(x, (uint32_t)t->count);
        for (uint32_t i = 0; i < v->n; ++i)
            v->part[i] = zero(x, t->field[t->kind == IR_ARRAY ? 0 : i]);
        return v;
    default:
        execute_refuse(x, "a value of type %s: expected an integer or a pointer",
                       t->name ? t->name : "?");
    }
}

static const struct value *walk(struct execution *x, const struct value *base,
                                const struct ir_type *t, const struct value *const *index,
                                uint32_t n, bool inbounds);

static const struct value *address(struct execution *x, const struct ir_operand *o)
{
    const struct frame none = {0};
    const struct value *index[16];

    if (o->n_parts == 0 || o->n_parts > sizeof index / sizeof index[0])
        execute_refuse(x, "an address of %u indices", (unsigned)o->n_parts);
    for (uint32_t i = 1; i < o->n_parts; ++i)
        index[i - 1] = operate_value(x, &none, &o->part[i]);
    return walk(x, operate_value(x, &none, &o->part[0]), o->source, index, o->n_parts - 1, true);
}

const struct value *operate_value(struct execution *x, const struct frame *f,
                                  const struct ir_operand *o)
{
    struct value *v;

    switch (o->kind) {
    case IR_LOCAL:
        if (!f->local || !f->local[o->index])
            execute_refuse(x, "a value that is not there");
        return f->local[o->index];
    case IR_GLOBAL:
        if (x->m->global[o->index].function)
            execute_refuse(x, "%s: the address of a function", x->m->global[o->index].name);
        return memory_pointer(x, memory_of_global(x, o->index));
    case IR_NUMBER:
        return number(x, o);
    case IR_NULL:
        return value_null(x);
    case IR_ZERO:
        return zero(x, o->type);
    case IR_UNDEF:
        return value_undef(x, o->type, "undef");
    case IR_POISON:
        return value_undef(x, o->type, "poison");
    case IR_ADDRESS:
        return address(x, o);
    case IR_LIST:
        v = value_new_parts(x, o->n_parts);
        for (uint32_t i = 0; i < o->n_parts; ++i)
            v->part[i] = operate_value(x, f, &o->part[i]);
        return v;
    default:
        execute_refuse(x, "a text as a value");
    }
}

const struct value *operate_word(struct execution *x, const struct frame *f,
                                 const struct ir_operand *o)
{
    const struct value *const v = operate_value(x, f, o);

    if (v->kind != VALUE_WORD)
        execute_refuse(x, "a pointer or a structure where an integer is expected");
    return v;
}

/* --- arithmetic --- */

/* Whether the upper bits of a wide result say that it does not fit. */
static aig_lit does_not_fit(struct aig *g, uint32_t n, uint32_t wide, const aig_lit *r,
                            bool is_signed)
{
    aig_lit beyond = AIG_FALSE;

    for (uint32_t i = n; i < wide; ++i)
        beyond = aig_or(g, beyond, is_signed ? aig_xor(g, r[i], r[n - 1]) : r[i]);
    return beyond;
}

/* The same in twice the width, or one more, to see what does not fit. */
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

/* A shift by the width or more; or one that loses what its flags say that it does not. */
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

static const struct value *binary(struct execution *x, const struct frame *f,
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

static const struct value *icmp(struct execution *x, const struct frame *f,
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

static const struct value *select_one(struct execution *x, const struct frame *f,
                                      const struct ir_instruction *i)
{
    const struct value *const c = operate_word(x, f, &i->operand[0]);
    const struct value *const v = value_merge(x, c->bit[0], operate_value(x, f, &i->operand[1]),
                                              operate_value(x, f, &i->operand[2]));

    return value_with_poison(x, v, c->poison);
}

static const struct value *convert(struct execution *x, const struct frame *f,
                                   const struct ir_instruction *i)
{
    const struct value *const a = operate_word(x, f, &i->operand[0]);
    struct value *v;

    if (i->type->kind != IR_INT)
        execute_refuse(x, "%s to what is no integer", i->name);
    v = value_new_word(x, i->type->bits);
    bits_extend(a->n, a->bit, i->op == IR_SEXT ? a->bit[a->n - 1] : AIG_FALSE, v->n, v->bit);
    v->poison = a->poison;
    return v;
}

/* --- memory --- */

static void add_scaled(struct execution *x, struct value *p, const struct value *index,
                       uint64_t scale)
{
    aig_lit wide[OFFSET_BITS], factor[OFFSET_BITS];

    bits_extend(index->n, index->bit, index->bit[index->n - 1], OFFSET_BITS, wide);
    bits_constant(OFFSET_BITS, scale, factor);
    bits_multiply(x->g, OFFSET_BITS, wide, factor, wide);
    for (uint32_t i = 0; i < p->n; ++i)
        bits_add(x->g, OFFSET_BITS, p->target[i].offset, wide, AIG_FALSE, p->target[i].offset);
    p->poison = aig_or(x->g, p->poison, index->poison);
}

static void add_fixed(struct execution *x, struct value *p, uint64_t n)
{
    aig_lit constant[OFFSET_BITS];

    bits_constant(OFFSET_BITS, n, constant);
    for (uint32_t i = 0; i < p->n; ++i)
        bits_add(x->g, OFFSET_BITS, p->target[i].offset, constant, AIG_FALSE, p->target[i].offset);
}

/* An address must stay in its object, or be its end. */
static aig_lit is_outside(struct execution *x, const struct value *p)
{
    aig_lit outside = AIG_FALSE, size[OFFSET_BITS];

    for (uint32_t i = 0; i < p->n; ++i) {
        const struct target *const t = &p->target[i];

        bits_constant(OFFSET_BITS, t->object == NO_OBJECT ? 0 : x->object[t->object].size, size);
        outside =
            aig_or(x->g, outside,
                   aig_and(x->g, t->guard, bits_less(x->g, OFFSET_BITS, size, t->offset, false)));
    }
    return outside;
}

static const struct value *walk(struct execution *x, const struct value *base,
                                const struct ir_type *t, const struct value *const *index,
                                uint32_t n, bool inbounds)
{
    struct value *p;
    uint64_t field;

    if (base->kind != VALUE_POINTER)
        execute_refuse(x, "an address from what is no pointer");
    p = value_new_pointer(x, base->n);
    memcpy(p->target, base->target, base->n * sizeof *p->target);
    p->poison = base->poison;
    for (uint32_t i = 0; i < n; ++i) {
        if (index[i]->kind != VALUE_WORD)
            execute_refuse(x, "an index that is no integer");
        if (i == 0) {
            add_scaled(x, p, index[i], ir_size(t));
        } else if (t->kind == IR_ARRAY) {
            t = t->field[0];
            add_scaled(x, p, index[i], ir_size(t));
        } else {
            if (t->kind != IR_STRUCT || !bits_are_constant(index[i]->n, index[i]->bit, &field) ||
                field >= t->count)
                execute_refuse(x, "an index into what has no such part");
            add_fixed(x, p, ir_field(t, field));
            t = t->field[field];
        }
    }
    if (inbounds)
        p->poison = aig_or(x->g, p->poison, is_outside(x, p));
    return p;
}

static const struct value *gep(struct execution *x, const struct frame *f,
                               const struct ir_instruction *i)
{
    const struct value *index[16];

    if (i->n_operands == 0 || i->n_operands > sizeof index / sizeof index[0])
        execute_refuse(x, "an address of %u indices", (unsigned)i->n_operands);
    for (uint32_t k = 1; k < i->n_operands; ++k)
        index[k - 1] = operate_value(x, f, &i->operand[k]);
    return walk(x, operate_value(x, f, &i->operand[0]), i->type, index, i->n_operands - 1,
                i->flags & IR_INBOUNDS);
}

static const struct value *pointer_of(struct execution *x, const struct frame *f,
                                      const struct ir_operand *o)
{
    const struct value *const p = operate_value(x, f, o);

    if (p->kind != VALUE_POINTER)
        execute_refuse(x, "an access through what is no pointer");
    return p;
}

static aig_lit out_of_range(struct execution *x, const struct ir_instruction *i,
                            const struct value *v)
{
    aig_lit low[BITS_MOST], high[BITS_MOST], below, above;

    if (!i->has_range || v->n > 64)
        return AIG_FALSE;
    bits_constant(v->n, i->range_low, low);
    bits_constant(v->n, i->range_high, high);
    below = bits_less(x->g, v->n, v->bit, low, false);
    above = aig_not(bits_less(x->g, v->n, v->bit, high, false));
    return i->range_low < i->range_high ? aig_or(x->g, below, above) : AIG_FALSE;
}

static const struct value *load(struct execution *x, const struct frame *f,
                                const struct ir_instruction *i, const struct path *p)
{
    const uint32_t n = (uint32_t)ir_size(i->type);
    struct byte bytes[BITS_MOST / 8];
    const struct value *v;

    if (i->type->kind != IR_INT || n > sizeof bytes / sizeof bytes[0])
        execute_refuse(x, "a read of a pointer or a structure as a whole");
    memory_load(x, &p->memory, p->pc, pointer_of(x, f, &i->operand[0]), n, i->align, bytes);
    v = memory_unpack(x, bytes, n, i->type->bits);
    return value_with_poison(x, v, out_of_range(x, i, v));
}

static void store(struct execution *x, const struct frame *f, const struct ir_instruction *i,
                  struct path *p)
{
    const uint32_t n = (uint32_t)ir_size(i->type);
    struct byte bytes[BITS_MOST / 8];

    if (i->type->kind != IR_INT || n > sizeof bytes / sizeof bytes[0])
        execute_refuse(x, "a pointer or a structure that is stored as a whole");
    memory_pack(x, operate_word(x, f, &i->operand[0]), n, bytes);
    memory_store(x, &p->memory, p->pc, pointer_of(x, f, &i->operand[1]), n, i->align, bytes);
}

static const struct value *extract(struct execution *x, const struct frame *f,
                                   const struct ir_instruction *i)
{
    const struct value *v = operate_value(x, f, &i->operand[0]);

    for (uint32_t k = 0; k < i->n_indices; ++k) {
        if (v->kind != VALUE_PARTS || i->index[k] >= v->n)
            execute_refuse(x, "a part of what has none");
        v = value_with_poison(x, v->part[i->index[k]], v->poison);
    }
    return v;
}

static const struct value *insert(struct execution *x, const struct value *whole,
                                  const struct value *part, const uint32_t *index, uint32_t n)
{
    struct value *v;

    if (n == 0)
        return part;
    if (whole->kind != VALUE_PARTS || *index >= whole->n)
        execute_refuse(x, "a part of what has none");
    v = value_new_parts(x, whole->n);
    memcpy(v->part, whole->part, whole->n * sizeof(void *));
    v->part[*index] = insert(x, whole->part[*index], part, index + 1, n - 1);
    return v;
}

const struct value *operate(struct execution *x, const struct frame *f,
                            const struct ir_instruction *i, struct path *p)
{
    switch (i->op) {
    case IR_ICMP:
        return icmp(x, f, i);
    case IR_SELECT:
        return select_one(x, f, i);
    case IR_ZEXT:
    case IR_SEXT:
    case IR_TRUNC:
        return convert(x, f, i);
    case IR_FREEZE:
        return value_undef(x, i->type, "freeze");
    case IR_ALLOCA:
        return memory_pointer(
            x, memory_add(x, &p->memory, ir_size(i->type), i->align, "a variable that is not set"));
    case IR_LOAD:
        return load(x, f, i, p);
    case IR_STORE:
        store(x, f, i, p);
        return NULL;
    case IR_GEP:
        return gep(x, f, i);
    case IR_EXTRACTVALUE:
        return extract(x, f, i);
    case IR_INSERTVALUE:
        return insert(x, operate_value(x, f, &i->operand[0]), operate_value(x, f, &i->operand[1]),
                      i->index, i->n_indices);
    case IR_REFUSED:
        execute_refuse(x, "%s: expected an instruction on integers and constant addresses",
                       i->name);
    default:
        return binary(x, f, i, p);
    }
}
