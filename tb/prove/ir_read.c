/* ir_read.c - parse a module: types, variables, functions and their places in the source. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prove/flow.h"
#include "prove/ir_scan.h"

/* Index the metadata first: it comes last in the text, but is needed early. */
static void index_metadata(struct ir_module *m)
{
    uint32_t most = 0;

    for (int pass = 0; pass < 2; ++pass) {
        for (const char *line = m->text; *line;
             line += strcspn(line, "\n"), line += *line == '\n') {
            const char *const equal = strstr(line, " = ");
            uint32_t number;

            if (line[0] != '!' || !isdigit((unsigned char)line[1]) || !equal)
                continue;
            number = (uint32_t)strtoul(line + 1, NULL, 10);
            if (pass)
                m->metadata[number] = equal + 3;
            else if (number >= most)
                most = number + 1;
        }
        if (!pass)
            m->metadata = arena_get(&m->arena, most + 1, sizeof *m->metadata);
    }
    m->n_metadata = most;
}

/* Collect the names of all types first, as a type may refer to later ones. */
static void name_types(struct ir_module *m)
{
    for (const char *line = m->text; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (*line == '%')
            ir_intern(m, &m->types, line, (uint32_t)strcspn(line, " "));
    m->named_type = arena_get(&m->arena, m->types.n + 1, sizeof *m->named_type);
    for (uint32_t i = 0; i < m->types.n; ++i)
        m->named_type[i] = (struct ir_type){.kind = IR_OTHER, .name = m->types.name[i]};
}

static void read_named_type(struct ir_module *m)
{
    struct ir_word w;

    ir_take(m, &w);
    ir_need(m, "=");
    ir_need(m, "type");
    m->named_type[ir_lookup(&m->types, w.s, w.n)] = *ir_read_type(m);
    ir_skip_line(m);
}

static void read_variable(struct ir_module *m)
{
    struct ir_global *g;
    struct ir_word w;
    uint32_t index;

    ir_take(m, &w);
    ir_global_named(m, w.s, w.n, &index);
    ir_need(m, "=");
    do {
        ir_take(m, &w);
        if (w.n == 0 || ir_is(&w, "\n") || ir_is(&w, "alias"))
            ir_refuse(m, ir_here(m), "'%.*s': expected a global or a constant", (int)w.n, w.s);
    } while (!ir_is(&w, "constant") && !ir_is(&w, "global"));
    g = &m->global[index];
    g->is_constant = ir_is(&w, "constant");
    g->type = ir_read_type(m);
    ir_peek(m, &w);
    if (!ir_is(&w, ",") && !ir_is(&w, "\n")) {
        struct ir_operand *const initial = arena_get(&m->arena, 1, sizeof *initial);

        *initial = ir_read_operand(m, NULL, g->type);
        m->global[index].initial = initial;
    }
    do {
        ir_take(m, &w);
        if (ir_is(&w, "align"))
            m->global[index].align = (uint32_t)ir_take_number(m);
    } while (w.n && !ir_is(&w, "\n"));
}

static void read_parameters(struct ir_module *m, struct ir_function *f)
{
    struct ir_parameter *p;
    struct ir_word w;

    ir_need(m, "(");
    if (ir_eat(m, ")"))
        return;
    do {
        if (ir_eat(m, "..."))
            ir_refuse(m, ir_here(m), "a function of a variable number of arguments");
        f->parameter = arena_grow(&m->arena, f->parameter, f->n_parameters, sizeof *f->parameter);
        p = &f->parameter[f->n_parameters++];
        p->type = ir_read_type(m);
        p->by_value = ir_read_attributes(m);
        ir_take(m, &w);
        p->local = ir_intern(m, &f->locals, w.s, w.n);
    } while (ir_eat(m, ","));
    ir_need(m, ")");
}

static struct ir_block *add_block(struct ir_module *m, struct ir_function *f, const char *s,
                                  uint32_t n)
{
    const uint32_t index = ir_intern(m, &f->labels, s, n);

    if (index >= f->n_blocks) {
        struct ir_block *const bigger = arena_get(&m->arena, 2 * index + 8, sizeof *bigger);

        if (f->n_blocks)
            memcpy(bigger, f->block, f->n_blocks * sizeof *bigger);
        f->block = bigger;
        f->n_blocks = 2 * index + 8;
    }
    f->block[index].name = f->labels.name[index];
    return &f->block[index];
}

/* The entry block may lack a label. Its number then follows those of the unnamed parameters. */
static struct ir_block *add_entry(struct ir_module *m, struct ir_function *f)
{
    char name[16];
    uint32_t unnamed = 0;

    for (uint32_t i = 0; i < f->n_parameters; ++i)
        unnamed += isdigit((unsigned char)f->locals.name[f->parameter[i].local][1]) != 0;
    snprintf(name, sizeof name, "%u", (unsigned)unnamed);
    return add_block(m, f, name, (uint32_t)strlen(name));
}

/* Take a label at the beginning of the line. Returns NULL if there is none. */
static struct ir_block *read_label(struct ir_module *m, struct ir_function *f)
{
    const char *const at = m->at;
    const size_t n = *at == '"' ? strcspn(at + 1, "\"") + 2 : strcspn(at, ": \t\n(");
    struct ir_block *b;

    if (at[n] != ':' || *at == ' ')
        return NULL;
    b = add_block(m, f, at, (uint32_t)n);
    ir_skip_line(m);
    return b;
}

static void read_body(struct ir_module *m, struct ir_function *f)
{
    struct ir_block *b = read_label(m, f);

    if (!b)
        b = add_entry(m, f);
    for (;;) {
        struct ir_block *const next = read_label(m, f);

        if (next)
            b = next;
        else if (ir_eat(m, "}"))
            break;
        else if (!ir_eat(m, "\n"))
            ir_read_instruction(m, f, b);
        if (!*m->at)
            ir_refuse(m, ir_here(m), "the text ends in a function");
    }
    ir_skip_line(m);
    if (f->labels.n > f->n_blocks)
        ir_refuse(m, ir_here(m), "a branch to an undefined block");
    f->n_locals = f->locals.n;
    f->n_blocks = f->labels.n;
}

static void check_body(struct ir_module *m, const struct ir_function *f)
{
    for (uint32_t i = 0; i < f->n_blocks; ++i) {
        const struct ir_block *const b = &f->block[i];
        enum ir_op last;

        if (!b->n)
            ir_refuse(m, ir_here(m), "%s: a block without instructions", f->labels.name[i]);
        last = b->instruction[b->n - 1].op;
        if (last != IR_BR && last != IR_SWITCH && last != IR_RET && last != IR_UNREACHABLE &&
            last != IR_REFUSED)
            ir_refuse(m, b->instruction[b->n - 1].place, "%s: a block without an end", b->name);
    }
}

/* The function's place in the source, which the rest of the line may tell. */
static struct ir_place read_place(struct ir_module *m)
{
    struct ir_place place = {0};
    struct ir_word w, number;

    do {
        ir_take(m, &w);
        ir_peek(m, &number);
        if (ir_is(&w, "!dbg") && number.n > 1)
            place = ir_place_of(m, (uint32_t)strtoul(number.s + 1, NULL, 10));
    } while (w.n && !ir_is(&w, "\n"));
    return place;
}

static void read_function(struct ir_module *m)
{
    struct ir_function *const f = arena_get(&m->arena, 1, sizeof *f);
    struct ir_word w;
    uint32_t index;

    ir_need(m, "define");
    while (!ir_starts_type(m))
        ir_take(m, &w);
    ir_read_type(m);
    ir_take(m, &w);
    if (*w.s != '@')
        ir_refuse(m, ir_here(m), "'%.*s': expected a function's name", (int)w.n, w.s);
    ir_global_named(m, w.s, w.n, &index);
    read_parameters(m, f);
    f->place = read_place(m);
    read_body(m, f);
    check_body(m, f);
    m->global[index].function = f;
    flow_find(m, f);
}

static void read_all(struct ir_module *m)
{
    struct ir_word w;

    index_metadata(m);
    name_types(m);
    for (;;) {
        ir_peek(m, &w);
        if (!w.n)
            return;
        if (*w.s == '%')
            read_named_type(m);
        else if (*w.s == '@')
            read_variable(m);
        else if (ir_is(&w, "define"))
            read_function(m);
        else
            ir_skip_line(m);
    }
}

bool ir_read(struct ir_module *m, const char *path, const char *text, char *why, size_t why_size)
{
    jmp_buf back;

    *m = (struct ir_module){.path = path,
                            .text = text,
                            .at = text,
                            .line = 1,
                            .back = &back,
                            .why = why,
                            .why_size = why_size};
    if (setjmp(back)) {
        ir_close(m);
        return false;
    }
    read_all(m);
    m->back = NULL;
    return true;
}

void ir_close(struct ir_module *m)
{
    arena_free(&m->arena);
}

const struct ir_global *ir_find(const struct ir_module *m, const char *name)
{
    const uint32_t i = ir_lookup(&m->globals, name, (uint32_t)strlen(name));

    return i == UINT32_MAX ? NULL : &m->global[i];
}
