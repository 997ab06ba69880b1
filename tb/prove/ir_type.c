/* ir_type.c - types: how they are written, and their layout in memory. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "prove/ir_scan.h"

static bool is_int(const struct ir_word *w)
{
    if (w->n < 2 || *w->s != 'i')
        return false;
    for (uint32_t i = 1; i < w->n; ++i)
        if (!isdigit((unsigned char)w->s[i]))
            return false;
    return true;
}

/* Types that are never translated; known only so that messages can name them. */
static bool is_other(const struct ir_word *w)
{
    static const char *const names[] = {"half",     "bfloat", "float",     "double",
                                        "x86_fp80", "fp128",  "x86_mmx",   "token",
                                        "opaque",   "label",  "ppc_fp128", "x86_amx"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        if (ir_is(w, names[i]))
            return true;
    return false;
}

bool ir_starts_type(struct ir_module *m)
{
    struct ir_word w;

    ir_peek(m, &w);
    return is_int(&w) || is_other(&w) || ir_is(&w, "ptr") || ir_is(&w, "void") ||
           ir_is(&w, "metadata") || (w.n == 1 && strchr("{[<", *w.s)) || (w.n > 1 && *w.s == '%');
}

static void add_field(struct ir_module *m, struct ir_type *t, const struct ir_type *field)
{
    const struct ir_type **const list = arena_grow(&m->arena, t->field, t->count, sizeof(void *));

    list[t->count++] = field;
    t->field = list;
}

static void read_struct(struct ir_module *m, struct ir_type *t)
{
    t->kind = IR_STRUCT;
    if (ir_eat(m, "}"))
        return;
    do
        add_field(m, t, ir_read_type(m));
    while (ir_eat(m, ","));
    ir_need(m, "}");
}

/* After "<": parse a packed structure or a vector. */
static void read_angle(struct ir_module *m, struct ir_type *t)
{
    struct ir_word w;

    if (ir_eat(m, "{")) {
        t->packed = true;
        read_struct(m, t);
        ir_need(m, ">");
        return;
    }
    t->kind = IR_OTHER;
    t->name = "vector";
    do
        ir_take(m, &w);
    while (w.n && !ir_is(&w, ">"));
}

static void read_array(struct ir_module *m, struct ir_type *t)
{
    const uint64_t count = ir_take_number(m);

    ir_need(m, "x");
    add_field(m, t, ir_read_type(m));
    t->kind = IR_ARRAY;
    t->count = count;
    ir_need(m, "]");
}

static const struct ir_type *named_type(struct ir_module *m, const struct ir_word *w)
{
    const uint32_t i = ir_lookup(&m->types, w->s, w->n);

    if (i == UINT32_MAX)
        ir_refuse(m, ir_here(m), "%.*s: expected a type that is defined", (int)w->n, w->s);
    return &m->named_type[i];
}

const struct ir_type *ir_read_type(struct ir_module *m)
{
    struct ir_type *const t = arena_get(&m->arena, 1, sizeof *t);
    struct ir_word w;

    ir_take(m, &w);
    if (is_int(&w)) {
        t->kind = IR_INT;
        t->bits = (uint32_t)strtoul(w.s + 1, NULL, 10);
    } else if (ir_is(&w, "ptr")) {
        t->kind = IR_PTR;
    } else if (ir_is(&w, "void")) {
        t->kind = IR_VOID;
    } else if (ir_is(&w, "metadata")) {
        t->kind = IR_METADATA;
    } else if (ir_is(&w, "{")) {
        read_struct(m, t);
    } else if (ir_is(&w, "<")) {
        read_angle(m, t);
    } else if (ir_is(&w, "[")) {
        read_array(m, t);
    } else if (w.n > 1 && *w.s == '%') {
        return named_type(m, &w);
    } else if (is_other(&w)) {
        t->kind = IR_OTHER;
        t->name = arena_text(&m->arena, w.s, w.n);
    } else {
        ir_refuse(m, ir_here(m), "'%.*s': expected a type", (int)w.n, w.s);
    }
    return t;
}

uint64_t ir_align(const struct ir_type *t)
{
    uint64_t most = 1;

    switch (t->kind) {
    case IR_INT:
        while (8 * most < t->bits && most < 8)
            most *= 2;
        return most;
    case IR_PTR:
        return 8;
    case IR_ARRAY:
        return ir_align(t->field[0]);
    case IR_STRUCT:
        for (uint64_t i = 0; i < t->count && !t->packed; ++i)
            if (ir_align(t->field[i]) > most)
                most = ir_align(t->field[i]);
        return most;
    default:
        return 1;
    }
}

static uint64_t up_to(uint64_t n, uint64_t align)
{
    return (n + align - 1) / align * align;
}

uint64_t ir_field(const struct ir_type *t, uint64_t field)
{
    uint64_t at = 0;

    for (uint64_t i = 0;; ++i) {
        at = up_to(at, t->packed ? 1 : ir_align(t->field[i]));
        if (i == field)
            return at;
        at += ir_size(t->field[i]);
    }
}

uint64_t ir_size(const struct ir_type *t)
{
    switch (t->kind) {
    case IR_INT:
        return up_to((t->bits + 7) / 8, ir_align(t));
    case IR_PTR:
        return 8;
    case IR_ARRAY:
        return t->count * ir_size(t->field[0]);
    case IR_STRUCT:
        if (t->count == 0)
            return 0;
        return up_to(ir_field(t, t->count - 1) + ir_size(t->field[t->count - 1]), ir_align(t));
    default:
        return 0;
    }
}
