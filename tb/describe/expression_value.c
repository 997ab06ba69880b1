/* expression_value.c - evaluates an expression, and writes it in C. */
#include <stdio.h>

#include "describe/expression_nodes.h"

/* --- values --- */

static int64_t clog2(int64_t x)
{
    int64_t bits = 0;

    while (bits < 62 && INT64_C(1) << bits < x)
        ++bits;
    return bits;
}

/* Returns NULL, or what is wrong. */
static const char *operate(int op, int64_t a, int64_t b, int64_t *v)
{
    static const char *const large = "the value does not fit into 64 bits";

    switch (op) {
    case EQUAL:
        *v = a == b;
        break;
    case UNEQUAL:
        *v = a != b;
        break;
    case LEAST:
        *v = a <= b;
        break;
    case MOST:
        *v = a >= b;
        break;
    case LESS:
        *v = a < b;
        break;
    case MORE:
        *v = a > b;
        break;
    case PLUS:
        return __builtin_add_overflow(a, b, v) ? large : NULL;
    case MINUS:
        return __builtin_sub_overflow(a, b, v) ? large : NULL;
    case TIMES:
        return __builtin_mul_overflow(a, b, v) ? large : NULL;
    case LEFT:
        if (a < 0 || a > INT32_MAX || b < 0 || b > 31)
            return "a shift of other than 0 to 2147483647, or by other than 0 to 31 bits";
        *v = a * (INT64_C(1) << b);
        break;
    case RIGHT:
        if (a < 0 || b < 0 || b > 62)
            return "a shift of less than 0, or by other than 0 to 62 bits";
        *v = a >> b;
        break;
    default: /* QUOTIENT, REMAINDER */
        if (b <= 0)
            return b == 0 ? "a division by 0" : "a division by less than 0";
        *v = op == QUOTIENT ? a / b : a % b;
    }
    return NULL;
}

/* Returns NULL, or what is wrong. */
static const char *value_of(const struct assay_expression *e, int node, const uint32_t *value,
                            int64_t *v)
{
    const struct node *n = &e->node[node];
    const char *wrong;
    int64_t a = 0, b;

    if (n->op == OP_NUMBER || n->op == OP_NAME) {
        *v = n->op == OP_NUMBER ? n->value : (int64_t)value[n->value];
        return NULL;
    }
    wrong = value_of(e, n->a, value, &a);
    if (wrong)
        return wrong;
    switch (n->op) {
    case OP_CLOG2:
        *v = clog2(a);
        return NULL;
    case OP_NOT:
        *v = !a;
        return NULL;
    case OP_MINUS:
        return operate(MINUS, 0, a, v);
    case OP_CHOICE:
        return value_of(e, a ? n->b : n->c, value, v);
    case OP_BINARY + OR:
    case OP_BINARY + AND:
        if ((a != 0) == (n->op == OP_BINARY + OR)) {
            *v = a != 0;
            return NULL;
        }
        wrong = value_of(e, n->b, value, &b);
        *v = wrong ? 0 : b != 0;
        return wrong;
    default:
        wrong = value_of(e, n->b, value, &b);
        return wrong ? wrong : operate(n->op - OP_BINARY, a, b, v);
    }
}

bool assay_expression_value(const struct assay_expression *e, const uint32_t *value,
                            int64_t *result, char *why, size_t why_size)
{
    const char *wrong = value_of(e, e->root, value, result);

    if (wrong)
        snprintf(why, why_size, "'%.200s': %s", e->text, wrong);
    return !wrong;
}

/* --- writing C --- */

struct writer {
    const struct assay_expression *e;
    assay_expression_spell *spell;
    const void *arg;
    struct assay_text *t;
};

static unsigned level_of(const struct node *n)
{
    if (n->op == OP_CHOICE)
        return 0;
    if (n->op < OP_BINARY || assay_expression_operators[n->op - OP_BINARY].function)
        return CLOSEST;
    return assay_expression_operators[n->op - OP_BINARY].level;
}

