/* ir_instruction.c - parse one instruction. */
#include <stdlib.h>
#include <string.h>

#include "prove/ir_scan.h"

enum shape {
    BINARY,
    COMPARE,
    SELECT,
    CONVERT,
    UNARY,
    ALLOCA,
    LOAD,
    STORE,
    GEP,
    EXTRACT,
    INSERT,
    CALL,
    PHI,
    BR,
    SWITCH,
    RET,
    NOTHING
};

static const struct {
    const char *name;
    enum ir_op op;
    enum shape shape;
} table[] = {
    {"add", IR_ADD, BINARY},
    {"sub", IR_SUB, BINARY},
    {"mul", IR_MUL, BINARY},
    {"udiv", IR_UDIV, BINARY},
    {"sdiv", IR_SDIV, BINARY},
    {"urem", IR_UREM, BINARY},
    {"srem", IR_SREM, BINARY},
    {"shl", IR_SHL, BINARY},
    {"lshr", IR_LSHR, BINARY},
    {"ashr", IR_ASHR, BINARY},
    {"and", IR_AND, BINARY},
    {"or", IR_OR, BINARY},
    {"xor", IR_XOR, BINARY},
    {"icmp", IR_ICMP, COMPARE},
    {"select", IR_SELECT, SELECT},
    {"zext", IR_ZEXT, CONVERT},
    {"sext", IR_SEXT, CONVERT},
    {"trunc", IR_TRUNC, CONVERT},
    {"bitcast", IR_BITCAST, CONVERT},
    {"freeze", IR_FREEZE, UNARY},
    {"alloca", IR_ALLOCA, ALLOCA},
    {"load", IR_LOAD, LOAD},
    {"store", IR_STORE, STORE},
    {"getelementptr", IR_GEP, GEP},
    {"extractvalue", IR_EXTRACTVALUE, EXTRACT},
    {"insertvalue", IR_INSERTVALUE, INSERT},
    {"call", IR_CALL, CALL},
    {"tail", IR_CALL, CALL},
    {"notail", IR_CALL, CALL},
    {"musttail", IR_CALL, CALL},
    {"phi", IR_PHI, PHI},
    {"br", IR_BR, BR},
    {"switch", IR_SWITCH, SWITCH},
    {"ret", IR_RET, RET},
    {"unreachable", IR_UNREACHABLE, NOTHING},
};

static void add_operand(struct ir_module *m, struct ir_instruction *i, struct ir_operand o)
{
    struct ir_operand *const list = arena_grow(&m->arena, i->operand, i->n_operands, sizeof *list);

    list[i->n_operands++] = o;
    i->operand = list;
}

static void add_number(struct ir_module *m, uint32_t **list, uint32_t *n, uint32_t number)
{
    uint32_t *const bigger = arena_grow(&m->arena, *list, *n, sizeof *bigger);

    bigger[(*n)++] = number;
    *list = bigger;
}

static void add_label(struct ir_module *m, struct ir_function *f, struct ir_instruction *i)
{
    struct ir_word w;

    ir_take(m, &w);
    if (w.n < 2 || *w.s != '%')
        ir_refuse(m, ir_here(m), "'%.*s': expected a block", (int)w.n, w.s);
    add_number(m, &i->label, &i->n_labels, ir_intern(m, &f->labels, w.s + 1, w.n - 1));
}

/* Parse a type followed by a value. */
static void read_typed(struct ir_module *m, struct ir_function *f, struct ir_instruction *i)
{
    const struct ir_type *const t = ir_read_type(m);

    add_operand(m, i, ir_read_operand(m, f, t));
}

static void read_flags(struct ir_module *m, struct ir_instruction *i)
{
    static const char *const names[] = {"nuw", "nsw", "exact", "inbounds"};
    bool more = true;

    while (more) {
        more = false;
        for (uint32_t k = 0; k < sizeof names / sizeof names[0]; ++k)
            if (ir_eat(m, names[k])) {
                i->flags |= UINT32_C(1) << k;
                more = true;
            }
    }
}

static void read_predicate(struct ir_module *m, struct ir_instruction *i)
{
    static const char *const names[] = {"eq",  "ne",  "ugt", "uge", "ult",
                                        "ule", "sgt", "sge", "slt", "sle"};

    for (uint32_t k = 0; k < sizeof names / sizeof names[0]; ++k)
        if (ir_eat(m, names[k])) {
            i->predicate = (enum ir_predicate)k;
            return;
        }
    ir_refuse(m, ir_here(m), "expected a comparison's predicate");
}

/* Parse two values of the same type. */
static void read_pair(struct ir_module *m, struct ir_function *f, struct ir_instruction *i)
{
    i->type = ir_read_type(m);
    add_operand(m, i, ir_read_operand(m, f, i->type));
    ir_need(m, ",");
    add_operand(m, i, ir_read_operand(m, f, i->type));
}

