/*
 * alter.c - make mutants of what was parsed.
 *
 * A mutant's text ends up in a conditional operator next to the original (rewrite.h), and both
 * determine the width and signedness of the result. So an inserted constant has one signed bit
 * (1'sb1), which changes neither, and what would be wider than the original is reduced to one bit
 * (!!).
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "mutate/parser.h"

enum { SHOWN = 48, WHAT = 256 };

static char *text_of(const struct assay_parser *p, struct assay_range r)
{
    const struct assay_token *const first = &p->t->v[r.first], *const last = &p->t->v[r.last];

    return strndup(p->t->text + first->at, last->at + last->n - first->at);
}

/* The same for messages: on one line, and cut off if too long. Returns `shown`. */
static const char *show(const struct assay_parser *p, struct assay_range r, char shown[SHOWN + 4])
{
    const struct assay_token *const first = &p->t->v[r.first], *const last = &p->t->v[r.last];
    const char *s = p->t->text + first->at, *const end = p->t->text + last->at + last->n;
    size_t n = 0;

    for (; s < end && n < SHOWN; ++s) {
        if (*s == '`')
            s += strcspn(s, "\n"); /* skip a directive */
        if (!isspace((unsigned char)*s))
            shown[n++] = *s;
        else if (n && shown[n - 1] != ' ')
            shown[n++] = ' ';
    }
    snprintf(shown + n, 4, "%s", s < end ? "..." : "");
    return shown;
}

static char *copy_token(const struct assay_parser *p, size_t at)
{
    return at ? text_of(p, (struct assay_range){at, at}) : NULL;
}

static void add(struct assay_parser *p, enum assay_mutant_kind kind, struct assay_range r,
                size_t at, const char *text, const char *what)
{
    struct assay_mutants *m = p->out;
    struct assay_mutant *v;

    if (p->frozen)
        return;
    if (m->n == p->room) {
        const size_t room = p->room ? 2 * p->room : 256;

        v = realloc(m->v, room * sizeof *v);
        if (!v) {
            p->failed = true;
            return;
        }
        m->v = v;
        p->room = room;
    }
    v = &m->v[m->n++];
    *v = (struct assay_mutant){
        .kind = kind,
        .control = p->control || kind == ASSAY_MUTANT_CONDITION,
        .file = p->t->v[at].file,
        .line = p->t->v[at].line,
        .from = p->t->v[r.first].at,
        .to = p->t->v[r.last].at + p->t->v[r.last].n,
        .text = text ? strdup(text) : NULL,
        .what = strdup(what),
        .module = copy_token(p, p->module),
        .function = p->function,
    };
    p->failed |= (text && !v->text) || !v->what || (p->module && !v->module);
}

/* Add a mutant whose text is put together from the texts of operands. */
static void add_texts(struct assay_parser *p, enum assay_mutant_kind kind, struct assay_range r,
                      size_t at, const char *const part[5], const char *what)
{
    struct assay_text t = {0};

    for (size_t i = 0; i < 5 && part[i]; ++i)
        assay_text_add(&t, part[i]);
    p->failed |= t.failed;
    add(p, kind, r, at, assay_text_get(&t), what);
    assay_text_free(&t);
}

/* --- operators --- */

static const struct binary {
    const char *op, *others[3];
    enum { NONE, FIRST, BOTH } operands; /* which operands can replace the whole */
    bool exchange, bit;                  /* bit: the result is one bit */
} binaries[] = {
    {"&", {"|", "^"}, BOTH, false, false},
    {"|", {"&", "^"}, BOTH, false, false},
    {"^", {"|", "&"}, BOTH, false, false},
    {"~^", {"^"}, NONE, false, false},
    {"^~", {"^"}, NONE, false, false},
    {"+", {"-"}, BOTH, false, false},
    {"-", {"+"}, FIRST, true, false},
    {"*", {"+"}, BOTH, false, false},
    {"/", {"*"}, FIRST, false, false},
    {"%", {"/"}, FIRST, false, false},
    {"<<", {">>"}, FIRST, false, false},
    {">>", {"<<"}, FIRST, false, false},
    {"<<<", {">>>"}, FIRST, false, false},
    {">>>", {"<<<", ">>"}, FIRST, false, false},
    {"==", {"!="}, NONE, false, true},
    {"!=", {"=="}, NONE, false, true},
    {"===", {"!=="}, NONE, false, true},
    {"!==", {"==="}, NONE, false, true},
    {"<", {"<=", ">=", ">"}, NONE, false, true},
    {"<=", {"<", ">", ">="}, NONE, false, true},
    {">", {">=", "<=", "<"}, NONE, false, true},
    {">=", {">", "<", "<="}, NONE, false, true},
    {"&&", {"||"}, BOTH, false, true},
    {"||", {"&&"}, BOTH, false, true},
};

