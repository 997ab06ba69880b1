/*
 * test_mutate_expressions.c - the Verilog parser that finds mutants, and the rewriting, on random
 * expressions.
 *
 * Each expression is drawn together with the positions of all operators' operands. It is evaluated
 * by splitting the text at its weakest operator, which shares nothing with the parser.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "mutate/rewrite.h"
#include "random.h"

enum { SEED = 7, ROUNDS = 3000, NODES = 64, TOKENS = 4000, TEXT = 2000 };

static const struct {
    const char *op;
    int level;
} binary[] = {
    {"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"~^", 4}, {"&", 5},  {"==", 6},
    {"!=", 6}, {"<", 7},  {"<=", 7}, {">", 7},  {">=", 7}, {"<<", 8}, {">>", 8},
    {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10},
};
enum { BINARY = sizeof binary / sizeof binary[0], UNARY_LEVEL = 11 };

static const char *const unary[] = {"!", "~", "&", "|", "^", "~&", "~|", "-"};
enum { UNARY = sizeof unary / sizeof unary[0] };

struct drawn {
    struct assay_rng rng;
    char text[TEXT];
    size_t n;
    struct {
        size_t from, to;
    } node[NODES]; /* operators with their operands */
    size_t nodes;
};

static void put(struct drawn *d, const char *text)
{
    d->n += (size_t)snprintf(d->text + d->n, sizeof d->text - d->n, "%s", text);
    assert_true(d->n < sizeof d->text);
}

static void note(struct drawn *d, size_t from)
{
    assert_true(d->nodes < NODES);
    d->node[d->nodes].from = from;
    d->node[d->nodes++].to = d->n;
}

/* Draws a part, in brackets if it binds less tightly than its place requires. */
static void draw_part(struct drawn *d, unsigned depth, int least)
{
    const uint32_t kind = depth ? assay_rng_below(&d->rng, 8) : 7;
    const size_t start = d->n;

    if (kind < 4) {
        const uint32_t i = assay_rng_below(&d->rng, BINARY);
        const bool bracket = binary[i].level < least;
        size_t from;

        put(d, bracket ? "(" : "");
        from = d->n;
        draw_part(d, depth - 1, binary[i].level);
        put(d, " ");
        put(d, binary[i].op);
        put(d, " ");
        draw_part(d, depth - 1, binary[i].level + 1);
        note(d, from);
        put(d, bracket ? ")" : "");
    } else if (kind < 6) {
        put(d, unary[assay_rng_below(&d->rng, UNARY)]);
        put(d, " ");
        draw_part(d, depth - 1, UNARY_LEVEL);
        note(d, start);
    } else if (kind == 6) {
        const bool bracket = least > 0;

        put(d, bracket ? "(" : "");
        draw_part(d, depth - 1, 1);
        put(d, " ? ");
        draw_part(d, depth - 1, 0);
        put(d, " : ");
        draw_part(d, depth - 1, 0);
        put(d, bracket ? ")" : "");
    } else {
        put(d, (const char *[]){"a", "b", "c", "d"}[assay_rng_below(&d->rng, 4)]);
    }
}

/* --- the evaluator: values of eight bits --- */

struct evaluator {
    const char *token[TOKENS];
    size_t length[TOKENS];
    size_t n;
    uint8_t value[4]; /* of a, b, c, d */
    unsigned which;
};

static size_t token_length(const char *s)
{
    static const char *const two[] = {
        "||", "&&", "~^", "==", "!=", "<=", ">=", "<<", ">>", "~&", "~|"};
    static const char selector[] = "assay_mutant::which";

    if (strncmp(s, selector, sizeof selector - 1) == 0)
        return sizeof selector - 1;
    for (size_t i = 0; i < sizeof two / sizeof two[0]; ++i)
        if (strncmp(s, two[i], 2) == 0)
            return 2;
    return *s >= '0' && *s <= '9' ? strspn(s, "0123456789'b") : 1;
}

static void cut(struct evaluator *e, const char *s, const char *end)
{
    for (e->n = 0; s < end;) {
        if (*s == ' ') {
            ++s;
            continue;
        }
        assert_true(e->n < TOKENS);
        e->token[e->n] = s;
        e->length[e->n] = token_length(s);
        s += e->length[e->n++];
    }
}

static bool is(const struct evaluator *e, size_t i, const char *op)
{
    return strlen(op) == e->length[i] && strncmp(e->token[i], op, e->length[i]) == 0;
}

