#include "diagnose/explain_value.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 64, DEPTH = 200 };

struct number {
    bool known;
    unsigned width;
    uint64_t v;
};

static const struct number unsure = {.known = false};

static uint64_t mask(unsigned width)
{
    return width >= MOST ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static struct number number(unsigned width, uint64_t v)
{
    return width > MOST ? unsure : (struct number){true, width, v & mask(width)};
}

/* "5'h1f", "32'sh8" */
static struct number constant(const struct assay_node *e)
{
    const char *tick = strchr(e->name, '\'');
    const unsigned width = (unsigned)strtoul(e->name, NULL, 10);
    char *end;
    uint64_t v;

    if (!tick)
        return unsure;
    tick += 1 + (tick[1] == 's');
    if (*tick != 'h')
        return unsure;
    v = strtoull(tick + 1, &end, 16);
    return *end ? unsure : number(width, v);
}

static struct number variable(const struct assay_value_source *s, const struct assay_node *e)
{
    const long net = assay_netlist_name(s->n, s->scope, e->name);
    const struct assay_vcd_signal *signal = net == ASSAY_NO_NET ? NULL : s->signal[net].of;
    const char *bits = signal && signal->width <= MOST ? assay_vcd_at(s->vcd, signal, s->time) : "";
    char *end;
    uint64_t v;

    if (!*bits)
        return unsure;
    v = strtoull(bits, &end, 2);
    return *end ? unsure : number(signal->width, v);
}

static int64_t extended(struct number a)
{
    const unsigned up = MOST - (a.width ? a.width : 1);

    return (int64_t)(a.v << up) >> up;
}

static struct number value_of(const struct assay_value_source *s, const struct assay_node *e,
                              unsigned depth);

/* Unary operators. */
static bool unary(const struct assay_node *e, struct number a, struct number *to)
{
    const char *t = e->tag;

    if (strcmp(t, "not") == 0)
        *to = number(a.width, ~a.v);
    else if (strcmp(t, "lognot") == 0)
        *to = number(1, a.v == 0);
    else if (strcmp(t, "redor") == 0)
        *to = number(1, a.v != 0);
    else if (strcmp(t, "redand") == 0)
        *to = number(1, a.v == mask(a.width));
    else if (strcmp(t, "redxor") == 0)
        *to = number(1, (uint64_t)__builtin_parityll(a.v));
    else if (strcmp(t, "negate") == 0)
        *to = number(a.width, 0 - a.v);
    else if (strcmp(t, "extend") == 0)
        *to = e->width ? number(e->width, a.v) : unsure;
    else if (strcmp(t, "extends") == 0)
        *to = e->width ? number(e->width, (uint64_t)extended(a)) : unsure;
    else
        return false;
    return true;
}

/* Binary operators. */
static struct number binary(const struct assay_node *e, struct number a, struct number b)
{
    const char *t = e->tag;
    const unsigned width = e->width ? e->width : a.width;

    if (strcmp(t, "and") == 0)
        return number(width, a.v & b.v);
    if (strcmp(t, "or") == 0)
        return number(width, a.v | b.v);
    if (strcmp(t, "xor") == 0)
        return number(width, a.v ^ b.v);
    if (strcmp(t, "logand") == 0)
        return number(1, a.v && b.v);
    if (strcmp(t, "logor") == 0)
        return number(1, a.v || b.v);
    if (strcmp(t, "eq") == 0 || strcmp(t, "eqcase") == 0 || strcmp(t, "eqwild") == 0)
        return number(1, a.v == b.v);
    if (strcmp(t, "neq") == 0 || strcmp(t, "neqcase") == 0)
        return number(1, a.v != b.v);
    if (strcmp(t, "lt") == 0)
        return number(1, a.v < b.v);
    if (strcmp(t, "lte") == 0)
        return number(1, a.v <= b.v);
    if (strcmp(t, "gt") == 0)
        return number(1, a.v > b.v);
    if (strcmp(t, "gte") == 0)
        return number(1, a.v >= b.v);
    if (strcmp(t, "lts") == 0)
        return number(1, extended(a) < extended(b));
    if (strcmp(t, "ltes") == 0)
        return number(1, extended(a) <= extended(b));
    if (strcmp(t, "gts") == 0)
        return number(1, extended(a) > extended(b));
    if (strcmp(t, "gtes") == 0)
        return number(1, extended(a) >= extended(b));
    if (strcmp(t, "add") == 0)
        return number(width, a.v + b.v);
    if (strcmp(t, "sub") == 0)
        return number(width, a.v - b.v);
    if (strcmp(t, "concat") == 0)
        return a.width + b.width > MOST ? unsure : number(a.width + b.width, a.v << b.width | b.v);
    if (strcmp(t, "shiftl") == 0)
        return number(width, b.v < MOST ? a.v << b.v : 0);
    if (strcmp(t, "shiftr") == 0)
        return number(width, b.v < MOST ? a.v >> b.v : 0);
    return unsure;
}

/* A bit or part select of a variable, which may be wider than MOST bits. */
static struct number part(const struct assay_value_source *s, const struct assay_node *e,
                          unsigned depth)
{
    const struct assay_node *from = e->child, *low, *bits;
    struct number l, n;
    const struct assay_vcd_signal *signal;
    const char *text;
    size_t length;
    uint64_t v = 0;
    long net;

    if (!from || !from->next || !from->next->next)
        return unsure;
    low = from->next;
    bits = low->next;
    l = value_of(s, low, depth);
    n = value_of(s, bits, depth);
    if (!l.known || !n.known || n.v > MOST || strcmp(from->tag, "varref") != 0)
        return unsure;
    net = assay_netlist_name(s->n, s->scope, from->name);
    signal = net == ASSAY_NO_NET ? NULL : s->signal[net].of;
    text = signal ? assay_vcd_at(s->vcd, signal, s->time) : "";
    length = strlen(text);
    if (!length)
        return unsure;
    for (uint64_t i = 0; i < n.v; ++i) {
        const char bit = l.v + i < length ? text[length - 1 - (l.v + i)] : '0';

        if (bit != '0' && bit != '1')
            return unsure;
        v |= (uint64_t)(bit == '1') << i;
    }
    return number((unsigned)n.v, v);
}

static struct number value_of(const struct assay_value_source *s, const struct assay_node *e,
                              unsigned depth)
{
    struct number a, b, to;

    if (!e || depth == DEPTH)
        return unsure;
    if (strcmp(e->tag, "const") == 0)
        return constant(e);
    if (strcmp(e->tag, "varref") == 0)
        return variable(s, e);
    if (strcmp(e->tag, "sel") == 0)
        return part(s, e, depth + 1);
    if (!e->child)
        return unsure;
    a = value_of(s, e->child, depth + 1);
    if (strcmp(e->tag, "cond") == 0 && e->child->next)
        return !a.known ? unsure
               : a.v    ? value_of(s, e->child->next, depth + 1)
                        : value_of(s, e->child->next->next, depth + 1);
    if (!e->child->next)
        return a.known && unary(e, a, &to) ? to : unsure;
    b = value_of(s, e->child->next, depth + 1);
    /* One operand may decide the result. */
    if (strcmp(e->tag, "and") == 0 || strcmp(e->tag, "logand") == 0) {
        if ((a.known && !a.v) || (b.known && !b.v))
            return number(e->width ? e->width : 1, 0);
    } else if (strcmp(e->tag, "logor") == 0 || (strcmp(e->tag, "or") == 0 && e->width == 1)) {
        if ((a.known && a.v) || (b.known && b.v))
            return number(1, 1);
    }
    return a.known && b.known ? binary(e, a, b) : unsure;
}

static bool is_statement(const struct assay_node *e)
{
    static const char *const tags[] = {"begin", "assign", "assigndly", "if", "case", "while", NULL};

    for (size_t i = 0; tags[i]; ++i)
        if (strcmp(e->tag, tags[i]) == 0)
            return true;
    return false;
}

/* Whether a case item is the first that matches. */
static enum assay_truth item_holds(const struct assay_value_source *s,
                                   const struct assay_guard_of *guard)
{
    const struct number wanted = value_of(s, guard->node->child, 0);

    if (!wanted.known)
        return ASSAY_UNSURE;
    for (const struct assay_node *c = guard->node->child->next; c; c = c->next) {
        bool other = true;

        for (const struct assay_node *e = c->child; e && !is_statement(e); e = e->next) {
            const struct number label = value_of(s, e, 0);

            if (!label.known)
                return ASSAY_UNSURE;
            if (label.v == wanted.v)
                return c == guard->item ? ASSAY_TRUE : ASSAY_FALSE;
            other = false;
        }
        if (c == guard->item)
            return other ? ASSAY_TRUE : ASSAY_FALSE; /* `default`, which Verilator puts last */
    }
    return ASSAY_FALSE;
}

enum assay_truth assay_explain_holds(const struct assay_value_source *s,
                                     const struct assay_guard_of *guard)
{
    enum assay_truth all = ASSAY_TRUE;

    for (; guard; guard = guard->outer) {
        enum assay_truth one;
        struct number v;

        if (guard->item) {
            one = item_holds(s, guard);
        } else {
            v = value_of(s, guard->node, 0);
            one = !v.known ? ASSAY_UNSURE : (v.v != 0) != guard->negated ? ASSAY_TRUE : ASSAY_FALSE;
        }
        if (one == ASSAY_FALSE)
            return ASSAY_FALSE;
        if (one == ASSAY_UNSURE)
            all = ASSAY_UNSURE;
    }
    return all;
}