static void read_memory(struct ir_module *m, struct ir_function *f, struct ir_instruction *i)
{
    struct ir_word w;

    ir_peek(m, &w);
    if (ir_is(&w, "atomic") || ir_is(&w, "volatile") || ir_is(&w, "inalloca")) {
        i->op = IR_REFUSED;
        i->name = arena_text(&m->arena, w.s, w.n);
        return;
    }
    if (i->op == IR_STORE) {
        read_typed(m, f, i);
        i->type = i->operand[0].type;
        ir_need(m, ",");
        read_typed(m, f, i);
        return;
    }
    i->type = ir_read_type(m);
    if (i->op == IR_LOAD) {
        ir_need(m, ",");
        read_typed(m, f, i);
    } else if (ir_eat(m, ",") && ir_starts_type(m)) {
        i->op = IR_REFUSED;
        i->name = "alloca of several";
    }
}

static void read_gep(struct ir_module *m, struct ir_function *f, struct ir_instruction *i)
{
    i->type = ir_read_type(m);
    while (ir_eat(m, ","))
        if (ir_starts_type(m))
            read_typed(m, f, i);
        else
            break; /* , !dbg */
}

static void read_parts(struct ir_module *m, struct ir_function *f, struct ir_instruction *i)
{
    struct ir_word w;

    read_typed(m, f, i);
    i->type = i->operand[0].type;
    if (i->op == IR_INSERTVALUE) {
        ir_need(m, ",");
        read_typed(m, f, i);
    }
    while (ir_eat(m, ",")) {
        ir_peek(m, &w);
        if (w.n == 0 || *w.s < '0' || *w.s > '9')
            break; /* , !dbg */
        add_number(m, &i->index, &i->n_indices, (uint32_t)ir_take_number(m));
    }
}

const struct ir_type *ir_read_attributes(struct ir_module *m)
{
    static const char *const names[] = {"noundef",         "nocapture",
                                        "readonly",        "writeonly",
                                        "readnone",        "signext",
                                        "zeroext",         "nonnull",
                                        "noalias",         "immarg",
                                        "returned",        "inreg",
                                        "nofree",          "align",
                                        "swiftself",       "nest",
                                        "dereferenceable", "dereferenceable_or_null",
                                        "byval",           "sret",
                                        "allocalign"};
    const struct ir_type *by_value = NULL;
    struct ir_word w;

    for (size_t k = 0; k < sizeof names / sizeof names[0]; ++k) {
        if (!ir_eat(m, names[k]))
            continue;
        ir_peek(m, &w);
        if (strcmp(names[k], "byval") == 0) {
            ir_need(m, "(");
            by_value = ir_read_type(m);
            ir_need(m, ")");
        } else if (strcmp(names[k], "align") == 0 && !ir_is(&w, "(")) {
            ir_take_number(m);
        } else {
            ir_skip_parentheses(m);
        }
        k = SIZE_MAX; /* restart from the first */
    }
    return by_value;
}

static void skip_metadata(struct ir_module *m)
{
    struct ir_word w;

    for (;;) {
        ir_peek(m, &w);
        if (w.n == 0 || ir_is(&w, ",") || ir_is(&w, ")") || ir_is(&w, "\n"))
            return;
        ir_take(m, &w);
        ir_skip_parentheses(m);
    }
}

static void read_arguments(struct ir_module *m, struct ir_function *f, struct ir_instruction *i)
{
    ir_need(m, "(");
    if (ir_eat(m, ")"))
        return;
    do {
        const struct ir_type *const t = ir_read_type(m);

        ir_read_attributes(m);
        if (t->kind == IR_METADATA)
            skip_metadata(m);
        else
            add_operand(m, i, ir_read_operand(m, f, t));
    } while (ir_eat(m, ","));
    ir_need(m, ")");
}

static void read_call(struct ir_module *m, struct ir_function *f, struct ir_instruction *i)
{
    struct ir_word w;

    while (!ir_starts_type(m)) {
        ir_take(m, &w);
        if (w.n == 0 || ir_is(&w, "\n"))
            ir_refuse(m, ir_here(m), "a call without a type");
    }
    i->type = ir_read_type(m);
    ir_skip_parentheses(m); /* parameters of a function type */
    ir_peek(m, &w);
    if (w.n < 2 || *w.s != '@') {
        i->op = IR_REFUSED;
        i->name = ir_is(&w, "asm") ? "asm" : "call through a pointer";
        return;
    }
    ir_take(m, &w);
    ir_global_named(m, w.s, w.n, &i->callee);
    read_arguments(m, f, i);
}