/* Returns the level of a binary operator or question mark at i, if an operand has just ended; 100
 * if there is none. */
static int level_at(const struct evaluator *e, size_t i, bool behind_operand)
{
    if (!behind_operand)
        return 100;
    for (size_t k = 0; k < BINARY; ++k)
        if (is(e, i, binary[k].op))
            return binary[k].level;
    return is(e, i, "?") ? 0 : 100;
}

static uint8_t evaluate(const struct evaluator *e, size_t from, size_t to);

static uint8_t apply(const struct evaluator *e, size_t op, uint8_t x, uint8_t y)
{
    const char *s = e->token[op];

    switch (e->length[op] == 2 ? s[0] << 8 | s[1] : s[0]) {
    case '|' << 8 | '|':
        return x || y;
    case '&' << 8 | '&':
        return x && y;
    case '~' << 8 | '^':
        return (uint8_t) ~(x ^ y);
    case '=' << 8 | '=':
        return x == y;
    case '!' << 8 | '=':
        return x != y;
    case '<' << 8 | '=':
        return x <= y;
    case '>' << 8 | '=':
        return x >= y;
    case '<' << 8 | '<':
        return (uint8_t)(y < 8 ? x << y : 0);
    case '>' << 8 | '>':
        return (uint8_t)(y < 8 ? x >> y : 0);
    case '|':
        return x | y;
    case '^':
        return x ^ y;
    case '&':
        return x & y;
    case '<':
        return x < y;
    case '>':
        return x > y;
    case '+':
        return (uint8_t)(x + y);
    case '-':
        return (uint8_t)(x - y);
    case '*':
        return (uint8_t)(x * y);
    case '/':
        return (uint8_t)(y ? x / y : 0);
    case '%':
        return (uint8_t)(y ? x % y : 0);
    default:
        fail_msg("operator %.2s", s);
        return 0;
    }
}

static uint8_t primary(const struct evaluator *e, size_t i)
{
    const char *s = e->token[i];

    if (*s >= '0' && *s <= '9')
        return (uint8_t)strtoul(strchr(s, '\'') == s + 1 ? s + 3 : s, NULL, 10);
    assert_true(*s >= 'a' && *s <= 'd');
    return e->value[*s - 'a'];
}

static uint8_t apply_unary(const struct evaluator *e, size_t op, uint8_t x)
{
    if (is(e, op, "!"))
        return !x;
    if (is(e, op, "~"))
        return (uint8_t)~x;
    if (is(e, op, "-"))
        return (uint8_t)-x;
    if (is(e, op, "&") || is(e, op, "~&"))
        return (x == 0xFF) ^ (e->length[op] == 2);
    if (is(e, op, "|") || is(e, op, "~|"))
        return (x != 0) ^ (e->length[op] == 2);
    assert_true(is(e, op, "^"));
    return (uint8_t)(__builtin_popcount(x) & 1);
}

/* Returns the position of the colon that belongs to the question mark at i. */
static size_t colon_of(const struct evaluator *e, size_t i)
{
    for (int depth = 0, open = 0;;) {
        ++i;
        assert_true(i < e->n);
        depth += is(e, i, "(") - is(e, i, ")");
        if (depth == 0 && is(e, i, "?"))
            ++open;
        if (depth == 0 && is(e, i, ":") && open-- == 0)
            return i;
    }
}

static uint8_t evaluate(const struct evaluator *e, size_t from, size_t to)
{
    int weakest = 100, depth = 0;
    bool behind_operand = false;
    size_t at = to;

    assert_true(from < to);
    for (size_t i = from; i < to; ++i) {
        if (is(e, i, "("))
            ++depth;
        if (depth == 0) {
            const int level = level_at(e, i, behind_operand);

            /* The last operator of its level, except for question marks: the first. */
            if (level < weakest || (level == weakest && level > 0 && level < 100)) {
                weakest = level;
                at = i;
            }
            behind_operand = level == 100 && (strchr("abcd0123456789", *e->token[i]) != NULL);
        }
        if (is(e, i, ")")) {
            --depth;
            behind_operand = true;
        }
    }
    if (weakest == 0) {
        const size_t colon = colon_of(e, at);

        return evaluate(e, from, at) ? evaluate(e, at + 1, colon) : evaluate(e, colon + 1, to);
    }
    if (weakest < 100 && is(e, from, "assay_mutant::which"))
        return e->which == strtoul(e->token[at + 1], NULL, 10);
    if (weakest < 100)
        return apply(e, at, evaluate(e, from, at), evaluate(e, at + 1, to));
    if (is(e, from, "("))
        return evaluate(e, from + 1, to - 1);
    return to == from + 1 ? primary(e, from) : apply_unary(e, from, evaluate(e, from + 1, to));
}

