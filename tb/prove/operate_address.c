/* operate_address.c - address arithmetic, loads and stores. */
#include "prove/operate.h"

#include <string.h>

/* Whether an index is so far from 0 that sums of its multiples could wrap. Objects are smaller. */
static aig_lit is_far(struct execution *x, const aig_lit *wide, uint64_t scale)
{
    uint32_t bits = 56;
    aig_lit far = AIG_FALSE;

    for (; scale > 1; scale = (scale + 1) / 2)
        --bits;
    for (uint32_t i = bits; i < OFFSET_BITS - 1; ++i)
        far = aig_or(x->g, far, aig_xor(x->g, wide[i], wide[OFFSET_BITS - 1]));
    return far;
}

static void add_scaled(struct execution *x, struct value *p, const struct value *index,
                       uint64_t scale, bool inbounds)
{
    aig_lit wide[OFFSET_BITS], factor[OFFSET_BITS];

    bits_extend(index->n, index->bit, index->bit[index->n - 1], OFFSET_BITS, wide);
    if (inbounds)
        p->poison = aig_or(x->g, p->poison, is_far(x, wide, scale));
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

/* Whether the address is outside its object. One past the end is still inside. */
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

const struct value *operate_walk(struct execution *x, const struct value *base,
                                 const struct ir_type *t, const struct value *const *index,
                                 uint32_t n, bool inbounds)
{
    struct value *p;
    uint64_t field;

    if (base->kind != VALUE_POINTER)
        execute_refuse(x, "an address from a value that is not a pointer");
    p = value_new_pointer(x, base->n);
    memcpy(p->target, base->target, base->n * sizeof *p->target);
    p->poison = base->poison;
    for (uint32_t i = 0; i < n; ++i) {
        if (index[i]->kind != VALUE_WORD)
            execute_refuse(x, "an index that is not an integer");
        if (i == 0) {
            add_scaled(x, p, index[i], ir_size(t), inbounds);
        } else if (t->kind == IR_ARRAY) {
            t = t->field[0];
            add_scaled(x, p, index[i], ir_size(t), inbounds);
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

const struct value *operate_address(struct execution *x, const struct frame *f,
                                    const struct ir_instruction *i)
{
    const struct value *index[16];

    if (i->n_operands == 0 || i->n_operands > sizeof index / sizeof index[0])
        execute_refuse(x, "an address of %u indices", (unsigned)i->n_operands);
    for (uint32_t k = 1; k < i->n_operands; ++k)
        index[k - 1] = operate_value(x, f, &i->operand[k]);
    return operate_walk(x, operate_value(x, f, &i->operand[0]), i->type, index, i->n_operands - 1,
                        i->flags & IR_INBOUNDS);
}

static const struct value *pointer_of(struct execution *x, const struct frame *f,
                                      const struct ir_operand *o)
{
    const struct value *const p = operate_value(x, f, o);

    if (p->kind != VALUE_POINTER)
        execute_refuse(x, "an access through a value that is not a pointer");
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

/* The address of a structure's field, and its alignment. */
static const struct value *field_at(struct execution *x, const struct ir_type *t, uint32_t i,
                                    const struct value *p, uint32_t *align)
{
    struct value *const field = value_new_pointer(x, p->n);
    const uint32_t both = *align | (uint32_t)ir_field(t, i);

    memcpy(field->target, p->target, p->n * sizeof *field->target);
    field->poison = p->poison;
    add_fixed(x, field, ir_field(t, i));
    *align = both & -both;
    return field;
}

/* Load a value; a structure field by field. */
static const struct value *load_at(struct execution *x, const struct ir_type *t, uint32_t align,
                                   const struct value *from, const struct path *p)
{
    struct byte bytes[BITS_MOST / 8];
    const uint32_t n = (uint32_t)ir_size(t);
    struct value *parts;

    if (t->kind == IR_STRUCT) {
        parts = value_new_parts(x, (uint32_t)t->count);
        for (uint32_t i = 0; i < parts->n; ++i) {
            uint32_t of_field = align;
            const struct value *const field = field_at(x, t, i, from, &of_field);

            parts->part[i] = load_at(x, t->field[i], of_field, field, p);
        }
        return parts;
    }
    if (t->kind != IR_INT || n > sizeof bytes / sizeof bytes[0])
        execute_refuse(x, "a read of a pointer, an array or a vector as a whole");
    memory_load(x, &p->memory, p->pc, from, n, align, bytes);
    return memory_unpack(x, bytes, n, t->bits);
}

const struct value *operate_load(struct execution *x, const struct frame *f,
                                 const struct ir_instruction *i, const struct path *p)
{
    const struct value *const v =
        load_at(x, i->type, i->align, pointer_of(x, f, &i->operand[0]), p);

    return v->kind == VALUE_WORD ? value_with_poison(x, v, out_of_range(x, i, v)) : v;
}

static void store_at(struct execution *x, const struct ir_type *t, uint32_t align,
                     const struct value *v, const struct value *to, struct path *p)
{
    struct byte bytes[BITS_MOST / 8];
    const uint32_t n = (uint32_t)ir_size(t);

    if (t->kind == IR_STRUCT && v->kind == VALUE_PARTS) {
        for (uint32_t i = 0; i < v->n; ++i) {
            uint32_t of_field = align;
            const struct value *const field = field_at(x, t, i, to, &of_field);

            store_at(x, t->field[i], of_field, value_with_poison(x, v->part[i], v->poison), field,
                     p);
        }
        return;
    }
    if (t->kind != IR_INT || v->kind != VALUE_WORD || n > sizeof bytes / sizeof bytes[0])
        execute_refuse(x, "a pointer, an array or a vector that is stored as a whole");
    memory_pack(x, v, n, bytes);
    memory_store(x, &p->memory, p->pc, to, n, align, bytes);
}

void operate_store(struct execution *x, const struct frame *f, const struct ir_instruction *i,
                   struct path *p)
{
    store_at(x, i->type, i->align, operate_value(x, f, &i->operand[0]),
             pointer_of(x, f, &i->operand[1]), p);
}
