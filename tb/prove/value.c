#include "prove/value.h"

#include <string.h>

struct value *value_new_word(struct execution *x, uint32_t n)
{
    struct value *const v = arena_get(&x->arena, 1, sizeof *v);

    if (n == 0 || n > BITS_MOST)
        execute_refuse(x, "an integer of %u bits: expected at most %d", (unsigned)n, BITS_MOST);
    *v = (struct value){VALUE_WORD, n, AIG_FALSE, NULL, NULL, NULL};
    v->bit = arena_get(&x->arena, n, sizeof *v->bit);
    return v;
}

const struct value *value_constant(struct execution *x, uint32_t n, uint64_t value)
{
    struct value *const v = value_new_word(x, n);

    bits_constant(n, value, v->bit);
    return v;
}

struct value *value_new_pointer(struct execution *x, uint32_t n)
{
    struct value *const v = arena_get(&x->arena, 1, sizeof *v);

    *v = (struct value){VALUE_POINTER, n, AIG_FALSE, NULL, NULL, NULL};
    v->target = arena_get(&x->arena, n, sizeof *v->target);
    return v;
}

const struct value *value_null(struct execution *x)
{
    struct value *const v = value_new_pointer(x, 1);

    v->target[0] = (struct target){.guard = AIG_TRUE, .object = NO_OBJECT};
    return v;
}

struct value *value_new_parts(struct execution *x, uint32_t n)
{
    struct value *const v = arena_get(&x->arena, 1, sizeof *v);

    *v = (struct value){VALUE_PARTS, n, AIG_FALSE, NULL, NULL, NULL};
    v->part = arena_get(&x->arena, n, sizeof(void *));
    return v;
}

const struct value *value_undef(struct execution *x, const struct ir_type *t, const char *what)
{
    struct value *v;

    switch (t->kind) {
    case IR_INT:
        v = value_new_word(x, t->bits);
        v->poison = x->undef_is_poison ? AIG_TRUE : AIG_FALSE;
        for (uint32_t i = 0; i < t->bits && !x->undef_is_poison; ++i)
            v->bit[i] = execute_undef(x, what);
        return v;
    case IR_PTR:
        v = value_new_pointer(x, 1);
        v->poison = x->undef_is_poison ? AIG_TRUE : AIG_FALSE;
        v->target[0] = (struct target){
            .guard = x->undef_is_poison ? AIG_TRUE : execute_undef(x, what), .object = NO_OBJECT};
        return v;
    case IR_STRUCT:
    case IR_ARRAY:
        v = value_new_parts(x, (uint32_t)t->count);
        for (uint32_t i = 0; i < v->n; ++i)
            v->part[i] = value_undef(x, t->field[t->kind == IR_ARRAY ? 0 : i], what);
        return v;
    default:
        execute_refuse(x, "a value of type %s", t->name ? t->name : "?");
    }
}

const struct value *value_with_poison(struct execution *x, const struct value *v, aig_lit poison)
{
    struct value *copy;

    if (poison == AIG_FALSE)
        return v;
    copy = arena_get(&x->arena, 1, sizeof *copy);
    *copy = *v;
    copy->poison = aig_or(x->g, v->poison, poison);
    return copy;
}

static bool is_same_pointer(const struct value *a, const struct value *b)
{
    return a->n == b->n && memcmp(a->target, b->target, a->n * sizeof *a->target) == 0;
}

static void add_target(struct execution *x, struct value *v, aig_lit c, const struct target *t)
{
    const aig_lit guard = aig_and(x->g, c, t->guard);

    if (guard == AIG_FALSE)
        return;
    for (uint32_t i = 0; i < v->n; ++i) {
        struct target *const old = &v->target[i];

        if (old->object != t->object)
            continue;
        bits_mux(x->g, guard, OFFSET_BITS, t->offset, old->offset, old->offset);
        old->guard = aig_or(x->g, old->guard, guard);
        return;
    }
    v->target[v->n] = *t;
    v->target[v->n++].guard = guard;
}

static const struct value *merge_pointers(struct execution *x, aig_lit c, const struct value *a,
                                          const struct value *b)
{
    struct value *v;

    if (is_same_pointer(a, b))
        return value_with_poison(x, a, aig_mux(x->g, c, a->poison, b->poison));
    v = value_new_pointer(x, a->n + b->n);
    v->n = 0;
    for (uint32_t i = 0; i < a->n; ++i)
        add_target(x, v, c, &a->target[i]);
    for (uint32_t i = 0; i < b->n; ++i)
        add_target(x, v, aig_not(c), &b->target[i]);
    v->poison = aig_mux(x->g, c, a->poison, b->poison);
    return v;
}

const struct value *value_merge(struct execution *x, aig_lit c, const struct value *a,
                                const struct value *b)
{
    struct value *v;

    if (a == b || c == AIG_TRUE)
        return a;
    if (c == AIG_FALSE)
        return b;
    if (a->kind != b->kind || (a->kind != VALUE_POINTER && a->n != b->n))
        execute_refuse(x, "a choice of two kinds of values");
    switch (a->kind) {
    case VALUE_WORD:
        v = value_new_word(x, a->n);
        bits_mux(x->g, c, a->n, a->bit, b->bit, v->bit);
        v->poison = aig_mux(x->g, c, a->poison, b->poison);
        return v;
    case VALUE_POINTER:
        return merge_pointers(x, c, a, b);
    default:
        v = value_new_parts(x, a->n);
        for (uint32_t i = 0; i < a->n; ++i)
            v->part[i] = value_merge(x, c, a->part[i], b->part[i]);
        v->poison = aig_mux(x->g, c, a->poison, b->poison);
        return v;
    }
}
