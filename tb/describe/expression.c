#include "describe/expression.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/unknown.h"
#include "describe/expression_nodes.h"

const struct assay_expression_operator assay_expression_operators[] = {
    {"||", 1, NULL},
    {"&&", 2, NULL},
    {"==", 3, NULL},
    {"!=", 3, NULL},
    {"<<", 5, "assay_width_left"},
    {">>", 5, "assay_width_right"},
    {"<=", 4, NULL},
    {">=", 4, NULL},
    {"<", 4, NULL},
    {">", 4, NULL},
    {"+", 6, NULL},
    {"-", 6, NULL},
    {"*", 7, NULL},
    {"/", 7, "assay_width_quotient"},
    {"%", 7, "assay_width_remainder"},
};

/* --- reading --- */

struct reader {
    struct assay_expression *e;
    const char *at;
    assay_expression_name *name;
    const void *arg;
    unsigned depth;
    char *why;
    size_t why_size;
};

/* Every reading function returns the index of a node, or BAD after it has written a message. */
enum { BAD = -1 };

__attribute__((format(printf, 2, 3))) static int bad(struct reader *r, const char *format, ...)
{
    va_list args;
    int used = snprintf(r->why, r->why_size, "'%.200s': ", r->e->text);

    if (used > 0 && (size_t)used < r->why_size) {
        va_start(args, format);
        vsnprintf(r->why + used, r->why_size - (size_t)used, format, args);
        va_end(args);
    }
    return BAD;
}

static int add(struct reader *r, struct node n)
{
    struct assay_expression *e = r->e;

    if (e->n == e->room) {
        const size_t room = e->room ? 2 * e->room : 8;
        struct node *more = realloc(e->node, room * sizeof *more);

        if (!more)
            return bad(r, "out of memory");
        e->node = more;
        e->room = room;
    }
    e->node[e->n] = n;
    return (int)e->n++;
}

static void blanks(struct reader *r)
{
    r->at += strspn(r->at, " \t\n");
}

static bool takes(struct reader *r, char c)
{
    blanks(r);
    if (*r->at != c)
        return false;
    ++r->at;
    return true;
}

static bool starts_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int read_choice(struct reader *r);

/* Reports what was found in place of what was expected. */
static int instead(struct reader *r, const char *expected)
{
    blanks(r);
    if (!*r->at)
        return bad(r, "it ends: expected %s", expected);
    return bad(r, "'%.40s': expected %s", r->at, expected);
}

static int read_number(struct reader *r)
{
    uint64_t value = 0;

    switch (assay_number_prefix(&r->at, INT32_MAX, &value)) {
    case ASSAY_NUMBER:
        break;
    case ASSAY_NUMBER_TOO_LARGE:
        return bad(r, "a number is too large: expected 2147483647 at most");
    default:
        return instead(r, "a number");
    }
    if (starts_name(*r->at) || *r->at == '\'')
        return bad(r, "'%.40s' after a number: expected an operator", r->at);
    return add(r, (struct node){.op = OP_NUMBER, .value = (int64_t)value});
}

/* The names that may be used, and clog2 after them. */
static const char *name_or_function(const void *arg, size_t i)
{
    const struct reader *r = arg;
    size_t n = 0;

    while (n < i && r->name(r->arg, n))
        ++n;
    if (n < i)
        return NULL;
    return r->name(r->arg, i) ? r->name(r->arg, i) : "clog2";
}

static int read_name(struct reader *r)
{
    char name[128], unknown[512];
    const char *known;
    size_t n = 0;
    int a;

    while (starts_name(r->at[n]) || (r->at[n] >= '0' && r->at[n] <= '9'))
        ++n;
    snprintf(name, sizeof name, "%.*s", (int)n, r->at);
    r->at += n;
    if (strcmp(name, "clog2") == 0) {
        if (!takes(r, '('))
            return instead(r, "'(' after clog2");
        a = read_choice(r);
        if (a == BAD)
            return BAD;
        if (!takes(r, ')'))
            return instead(r, "')'");
        return add(r, (struct node){.op = OP_CLOG2, .a = a});
    }
    for (size_t i = 0; (known = r->name(r->arg, i)); ++i)
        if (strcmp(known, name) == 0)
            return add(r, (struct node){.op = OP_NAME, .value = (int64_t)i});
    assay_unknown(unknown, sizeof unknown, "name", name, name_or_function, r);
    return bad(r, "%s", unknown);
}