static bool is_logical(const struct binary *b)
{
    return strcmp(b->op, "&&") == 0 || strcmp(b->op, "||") == 0;
}

static void alter_binary(struct assay_parser *p, const struct binary *b, struct assay_range left,
                         size_t op, struct assay_range right)
{
    const struct assay_range all = {left.first, right.last};
    const char *const as_bit = is_logical(b) ? "!!(" : "(";
    char *const l = text_of(p, left), *const r = text_of(p, right);
    char shown[SHOWN + 4], side[SHOWN + 4], what[WHAT];

    if (!l || !r)
        p->failed = true;
    show(p, all, shown);
    for (size_t i = 0; l && r && i < 3 && b->others[i]; ++i) {
        snprintf(what, sizeof what, "%s becomes %s in `%s`", b->op, b->others[i], shown);
        add_texts(p, ASSAY_MUTANT_OPERATOR, all, op,
                  (const char *[]){"(", l, ") ", b->others[i], " ("}, what);
        if (!p->frozen && !p->failed) { /* append the right side and the closing bracket */
            struct assay_mutant *v = &p->out->v[p->out->n - 1];
            struct assay_text t = {0};

            assay_text_addf(&t, "%s%s)", v->text, r);
            free(v->text);
            v->text = t.s;
            p->failed |= t.failed;
        }
    }
    if (l && r && b->operands != NONE) {
        snprintf(what, sizeof what, "`%s` becomes `%s`", shown, show(p, left, side));
        add_texts(p, ASSAY_MUTANT_OPERAND, all, op, (const char *[]){as_bit, l, ")", NULL, NULL},
                  what);
    }
    if (l && r && b->operands == BOTH) {
        snprintf(what, sizeof what, "`%s` becomes `%s`", shown, show(p, right, side));
        add_texts(p, ASSAY_MUTANT_OPERAND, all, op, (const char *[]){as_bit, r, ")", NULL, NULL},
                  what);
    }
    if (l && r && b->exchange) {
        snprintf(what, sizeof what, "operands of %s exchanged in `%s`", b->op, shown);
        add_texts(p, ASSAY_MUTANT_OPERAND, all, op, (const char *[]){"(", r, ") - (", l, ")"},
                  what);
    }
    free(l);
    free(r);
}

void assay_alter_binary(struct assay_parser *p, struct assay_range left, size_t op,
                        struct assay_range right)
{
    const bool control = p->control;

    for (size_t i = 0; !p->frozen && i < sizeof binaries / sizeof binaries[0]; ++i)
        if (assay_token_is(p->t, op, binaries[i].op)) {
            p->control |= binaries[i].bit;
            alter_binary(p, &binaries[i], left, op, right);
        }
    p->control = control;
}

void assay_alter_unary(struct assay_parser *p, size_t op, struct assay_range operand)
{
    static const struct {
        const char *op, *other, *what;
        bool bit;
    } unaries[] = {
        {"!", "!!", "left out", true},  {"~", "", "left out", false},
        {"-", "", "left out", false},   {"&", "|", "becomes |", true},
        {"|", "&", "becomes &", true},  {"^", "|", "becomes |", true},
        {"~&", "&", "becomes &", true}, {"~|", "|", "becomes |", true},
        {"~^", "^", "becomes ^", true}, {"^~", "^", "becomes ^", true},
    };
    const struct assay_range all = {op, operand.last};
    const bool control = p->control;
    char shown[SHOWN + 4], what[WHAT];

    for (size_t i = 0; !p->frozen && i < sizeof unaries / sizeof unaries[0]; ++i) {
        char *text;

        if (!assay_token_is(p->t, op, unaries[i].op))
            continue;
        text = text_of(p, operand);
        snprintf(what, sizeof what, "%s %s in `%s`", unaries[i].op, unaries[i].what,
                 show(p, all, shown));
        p->control |= unaries[i].bit;
        if (text)
            add_texts(p, ASSAY_MUTANT_OPERATOR, all, op,
                      (const char *[]){unaries[i].other, "(", text, ")", NULL}, what);
        p->failed |= !text;
        p->control = control;
        free(text);
    }
}

/* --- constants --- */

struct number {
    char head[24]; /* "8'sh", or "" for an unsized number */
    unsigned base; /* 2, 8, 10, 16 */
    unsigned width;
    uint64_t value;
};

static unsigned base_of(char c)
{
    switch (c) {
    case 'b':
    case 'B':
        return 2;
    case 'o':
    case 'O':
        return 8;
    case 'h':
    case 'H':
        return 16;
    default:
        return 10;
    }
}

