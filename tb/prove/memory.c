#include "prove/memory.h"

#include <string.h>

enum { MOST_SIZE = 1 << 20 };

static uint32_t new_object(struct execution *x, uint64_t size, uint32_t align)
{
    if (size > MOST_SIZE)
        execute_refuse(x, "an object of %llu bytes: expected at most %d", (unsigned long long)size,
                       MOST_SIZE);
    if (!x->n_objects) /* number 0 is NO_OBJECT */
        x->object = arena_grow(&x->arena, x->object, x->n_objects++, sizeof *x->object);
    x->object = arena_grow(&x->arena, x->object, x->n_objects, sizeof *x->object);
    x->object[x->n_objects] = (struct object){(uint32_t)size, align ? align : 1, false, NULL};
    return x->n_objects++;
}

/* Make room for all existing objects. */
static void fit(struct execution *x, struct memory *m)
{
    struct byte **content;
    bool *shared;
    aig_lit *dead;
    const uint32_t room = 2 * x->n_objects;

    if (m->n >= x->n_objects)
        return;
    content = arena_get(&x->arena, room, sizeof(void *));
    shared = arena_get(&x->arena, room, sizeof *shared);
    dead = arena_get(&x->arena, room, sizeof *dead);
    for (uint32_t i = 0; i < m->n; ++i) {
        content[i] = m->content[i];
        shared[i] = m->shared[i];
        dead[i] = m->dead[i];
    }
    *m = (struct memory){content, shared, dead, room};
}

void memory_forget(struct execution *x, struct memory *m, uint32_t object, const char *what)
{
    const uint32_t size = x->object[object].size;
    struct byte *const bytes = arena_get(&x->arena, size, sizeof *bytes);

    for (uint32_t i = 0; i < size; ++i)
        for (uint32_t k = 0; k < 8; ++k)
            bytes[i].bit[k] = execute_undef(x, what);
    fit(x, m);
    m->content[object] = bytes;
    m->shared[object] = false;
    m->dead[object] = AIG_FALSE;
}

void memory_end(struct execution *x, struct memory *m, uint32_t object)
{
    fit(x, m);
    m->dead[object] = AIG_TRUE;
}

void memory_end_since(struct execution *x, struct memory *m, uint32_t first)
{
    for (uint32_t i = first; i < x->n_objects; ++i)
        if (!x->object[i].is_constant)
            memory_end(x, m, i);
}

uint32_t memory_add(struct execution *x, struct memory *m, uint64_t size, uint32_t align,
                    const char *what)
{
    const uint32_t object = new_object(x, size, align);

    memory_forget(x, m, object, what);
    return object;
}

const struct value *memory_pointer(struct execution *x, uint32_t object)
{
    struct value *const v = value_new_pointer(x, 1);

    v->target[0] = (struct target){.guard = AIG_TRUE, .object = object};
    return v;
}

/* Lay out the bytes of a constant; padding stays 0. */
static void lay_out(struct execution *x, const struct ir_operand *o, struct byte *at)
{
    const struct ir_type *const t = o->type;

    switch (o->kind) {
    case IR_ZERO:
        break;
    case IR_NUMBER:
        for (uint32_t i = 0; i < t->bits; ++i)
            at[i / 8].bit[i % 8] = (aig_lit)((i < 64 ? o->low >> i : o->high >> (i - 64)) & 1);
        break;
    case IR_STRING:
        for (uint32_t i = 0; i < o->index; ++i)
            bits_constant(8, (uint8_t)o->bytes[i], at[i].bit);
        break;
    case IR_LIST:
        for (uint32_t i = 0; i < o->n_parts; ++i)
            lay_out(x, &o->part[i],
                    at + (t->kind == IR_ARRAY ? i * ir_size(t->field[0]) : ir_field(t, i)));
        break;
    case IR_UNDEF:
    case IR_POISON:
        for (uint64_t i = 0; i < ir_size(t); ++i)
            for (uint32_t k = 0; k < 8; ++k)
                at[i].bit[k] = execute_undef(x, "an undefined constant");
        break;
    default:
        execute_refuse(x, "a variable that holds a pointer");
    }
}

