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
        execute_refuse(x, "a number that is not an integer");
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

static const struct value *address(struct execution *x, const struct ir_operand *o)
{
    const struct frame none = {0};
    const struct value *index[16];

    if (o->n_parts == 0 || o->n_parts > sizeof index / sizeof index[0])
        execute_refuse(x, "an address of %u indices", (unsigned)o->n_parts);
    for (uint32_t i = 1; i < o->n_parts; ++i)
        index[i - 1] = operate_value(x, &none, &o->part[i]);
    return operate_walk(x, operate_value(x, &none, &o->part[0]), o->source, index, o->n_parts - 1,
                        true);
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

/* A pointer cast to another pointer type stays the same. */
static const struct value *bitcast(struct execution *x, const struct frame *f,
                                   const struct ir_instruction *i)
{
    const struct value *const v = operate_value(x, f, &i->operand[0]);

    if (v->kind != VALUE_POINTER || i->type->kind != IR_PTR)
        execute_refuse(x, "bitcast of a value that is not a pointer");
    return v;
}

/* Freezing a value that cannot be poison changes nothing. */
static const struct value *freeze(struct execution *x, const struct frame *f,
                                  const struct ir_instruction *i)
{
    const struct value *const v = operate_value(x, f, &i->operand[0]);

    return v->kind == VALUE_WORD && v->poison == AIG_FALSE ? v : value_undef(x, i->type, "freeze");
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
    v->poison = whole->poison;
    return v;
}

const struct value *operate(struct execution *x, const struct frame *f,
                            const struct ir_instruction *i, struct path *p)
{
    switch (i->op) {
    case IR_ICMP:
        return operate_compare(x, f, i);
    case IR_SELECT:
        return select_one(x, f, i);
    case IR_ZEXT:
    case IR_SEXT:
    case IR_TRUNC:
        return convert(x, f, i);
    case IR_FREEZE:
        return freeze(x, f, i);
    case IR_BITCAST:
        return bitcast(x, f, i);
    case IR_ALLOCA:
        return memory_pointer(
            x, memory_add(x, &p->memory, ir_size(i->type), i->align, "a variable that is not set"));
    case IR_LOAD:
        return operate_load(x, f, i, p);
    case IR_STORE:
        operate_store(x, f, i, p);
        return NULL;
    case IR_GEP:
        return operate_address(x, f, i);
    case IR_EXTRACTVALUE:
        return extract(x, f, i);
    case IR_INSERTVALUE:
        return insert(x, operate_value(x, f, &i->operand[0]), operate_value(x, f, &i->operand[1]),
                      i->index, i->n_indices);
    case IR_REFUSED:
        execute_refuse(x, "%s: expected an instruction on integers and constant addresses",
                       i->name);
    default:
        return operate_binary(x, f, i, p);
    }
}
