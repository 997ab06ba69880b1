/* ir_operand.c - parse operands: locals, globals and constants. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "prove/ir_scan.h"

/* Parse a decimal number of up to 128 bits into two's complement. */
static void read_number(struct ir_module *m, const struct ir_word *w, struct ir_operand *o)
{
    const bool negative = *w->s == '-';

    for (uint32_t i = negative; i < w->n; ++i) {
        const uint64_t low = o->low * 10,
                       middle = (o->low >> 32) * 10 + ((o->low & UINT32_MAX) * 10 >> 32);

        if (!isdigit((unsigned char)w->s[i]))
            ir_refuse(m, ir_here(m), "'%.*s': expected a number", (int)w->n, w->s);
        o->high = o->high * 10 + (middle >> 32);
        o->low = low + (uint64_t)(w->s[i] - '0');
        o->high += o->low < low;
    }
    if (negative) {
        o->low = ~o->low + 1;
        o->high = ~o->high + (o->low == 0);
    }
}

static void add_part(struct ir_module *m, struct ir_operand *o, struct ir_operand part)
{
    struct ir_operand *const list = arena_grow(&m->arena, o->part, o->n_parts, sizeof *list);

    list[o->n_parts++] = part;
    o->part = list;
}

static void read_list(struct ir_module *m, const char *end, struct ir_operand *o)
{
    o->kind = IR_LIST;
    if (ir_eat(m, end))
        return;
    do {
        const struct ir_type *const t = ir_read_type(m);

        add_part(m, o, ir_read_operand(m, NULL, t));
    } while (ir_eat(m, ","));
    ir_need(m, end);
}

static void read_address(struct ir_module *m, struct ir_operand *o)
{
    o->kind = IR_ADDRESS;
    ir_eat(m, "inbounds");
    ir_need(m, "(");
    o->source = ir_read_type(m);
    while (ir_eat(m, ",")) {
        const struct ir_type *t;

        ir_eat(m, "inrange");
        t = ir_read_type(m);
        add_part(m, o, ir_read_operand(m, NULL, t));
    }
    ir_need(m, ")");
}

static int hex(char c)
{
    return isdigit((unsigned char)c) ? c - '0' : toupper((unsigned char)c) - 'A' + 10;
}

/* Parse c"..." with \xx for characters that are not printable. */
static void read_string(struct ir_module *m, const struct ir_word *w, struct ir_operand *o)
{
    char *const bytes = arena_get(&m->arena, w->n, 1);

    o->kind = IR_STRING;
    for (uint32_t i = 2; i < w->n; ++i) {
        if (w->s[i] == '\\' && i + 2 < w->n && isxdigit((unsigned char)w->s[i + 1])) {
            bytes[o->index++] = (char)(hex(w->s[i + 1]) * 16 + hex(w->s[i + 2]));
            i += 2;
        } else {
            bytes[o->index++] = w->s[i];
        }
    }
    o->bytes = bytes;
}

struct ir_global *ir_global_named(struct ir_module *m, const char *s, uint32_t n, uint32_t *index)
{
    *index = ir_intern(m, &m->globals, s, n);
    if (*index >= m->n_global_room) {
        const uint32_t room = 2 * *index + 64;
        struct ir_global *const bigger = arena_get(&m->arena, room, sizeof *bigger);

        if (m->n_global_room)
            memcpy(bigger, m->global, m->n_global_room * sizeof *bigger);
        m->global = bigger;
        m->n_global_room = room;
    }
    m->global[*index].name = m->globals.name[*index];
    return &m->global[*index];
}

/* Parse a word that is a complete constant. */
static bool read_plain(const struct ir_word *w, struct ir_operand *o)
{
    static const struct {
        const char *word;
        enum ir_operand_kind kind;
        uint64_t value;
    } plain[] = {{"null", IR_NULL, 0},   {"zeroinitializer", IR_ZERO, 0},
                 {"undef", IR_UNDEF, 0}, {"poison", IR_POISON, 0},
                 {"true", IR_NUMBER, 1}, {"false", IR_NUMBER, 0}};

    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; ++i)
        if (ir_is(w, plain[i].word)) {
            o->kind = plain[i].kind;
            o->low = plain[i].value;
            return true;
        }
    return false;
}

struct ir_operand ir_read_operand(struct ir_module *m, struct ir_function *f,
                                  const struct ir_type *type)
{
    struct ir_operand o = {.kind = IR_NUMBER, .type = type};
    struct ir_word w;

    ir_take(m, &w);
    if (read_plain(&w, &o))
        return o;
    if (w.n > 1 && *w.s == '%' && f) {
        o.kind = IR_LOCAL;
        o.index = ir_intern(m, &f->locals, w.s, w.n);
    } else if (w.n > 1 && *w.s == '@') {
        o.kind = IR_GLOBAL;
        ir_global_named(m, w.s, w.n, &o.index);
    } else if (ir_is(&w, "getelementptr")) {
        read_address(m, &o);
    } else if (ir_is(&w, "{")) {
        read_list(m, "}", &o);
    } else if (ir_is(&w, "[")) {
        read_list(m, "]", &o);
    } else if (ir_is(&w, "<") && ir_eat(m, "{")) {
        read_list(m, "}", &o);
        ir_need(m, ">");
    } else if (w.n >= 2 && w.s[0] == 'c' && w.s[1] == '"') {
        read_string(m, &w, &o);
    } else if (type->kind == IR_INT) {
        read_number(m, &w, &o);
    } else {
        ir_refuse(m, ir_here(m), "'%.*s': expected a constant that is translated", (int)w.n, w.s);
    }
    return o;
}