/* Returns false for reals, numbers with x or z, and values beyond 64 bits. */
static bool read_number(const char *text, struct number *n)
{
    const char *quote = strchr(text, '\''), *s = text;
    uint64_t width = 32;
    char digits[128];
    size_t k = 0;
    char *end;

    *n = (struct number){.base = 10, .width = 32};
    if (quote) {
        if (quote != text)
            width = strtoull(text, NULL, 10);
        s = quote + 1;
        s += *s == 's' || *s == 'S';
        n->base = base_of(*s++);
        if (width == 0 || width > 1u << 20 || (size_t)(s - text) >= sizeof n->head)
            return false;
        memcpy(n->head, text, (size_t)(s - text));
        n->width = (unsigned)width;
    }
    for (; *s; ++s) {
        if (isxdigit((unsigned char)*s) && k + 1 < sizeof digits)
            digits[k++] = *s;
        else if (*s != '_' && !isspace((unsigned char)*s))
            return false;
    }
    digits[k] = '\0';
    if (!k || strspn(digits, "0") + 16 < k)
        return false;
    n->value = strtoull(digits, &end, (int)n->base);
    return *end == '\0' && (n->width >= 64 || n->value >> n->width == 0);
}

static void print_number(const struct number *n, uint64_t value, char *text, size_t size)
{
    char digits[65];
    size_t at = sizeof digits - 1;

    digits[at] = '\0';
    do {
        digits[--at] = "0123456789abcdef"[value % n->base];
        value /= n->base;
    } while (value);
    snprintf(text, size, "%s%s", n->head, digits + at);
}

static void replace_number(struct assay_parser *p, size_t at, const char *before, const char *after)
{
    const struct assay_range r = {at, at};
    char what[WHAT];

    snprintf(what, sizeof what, "%.60s becomes %.90s", before, after);
    add(p, ASSAY_MUTANT_CONSTANT, r, at, after, what);
}

void assay_alter_number(struct assay_parser *p, size_t at)
{
    char *const text = copy_token(p, at);
    struct number n;
    char other[96];

    p->failed |= !text;
    if (text && strcmp(text, "'0") == 0) {
        replace_number(p, at, text, "'1");
    } else if (text && strcmp(text, "'1") == 0) {
        replace_number(p, at, text, "'0");
    } else if (text && read_number(text, &n)) {
        const uint64_t mask = n.width >= 64 ? UINT64_MAX : (UINT64_C(1) << n.width) - 1;
        const uint64_t top = n.head[0] && n.width <= 64 ? UINT64_C(1) << (n.width - 1) : 1;
        const uint64_t values[] = {n.value + 1, n.value - 1, 0, n.value ^ top};

        for (size_t i = 0; i < 4; ++i) {
            const uint64_t value = values[i] & mask;
            bool again = value == n.value;

            for (size_t k = 0; k < i; ++k)
                again |= value == (values[k] & mask);
            /* Zero has no predecessor if the constant is unsized or wider than 64 bits. */
            if (again || (i == 1 && n.value == 0 && (!n.head[0] || n.width > 64)))
                continue;
            print_number(&n, value, other, sizeof other);
            replace_number(p, at, text, other);
        }
    }
    free(text);
}

/* --- conditions, values, updates --- */

/* Whether a mutant already negates this expression. For a comparison, an operator mutant does. */
static bool is_negated(const struct assay_parser *p, struct assay_range r)
{
    static const char *const negate[] = {"==", "!=", "===", "!==", "<", "<=", ">", ">=", "!", NULL};
    const size_t from = p->t->v[r.first].at, to = p->t->v[r.last].at + p->t->v[r.last].n;

    for (size_t i = p->out->n; i--;) {
        const struct assay_mutant *v = &p->out->v[i];

        if (v->from < from)
            return false;
        if (v->from != from || v->to != to || v->kind != ASSAY_MUTANT_OPERATOR)
            continue;
        for (size_t k = 0; negate[k]; ++k) {
            const size_t n = strlen(negate[k]);

            if (strncmp(v->what, negate[k], n) == 0 && v->what[n] == ' ')
                return true;
        }
    }
    return false;
}

void assay_alter_condition(struct assay_parser *p, struct assay_range r)
{
    const size_t at = r.first;
    char shown[SHOWN + 4], what[WHAT];
    char *text = text_of(p, r);

    p->failed |= !text;
    show(p, r, shown);
    if (text && !is_negated(p, r)) {
        snprintf(what, sizeof what, "condition `%s` negated", shown);
        add_texts(p, ASSAY_MUTANT_CONDITION, r, at, (const char *[]){"!(", text, ")", NULL, NULL},
                  what);
    }
    snprintf(what, sizeof what, "condition `%s` always false", shown);
    add(p, ASSAY_MUTANT_CONDITION, r, at, "1'b0", what);
    snprintf(what, sizeof what, "condition `%s` always true", shown);
    add(p, ASSAY_MUTANT_CONDITION, r, at, "1'b1", what);
    free(text);
}