static void write_node(const struct writer *w, int node, unsigned level);

static void write_call(const struct writer *w, const char *function, const struct node *n)
{
    assay_text_addf(w->t, "%s(", function);
    write_node(w, n->a, 0);
    if (n->op >= OP_BINARY) {
        assay_text_add(w->t, ", ");
        write_node(w, n->b, 0);
    }
    assay_text_add(w->t, ")");
}

/* The operands of &&, of comparisons and the like get parentheses wherever compilers would warn. */
static unsigned operand_level(int op)
{
    return assay_expression_operators[op].level <= 5 ? CLOSEST - 2
                                                     : assay_expression_operators[op].level;
}

static void write_plain(const struct writer *w, const struct node *n)
{
    const int op = n->op - OP_BINARY;

    switch (n->op) {
    case OP_NUMBER:
        assay_text_addf(w->t, n->value > INT16_MAX ? "INT64_C(%lld)" : "%lld", (long long)n->value);
        break;
    case OP_NAME:
        assay_text_add(w->t, w->spell(w->arg, (size_t)n->value));
        break;
    case OP_CLOG2:
        write_call(w, "assay_width_clog2", n);
        break;
    case OP_NOT:
    case OP_MINUS:
        assay_text_add(w->t, n->op == OP_NOT ? "!" : "-");
        write_node(w, n->a, CLOSEST + 1);
        break;
    case OP_CHOICE:
        write_node(w, n->a, 1);
        assay_text_add(w->t, " ? ");
        write_node(w, n->b, 0);
        assay_text_add(w->t, " : ");
        write_node(w, n->c, 0);
        break;
    default:
        if (assay_expression_operators[op].function) {
            write_call(w, assay_expression_operators[op].function, n);
            break;
        }
        write_node(w, n->a, operand_level(op));
        assay_text_addf(w->t, " %s ", assay_expression_operators[op].text);
        write_node(w, n->b,
                   assay_expression_operators[op].level <= 5
                       ? operand_level(op)
                       : assay_expression_operators[op].level + 1);
    }
}

/* Writes an operation, in parentheses if it binds less tightly than `level`. */
static void write_operation(const struct writer *w, const struct node *n, unsigned level)
{
    const bool unary = n->op == OP_NOT || n->op == OP_MINUS;
    const bool inside =
        level_of(n) < level && !(level > CLOSEST && level_of(n) == CLOSEST && !unary);

    if (inside)
        assay_text_add(w->t, "(");
    write_plain(w, n);
    if (inside)
        assay_text_add(w->t, ")");
}

static bool has_name(const struct assay_expression *e, int node)
{
    const struct node *n = &e->node[node];

    switch (n->op) {
    case OP_NUMBER:
        return false;
    case OP_NAME:
        return true;
    case OP_CHOICE:
        return has_name(e, n->a) || has_name(e, n->b) || has_name(e, n->c);
    default:
        return has_name(e, n->a) || (n->op >= OP_BINARY && has_name(e, n->b));
    }
}

/* Writes a node, in parentheses if it binds less tightly than `level`. A subexpression without
 * names is written as its value, since C would compute it as an int. */
static void write_node(const struct writer *w, int node, unsigned level)
{
    const struct node *n = &w->e->node[node];
    const uint32_t no_value = 0;
    int64_t value;

    if (n->op != OP_NUMBER && !has_name(w->e, node) && !value_of(w->e, node, &no_value, &value)) {
        assay_text_addf(w->t, value < 0 ? "(%lld)" : "%lld", (long long)value);
        return;
    }
    write_operation(w, n, level);
}

void assay_expression_write(const struct assay_expression *e, assay_expression_spell *spell,
                            const void *arg, struct assay_text *t)
{
    const struct writer w = {e, spell, arg, t};

    write_node(&w, e->root, 0);
}