uint32_t memory_of_global(struct execution *x, uint32_t global)
{
    const struct ir_global *const g = &x->m->global[global];
    uint32_t *const object = &x->object_of_global[global];
    struct byte *bytes;

    if (*object)
        return *object;
    if (!g->type || !g->initial)
        execute_refuse(x, "%s: expected a variable of this module", g->name);
    *object = new_object(x, ir_size(g->type), g->align ? g->align : (uint32_t)ir_align(g->type));
    bytes = arena_get(&x->arena, ir_size(g->type), sizeof *bytes);
    lay_out(x, g->initial, bytes);
    x->object[*object].is_constant = true;
    x->object[*object].initial = bytes;
    return *object;
}

struct memory memory_share(struct execution *x, struct memory *m)
{
    struct memory copy = {arena_get(&x->arena, m->n, sizeof(void *)),
                          arena_get(&x->arena, m->n, sizeof *copy.shared),
                          arena_get(&x->arena, m->n, sizeof *copy.dead), m->n};

    for (uint32_t i = 0; i < m->n; ++i) {
        copy.content[i] = m->content[i];
        copy.dead[i] = m->dead[i];
        copy.shared[i] = m->shared[i] = true;
    }
    return copy;
}

static struct byte *own(struct execution *x, struct memory *m, uint32_t object)
{
    const uint32_t size = x->object[object].size;
    struct byte *copy;

    if (!m->shared[object])
        return m->content[object];
    copy = arena_get(&x->arena, size, sizeof *copy);
    memcpy(copy, m->content[object], size * sizeof *copy);
    m->content[object] = copy;
    m->shared[object] = false;
    return copy;
}

static void mux_byte(struct execution *x, aig_lit c, const struct byte *a, struct byte *b)
{
    bits_mux(x->g, c, 8, a->bit, b->bit, b->bit);
    b->poison = aig_mux(x->g, c, a->poison, b->poison);
}

void memory_merge(struct execution *x, aig_lit c, struct memory *a, const struct memory *b)
{
    fit(x, a);
    for (uint32_t i = 0; i < b->n && i < x->n_objects; ++i) {
        a->dead[i] = aig_mux(x->g, c, b->dead[i], a->dead[i]);
        if (a->content[i] == b->content[i] || !b->content[i])
            continue;
        if (!a->content[i]) { /* exists only on the other path */
            a->content[i] = b->content[i];
            a->shared[i] = true;
            continue;
        }
        struct byte *const bytes = own(x, a, i);
        for (uint32_t k = 0; k < x->object[i].size; ++k)
            mux_byte(x, c, &b->content[i][k], &bytes[k]);
    }
}

const struct byte *memory_content(struct execution *x, const struct memory *m, uint32_t object)
{
    const struct byte *const bytes =
        object < m->n && m->content[object] ? m->content[object] : x->object[object].initial;

    if (!bytes)
        execute_refuse(x, "a pointer to an undefined object");
    return bytes;
}

/* The possible offsets: *first, and then in steps of the returned size. */
static uint32_t steps_of(const aig_lit *offset, uint64_t *first)
{
    uint32_t k = 0;

    *first = 0;
    while (k < 20 && aig_is_constant(offset[k])) {
        *first |= (uint64_t)offset[k] << k;
        ++k;
    }
    return UINT32_C(1) << k;
}

static aig_lit is_misaligned(struct execution *x, const struct object *o, const aig_lit *offset,
                             uint32_t align)
{
    uint32_t bits = 0;

    if (align > o->align)
        return AIG_TRUE;
    while ((UINT32_C(1) << bits) < align)
        ++bits;
    return bits_any(x->g, bits, offset);
}

static aig_lit is_dead(const struct memory *m, uint32_t object)
{
    return object < m->n ? m->dead[object] : AIG_FALSE;
}

/* An access to be done at each place that a pointer may point to. */
struct access {
    struct execution *x;
    const struct target *t;
    uint32_t n;
    const struct byte *from, *bytes; /* load: the object; store: the new bytes */
    struct byte *out, *to;
    aig_lit dead; /* the object's life is over */
};

static void load_at(const struct access *a, uint64_t at, aig_lit c)
{
    for (uint32_t i = 0; i < a->n; ++i)
        mux_byte(a->x, c, &a->from[at + i], &a->out[i]);
}

static void store_at(const struct access *a, uint64_t at, aig_lit c)
{
    for (uint32_t i = 0; i < a->n; ++i)
        mux_byte(a->x, c, &a->bytes[i], &a->to[at + i]);
}