/* Returns the value of the text between "= " and ";". */
static uint8_t evaluate_text(struct evaluator *e, const char *text)
{
    const char *const begin = strstr(text, "y = "), *const end = strrchr(text, ';');

    assert_non_null(begin);
    assert_non_null(end);
    cut(e, begin + 4, end);
    return evaluate(e, 0, e->n);
}

static bool is_node(const struct drawn *d, size_t from, size_t to)
{
    for (size_t i = 0; i < d->nodes; ++i)
        if (d->node[i].from == from && d->node[i].to == to)
            return true;
    return false;
}

static bool has_mutant(const struct assay_mutants *m, size_t from, size_t to)
{
    for (size_t i = 0; i < m->n; ++i)
        if (m->v[i].from == from && m->v[i].to == to && m->v[i].kind == ASSAY_MUTANT_OPERATOR)
            return true;
    return false;
}

/* Selects the mutants that the evaluator supports: those of operators, operands and conditions. */
static size_t choose(const struct assay_mutants *m, size_t *index, size_t room)
{
    size_t n = 0;

    for (size_t i = 0; i < m->n; ++i)
        if (m->v[i].kind == ASSAY_MUTANT_OPERATOR || m->v[i].kind == ASSAY_MUTANT_OPERAND ||
            m->v[i].kind == ASSAY_MUTANT_CONDITION) {
            assert_true(n < room);
            index[n++] = i;
        }
    return n;
}

/* Choice 0 is the original; choice k is the text with mutant k alone. Returns true if any of them
 * differs. */
static bool check_choices(struct drawn *d, const struct assay_mutants *m, const char *text)
{
    size_t index[1000];
    const size_t n = choose(m, index, 1000);
    struct assay_text many = {0};
    struct evaluator *e = calloc(1, sizeof *e);
    bool differs = false;

    assert_non_null(e);
    assay_rewrite_many(m, index, n, &many);
    for (size_t i = 0; i < 4; ++i)
        e->value[i] = (uint8_t)assay_rng_below(&d->rng, 256);
    for (unsigned k = 0; k <= n; k += 1 + assay_rng_below(&d->rng, 4)) {
        struct assay_text one = {0};
        uint8_t expected, actual;

        if (k)
            assay_rewrite_one(m, index[k - 1], &one);
        else
            assay_text_add(&one, text);
        expected = evaluate_text(e, one.s);
        e->which = k;
        actual = evaluate_text(e, many.s);
        if (actual != expected)
            fail_msg("choice %u of %s: %u, expected %u", k, text, actual, expected);
        e->which = 0;
        differs |= expected != evaluate_text(e, text);
        assay_text_free(&one);
    }
    assay_text_free(&many);
    free(e);
    return differs;
}

/* Operators and their operands are where they were drawn, in whatever order. */
static void test_expressions(void **state)
{
    static const char head[] = "module m; assign y = ";
    size_t different = 0;
    const uint64_t seed = random_seed(SEED);

    (void)state;
    for (uint32_t round = 0; round < ROUNDS; ++round) {
        struct drawn d = {.n = 0};
        struct assay_mutants m;

        assay_rng_init(&d.rng, seed + round, "expressions");
        put(&d, head);
        draw_part(&d, 1 + round % 4, 0);
        put(&d, "; endmodule");
        assert_true(assay_mutants_read(d.text, &m));
        assert_int_equal(m.n_skip, 0);
        for (size_t i = 0; i < m.n; ++i)
            if (m.v[i].kind == ASSAY_MUTANT_OPERATOR && !is_node(&d, m.v[i].from, m.v[i].to))
                fail_msg("no operand: %.*s of %s", (int)(m.v[i].to - m.v[i].from),
                         d.text + m.v[i].from, d.text);
        for (size_t i = 0; i < d.nodes; ++i)
            if (!has_mutant(&m, d.node[i].from, d.node[i].to))
                fail_msg("no mutant: %.*s of %s", (int)(d.node[i].to - d.node[i].from),
                         d.text + d.node[i].from, d.text);
        different += check_choices(&d, &m, d.text);
        assay_mutants_free(&m);
    }
    assert_true(different > ROUNDS / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expressions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