static int read_primary(struct reader *r)
{
    int a;

    blanks(r);
    if (starts_name(*r->at))
        return read_name(r);
    if (*r->at >= '0' && *r->at <= '9')
        return read_number(r);
    if (!takes(r, '('))
        return instead(r, "a number, a name or '('");
    a = read_choice(r);
    if (a == BAD)
        return BAD;
    if (!takes(r, ')'))
        return instead(r, "')'");
    return a;
}

static int read_unary(struct reader *r)
{
    int op, a;

    blanks(r);
    if (*r->at != '-' && !(*r->at == '!' && r->at[1] != '='))
        return read_primary(r);
    op = *r->at++ == '-' ? OP_MINUS : OP_NOT;
    if (++r->depth > DEEPEST)
        return bad(r, "nested too deeply: expected %d levels at most", DEEPEST);
    a = read_unary(r);
    --r->depth;
    return a == BAD ? BAD : add(r, (struct node){.op = op, .a = a});
}

static int operator_at(const char *at)
{
    for (int i = 0; i < N_BINARY; ++i)
        if (strncmp(at, assay_expression_operators[i].text,
                    strlen(assay_expression_operators[i].text)) == 0)
            return i;
    return -1;
}

/* Reads operands joined by left-associative operators of `level` and above. */
static int read_binary(struct reader *r, unsigned level)
{
    int a = read_unary(r);

    while (a != BAD) {
        int op, b;

        blanks(r);
        op = operator_at(r->at);
        if (op < 0 || assay_expression_operators[op].level < level)
            return a;
        r->at += strlen(assay_expression_operators[op].text);
        b = read_binary(r, assay_expression_operators[op].level + 1);
        a = b == BAD ? BAD : add(r, (struct node){.op = OP_BINARY + op, .a = a, .b = b});
    }
    return BAD;
}

static int read_choice(struct reader *r)
{
    int a, b, c;

    if (++r->depth > DEEPEST)
        return bad(r, "nested too deeply: expected %d levels at most", DEEPEST);
    a = read_binary(r, 1);
    if (a != BAD && takes(r, '?')) {
        b = read_choice(r);
        if (b == BAD)
            return BAD;
        if (!takes(r, ':'))
            return instead(r, "':' of '?'");
        c = read_choice(r);
        a = c == BAD ? BAD : add(r, (struct node){.op = OP_CHOICE, .a = a, .b = b, .c = c});
    }
    --r->depth;
    return a;
}

struct assay_expression *assay_expression_read(const char *text, assay_expression_name *name,
                                               const void *arg, char *why, size_t why_size)
{
    struct assay_expression *e = calloc(1, sizeof *e);
    struct reader r = {e, NULL, name, arg, 0, why, why_size};

    if (strlen(text) > LONGEST) {
        snprintf(why, why_size, "an expression of %zu characters: expected %d at most",
                 strlen(text), LONGEST);
        free(e);
        return NULL;
    }
    if (!e || !(e->text = strdup(text))) {
        snprintf(why, why_size, "out of memory");
        free(e);
        return NULL;
    }
    r.at = e->text;
    e->root = read_choice(&r);
    if (e->root != BAD && (blanks(&r), *r.at))
        e->root = instead(&r, "an operator");
    if (e->root == BAD) {
        assay_expression_free(e);
        return NULL;
    }
    return e;
}

void assay_expression_free(struct assay_expression *e)
{
    if (!e)
        return;
    free(e->node);
    free(e->text);
    free(e);
}

const char *assay_expression_text(const struct assay_expression *e)
{
    return e->text;
}

bool assay_expression_is_constant(const struct assay_expression *e)
{
    for (size_t i = 0; i < e->n; ++i)
        if (e->node[i].op == OP_NAME)
            return false;
    return true;
}

bool assay_expression_uses(const struct assay_expression *e, size_t name)
{
    for (size_t i = 0; i < e->n; ++i)
        if (e->node[i].op == OP_NAME && e->node[i].value == (int64_t)name)
            return true;
    return false;
}