static void everywhere(const struct access *a, aig_lit pc, uint32_t align,
                       void (*each)(const struct access *a, uint64_t at, aig_lit c))
{
    struct execution *const x = a->x;
    const struct object *const o = &x->object[a->t->object];
    const aig_lit reached = aig_and(x->g, pc, a->t->guard);
    const bool is_load = each == load_at;
    aig_lit inside = AIG_FALSE;
    uint64_t fixed;

    if (bits_are_constant(OFFSET_BITS, a->t->offset, &fixed)) {
        if (fixed <= o->size && a->n <= o->size - fixed) {
            each(a, fixed, a->t->guard);
            inside = AIG_TRUE;
        }
    } else {
        const uint64_t step = steps_of(a->t->offset, &fixed);

        for (uint64_t at = fixed; at <= o->size && a->n <= o->size - at; at += step) {
            const aig_lit here = bits_equal_to(x->g, OFFSET_BITS, a->t->offset, at);

            if (here == AIG_FALSE)
                continue;
            each(a, at, aig_and(x->g, a->t->guard, here));
            inside = aig_or(x->g, inside, here);
        }
    }
    execute_oblige(x, aig_and(x->g, reached, aig_not(inside)),
                   is_load ? "a read outside an object" : "a write outside an object");
    execute_oblige_silently(x, aig_and(x->g, reached, a->dead),
                            "an access to a variable whose life is over");
    execute_oblige(x, aig_and(x->g, reached, is_misaligned(x, o, a->t->offset, align)),
                   "an access at a wrong alignment");
}

void memory_load(struct execution *x, const struct memory *m, aig_lit pc, const struct value *p,
                 uint32_t n, uint32_t align, struct byte *out)
{
    memset(out, 0, n * sizeof *out);
    execute_oblige_silently(x, aig_and(x->g, pc, p->poison), "an undefined address");
    for (uint32_t i = 0; i < p->n; ++i) {
        struct access a = {.x = x, .t = &p->target[i], .n = n, .out = out};

        if (a.t->object == NO_OBJECT) {
            execute_oblige(x, aig_and(x->g, pc, a.t->guard), "a read through a null pointer");
            continue;
        }
        a.from = memory_content(x, m, a.t->object);
        a.dead = is_dead(m, a.t->object);
        everywhere(&a, pc, align, load_at);
    }
}

void memory_store(struct execution *x, struct memory *m, aig_lit pc, const struct value *p,
                  uint32_t n, uint32_t align, const struct byte *bytes)
{
    execute_oblige_silently(x, aig_and(x->g, pc, p->poison), "an undefined address");
    for (uint32_t i = 0; i < p->n; ++i) {
        struct access a = {.x = x, .t = &p->target[i], .n = n, .bytes = bytes};

        if (a.t->object == NO_OBJECT || x->object[a.t->object].is_constant) {
            execute_oblige(x, aig_and(x->g, pc, a.t->guard),
                           a.t->object == NO_OBJECT ? "a write through a null pointer"
                                                    : "a write to a constant");
            continue;
        }
        memory_content(x, m, a.t->object);
        a.to = own(x, m, a.t->object);
        a.dead = is_dead(m, a.t->object);
        everywhere(&a, pc, align, store_at);
    }
}

void memory_pack(struct execution *x, const struct value *v, uint32_t n, struct byte *out)
{
    if (v->kind != VALUE_WORD)
        execute_refuse(x, "a pointer or a structure that is stored as a whole");
    memset(out, 0, n * sizeof *out);
    for (uint32_t i = 0; i < v->n; ++i)
        out[i / 8].bit[i % 8] = v->bit[i];
    for (uint32_t i = 0; i < n; ++i)
        out[i].poison = v->poison;
}

const struct value *memory_unpack(struct execution *x, const struct byte *bytes, uint32_t n,
                                  uint32_t bits)
{
    struct value *const v = value_new_word(x, bits);

    for (uint32_t i = 0; i < bits; ++i)
        v->bit[i] = bytes[i / 8].bit[i % 8];
    for (uint32_t i = 0; i < n; ++i)
        v->poison = aig_or(x->g, v->poison, bytes[i].poison);
    return v;
}