/* Whether the value is a number or {n{number}}. The mutants of the number itself are enough
 * then. */
static bool is_constant(const struct assay_parser *p, struct assay_range r)
{
    if (r.first == r.last)
        return p->t->v[r.first].kind == ASSAY_TOKEN_NUMBER;
    return r.last >= r.first + 5 && assay_token_is(p->t, r.last, "}") &&
           assay_token_is(p->t, r.last - 1, "}") && assay_token_is(p->t, r.last - 3, "{") &&
           p->t->v[r.last - 2].kind == ASSAY_TOKEN_NUMBER && assay_token_is(p->t, r.first, "{");
}

static void alter_bit(struct assay_parser *p, struct assay_range target, struct assay_range value,
                      const char *text)
{
    static const char *const name = "%s `%s` %s";
    char shown[SHOWN + 4], what[WHAT];

    show(p, target, shown);
    if (!is_negated(p, value)) {
        snprintf(what, sizeof what, name, "value of", shown, "inverted");
        add_texts(p, ASSAY_MUTANT_VALUE, value, target.first,
                  (const char *[]){"~(", text, ")", NULL, NULL}, what);
    }
    snprintf(what, sizeof what, name, "value of", shown, "stuck at 0");
    add(p, ASSAY_MUTANT_VALUE, value, target.first, "1'sb0", what);
    snprintf(what, sizeof what, name, "value of", shown, "stuck at 1");
    add(p, ASSAY_MUTANT_VALUE, value, target.first, "1'sb1", what);
}

/* Change one bit of several, at `place`, with a mask that is as wide as the value. */
static void alter_bit_of(struct assay_parser *p, struct assay_range target,
                         struct assay_range value, const char *text, const char *name,
                         const char *place, bool stuck)
{
    char shown[SHOWN + 4], what[WHAT], mask[2 * WHAT];

    if (strcmp(place, "0") == 0)
        snprintf(mask, sizeof mask, "(1'sb1 & ~(1'sb1 << 1))");
    else
        snprintf(mask, sizeof mask, "((1'sb1 << (%s)) & ~(1'sb1 << (%s) << 1))", place, place);
    show(p, target, shown);
    snprintf(what, sizeof what, "%s bit of `%s` inverted", name, shown);
    add_texts(p, ASSAY_MUTANT_VALUE, value, target.first,
              (const char *[]){"(", text, ") ^ ", mask, NULL}, what);
    if (!stuck)
        return;
    snprintf(what, sizeof what, "%s bit of `%s` stuck at 0", name, shown);
    add_texts(p, ASSAY_MUTANT_VALUE, value, target.first,
              (const char *[]){"(", text, ") & ~", mask, NULL}, what);
    snprintf(what, sizeof what, "%s bit of `%s` stuck at 1", name, shown);
    add_texts(p, ASSAY_MUTANT_VALUE, value, target.first,
              (const char *[]){"(", text, ") | ", mask, NULL}, what);
}

void assay_alter_value(struct assay_parser *p, struct assay_range target, struct assay_range value)
{
    static const char *const unknown[] = {".", NULL};
    char *const text = text_of(p, value), *const name = text_of(p, target);
    char place[WHAT];

    p->failed |= !text || !name;
    if (text && name && !p->frozen && !is_constant(p, value)) {
        if (p->control) {
            alter_bit(p, target, value, text);
        } else {
            alter_bit_of(p, target, value, text, "lowest", "0", true);
            /* The width of a plain signal can be asked for; that of a port is in another module. */
            if (target.first == target.last &&
                !assay_token_among(p->t, target.first - 1, unknown) && strlen(name) < 80) {
                snprintf(place, sizeof place, "$bits(%s) / 2", name);
                alter_bit_of(p, target, value, text, "middle", place, false);
                snprintf(place, sizeof place, "$bits(%s) - 1", name);
                alter_bit_of(p, target, value, text, "highest", place, true);
            }
        }
    }
    free(text);
    free(name);
}

void assay_alter_update(struct assay_parser *p, struct assay_range statement,
                        struct assay_range target)
{
    char shown[SHOWN + 4], what[WHAT];

    snprintf(what, sizeof what, "`%s` keeps its value", show(p, target, shown));
    add(p, ASSAY_MUTANT_UPDATE, statement, target.first, NULL, what);
}