static void read_phi(struct ir_module *m, struct ir_function *f, struct ir_instruction *i)
{
    i->type = ir_read_type(m);
    do {
        if (!ir_eat(m, "["))
            break; /* , !dbg */
        add_operand(m, i, ir_read_operand(m, f, i->type));
        ir_need(m, ",");
        add_label(m, f, i);
        ir_need(m, "]");
    } while (ir_eat(m, ","));
}

static void read_br(struct ir_module *m, struct ir_function *f, struct ir_instruction *i)
{
    if (ir_eat(m, "label")) {
        add_label(m, f, i);
        return;
    }
    read_typed(m, f, i);
    for (int k = 0; k < 2; ++k) {
        ir_need(m, ",");
        ir_need(m, "label");
        add_label(m, f, i);
    }
}

static void read_switch(struct ir_module *m, struct ir_function *f, struct ir_instruction *i)
{
    read_typed(m, f, i);
    ir_need(m, ",");
    ir_need(m, "label");
    add_label(m, f, i);
    ir_need(m, "[");
    while (!ir_eat(m, "]")) {
        read_typed(m, f, i);
        ir_need(m, ",");
        ir_need(m, "label");
        add_label(m, f, i);
    }
}

static void read_ret(struct ir_module *m, struct ir_function *f, struct ir_instruction *i)
{
    i->type = ir_read_type(m);
    if (i->type->kind != IR_VOID)
        add_operand(m, i, ir_read_operand(m, f, i->type));
}

/* Parse what may follow any instruction: alignment, metadata, attributes. */
static void read_end(struct ir_module *m, const struct ir_function *f, struct ir_instruction *i)
{
    struct ir_word w, value;

    /* The optimiser's own instructions have no place in the source. */
    i->place = f->place.line ? f->place : ir_here(m);
    for (;;) {
        ir_take(m, &w);
        if (w.n == 0 || ir_is(&w, "\n"))
            return;
        if (ir_is(&w, "align"))
            i->align = (uint32_t)ir_take_number(m);
        if (*w.s != '!')
            continue;
        ir_peek(m, &value);
        if (value.n < 2 || *value.s != '!')
            continue;
        ir_take(m, &value);
        if (ir_is(&w, "!dbg"))
            i->place = ir_place_of(m, (uint32_t)strtoul(value.s + 1, NULL, 10));
        if (ir_is(&w, "!range"))
            i->has_range = ir_range_of(m, (uint32_t)strtoul(value.s + 1, NULL, 10), &i->range_low,
                                       &i->range_high);
    }
}

static void read_shape(struct ir_module *m, struct ir_function *f, struct ir_instruction *i,
                       enum shape shape)
{
    switch (shape) {
    case BINARY:
    case GEP:
        read_flags(m, i);
        shape == GEP ? read_gep(m, f, i) : read_pair(m, f, i);
        break;
    case COMPARE:
        read_predicate(m, i);
        read_pair(m, f, i);
        break;
    case SELECT:
        read_typed(m, f, i);
        ir_need(m, ",");
        read_typed(m, f, i);
        ir_need(m, ",");
        read_typed(m, f, i);
        i->type = i->operand[1].type;
        break;
    case CONVERT:
        read_typed(m, f, i);
        ir_need(m, "to");
        i->type = ir_read_type(m);
        break;
    case UNARY:
        read_typed(m, f, i);
        i->type = i->operand[0].type;
        break;
    case ALLOCA:
    case LOAD:
    case STORE:
        read_memory(m, f, i);
        break;
    case EXTRACT:
    case INSERT:
        read_parts(m, f, i);
        break;
    case CALL:
        read_call(m, f, i);
        break;
    case PHI:
        read_phi(m, f, i);
        break;
    case BR:
        read_br(m, f, i);
        break;
    case SWITCH:
        read_switch(m, f, i);
        break;
    case RET:
        read_ret(m, f, i);
        break;
    case NOTHING:
        break;
    }
}

static struct ir_instruction *add_instruction(struct ir_module *m, struct ir_block *b)
{
    b->instruction = arena_grow(&m->arena, b->instruction, b->n, sizeof *b->instruction);
    return &b->instruction[b->n++];
}

void ir_read_instruction(struct ir_module *m, struct ir_function *f, struct ir_block *b)
{
    struct ir_instruction *const i = add_instruction(m, b);
    struct ir_word w;

    i->result = IR_NO_RESULT;
    ir_take(m, &w);
    if (*w.s == '%') {
        i->result = ir_intern(m, &f->locals, w.s, w.n);
        ir_need(m, "=");
        ir_take(m, &w);
    }
    i->name = arena_text(&m->arena, w.s, w.n);
    i->op = IR_REFUSED;
    for (size_t k = 0; k < sizeof table / sizeof table[0]; ++k)
        if (ir_is(&w, table[k].name)) {
            i->op = table[k].op;
            read_shape(m, f, i, table[k].shape);
            break;
        }
    read_end(m, f, i);
}
