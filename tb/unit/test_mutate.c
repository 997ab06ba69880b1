/*
 * test_mutate.c - the parser of Verilog that finds mutants, and the rewriting.
 *
 * Expressions are drawn together with the place of each operator's operands, and evaluated by splitting
 * the text at its weakest operator, which shares nothing with the parser.
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
#include "mutate/draw.h"
#include "mutate/rewrite.h"
#include "random.h"

enum { SEED = 7, ROUNDS = 3000, NODES = 64, TOKENS = 4000, TEXT = 2000 };

static void read_mutants(const char *text, struct assay_mutants *m)
{
    assert_true(assay_mutants_read(text, m));
}

/* --- random expressions --- */

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

/* In brackets if it binds less than its place asks for. */
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

/* Level of a binary operator or a question mark at i, where an operand has ended; 100: none is there. */
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

/* The colon that goes with the question mark at i. */
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

            /* The last of its level, but the first question mark. */
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

/* The value of what is between "= " and ";". */
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

/* Which mutants the evaluator knows: those of operators, operands and conditions. */
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

/* Choice 0 is the original, choice k the text with mutant k alone. Returns whether any differs. */
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

/* Operators and their operands are where they were drawn, whatever their order. */
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
        read_mutants(d.text, &m);
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

/* --- what is left alone --- */

static void test_left_alone(void **state)
{
    static const char *const texts[] = {
        "module m #(parameter A = 1 + 2) (); endmodule",
        "module m; localparam A = B & 3, C = A - 1; endmodule",
        "module m; wire [W - 1:0] a; reg [8 * N - 1:0] b [0:N + 1]; endmodule",
        "module m; generate if (A == 1) begin : g end else if (!B) begin end endgenerate endmodule",
        "module m; genvar i; generate for (i = 0; i < N - 1; i = i + 1) ; endgenerate endmodule",
        "module m; generate case (A + 1) 3: begin end 4, B: begin end default: ; endcase endmodule",
        "module m; initial for (i = 0; i < 4; i = i + 1) a[i] = 3 + b; endmodule",
        "module m; s #(.W(A + 1)) u (.c(d), .y(b[i + 1])); always @(posedge c) ; endmodule",
        "module m; wire unread = a & b; endmodule",
        "module m; assert property (@(posedge clk) a |-> b); endmodule",
        "module m; always @(posedge clk) $display(\"%d\", a + 1); endmodule",
        "module m; always @* for (i = 0; i < 3 - 1; i = i + 1) ; endmodule",
        "module m; always @* case (a) 1 + 2: ; B & C, D: ; default: ; endcase endmodule",
        "`define A 1 + 2\nmodule m; endmodule",
        "module m; // a & b\n /* c | d */ (* keep = 1 + 2 *) wire a; endmodule",
        "module m; typedef enum logic [A - 1:0] { X = 1 + 2, Y } state_t; state_t s; endmodule",
        "module m; integer i = 3 + 4; reg q = 1; endmodule",
        "module m; $error(\"%d\", A + 1); endmodule",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        struct assay_mutants m;

        read_mutants(texts[i], &m);
        if (m.n || m.n_skip)
            fail_msg("%s: %zu mutants (%s), %zu skipped", texts[i], m.n, m.n ? m.v[0].what : "",
                     m.n_skip);
        assay_mutants_free(&m);
    }
}

/* Beside something that has mutants: only that is changed. */
static void test_constant_parts(void **state)
{
    static const struct {
        const char *text;
        size_t from, to; /* of what may change */
    } cases[] = {
        {"module m; assign y[i+1] = a; endmodule", 26, 27},
        {"module m; assign y = a[W-1:2]; endmodule", 21, 29},
        {"module m; assign y = {W-1{a}}; endmodule", 21, 29},
        {"module m; assign y = $clog2(a+1); endmodule", 21, 32},
        {"module m; assign y = g[i+1].a; endmodule", 21, 29},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct assay_mutants m;

        read_mutants(cases[i].text, &m);
        assert_true(m.n > 0);
        assert_int_equal(m.n_skip, 0);
        for (size_t k = 0; k < m.n; ++k)
            if (m.v[k].from != cases[i].from || m.v[k].to != cases[i].to)
                fail_msg("%s: changes %zu to %zu (%s)", cases[i].text, m.v[k].from, m.v[k].to,
                         m.v[k].what);
        assay_mutants_free(&m);
    }
}

/* A clock goes through all modules as it is. */
static void test_clocks(void **state)
{
    static const char text[] =
        "module m (input c);\n"
        "s u (.in(c), .a(b));\n"
        "assign c2 = c & e;\n"
        "always @(posedge c2) q <= d;\n"
        "endmodule\n"
        "module s (input in, input a); always @(posedge in) r <= a; endmodule\n";
    struct assay_mutants m;
    size_t of_port = 0;

    (void)state;
    read_mutants(text, &m);
    for (size_t i = 0; i < m.n; ++i) {
        assert_int_not_equal(m.v[i].line, 3);
        of_port += m.v[i].line == 2;
        assert_null(strstr(m.v[i].what, "`in`"));
    }
    assert_int_equal(of_port, 3);
    assay_mutants_free(&m);
}

/* Functions that elaboration calls have none, also by way of another one. */
static void test_functions(void **state)
{
    static const char text[] =
        "module m;\n"
        "function [3:0] run(input [3:0] x); run = x + 1; endfunction\n"
        "function [3:0] low(input [3:0] x); low = x + 2; endfunction\n"
        "function [3:0] high(input [3:0] x); high = low(x) + 3; endfunction\n"
        "localparam A = high(4);\n"
        "assign y = run(a) & run(b);\n"
        "endmodule\n";
    struct assay_mutants m;
    size_t in_run = 0;

    (void)state;
    read_mutants(text, &m);
    for (size_t i = 0; i < m.n; ++i) {
        assert_true(m.v[i].line == 2 || m.v[i].line == 6);
        in_run += m.v[i].line == 2;
    }
    assert_true(in_run > 3);
    assay_mutants_free(&m);
}

/* --- what is changed --- */

static const struct assay_mutant *find(const struct assay_mutants *m, const char *what)
{
    for (size_t i = 0; i < m->n; ++i)
        if (strcmp(m->v[i].what, what) == 0)
            return &m->v[i];
    fail_msg("no mutant: %s", what);
    return NULL;
}

static void test_list(void **state)
{
    static const char text[] =
        "`line 1 \"one.v\" 1\n"
        "module m (input wire clk, input wire [3:0] a, output reg q, output reg [3:0] s);\n"
        "always @(posedge clk)\n"
        "if (a == 4'd3) q <= a[0] & ~q;\n"
        "else s <= a + s;\n"
        "`line 20 \"two.v\" 0\n"
        "sub u (.clk(clk), .i(a), .o(s));\n"
        "endmodule\n"
        "module sub (input wire clk, input wire [3:0] i, output wire [3:0] o);\n"
        "reg [3:0] r; always @(posedge clk) r <= i;\n"
        "assign o = r;\n"
        "endmodule\n";
    static const struct {
        const char *what, *module, *file;
        enum assay_mutant_kind kind;
        unsigned line;
        bool control;
    } expected[] = {
        {"== becomes != in `a == 4'd3`", "m", "one.v", ASSAY_MUTANT_OPERATOR, 3, true},
        {"4'd3 becomes 4'd4", "m", "one.v", ASSAY_MUTANT_CONSTANT, 3, true},
        {"4'd3 becomes 4'd11", "m", "one.v", ASSAY_MUTANT_CONSTANT, 3, true},
        {"condition `a == 4'd3` always true", "m", "one.v", ASSAY_MUTANT_CONDITION, 3, true},
        {"`q` keeps its value", "m", "one.v", ASSAY_MUTANT_UPDATE, 3, false},
        {"value of `q` stuck at 1", "m", "one.v", ASSAY_MUTANT_VALUE, 3, true},
        {"~ left out in `~q`", "m", "one.v", ASSAY_MUTANT_OPERATOR, 3, true},
        {"`a + s` becomes `s`", "m", "one.v", ASSAY_MUTANT_OPERAND, 4, false},
        {"highest bit of `s` stuck at 0", "m", "one.v", ASSAY_MUTANT_VALUE, 4, false},
        {"lowest bit of `i` inverted", "m", "two.v", ASSAY_MUTANT_VALUE, 20, false},
        {"`r` keeps its value", "sub", "two.v", ASSAY_MUTANT_UPDATE, 23, false},
    };
    struct assay_mutants m;

    (void)state;
    read_mutants(text, &m);
    assert_int_equal(m.n_skip, 0);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; ++i) {
        const struct assay_mutant *v = find(&m, expected[i].what);

        assert_string_equal(v->module, expected[i].module);
        assert_string_equal(assay_mutant_file(&m, v), expected[i].file);
        assert_int_equal(v->kind, expected[i].kind);
        assert_int_equal(v->line, expected[i].line);
        assert_int_equal(v->control, expected[i].control);
    }
    for (size_t i = 0; i < m.n; ++i) /* a negated comparison is there once */
        assert_string_not_equal(m.v[i].what, "condition `a == 4'd3` negated");
    assay_mutants_free(&m);
}

/* Constants keep size, base and sign. */
static void test_constants(void **state)
{
    static const struct {
        const char *number, *others[5];
    } cases[] = {
        {"5", {"6", "4", "0"}},
        {"0", {"1"}},
        {"1'b0", {"1'b1"}},
        {"4'hf", {"4'h0", "4'he", "4'h7"}},
        {"8'sd1", {"8'sd2", "8'sd0", "8'sd129"}},
        {"'0", {"'1"}},
        {"3'b0x1", {NULL}},
        {"1.5", {NULL}},
        {"70'd0", {"70'd1"}},
        {"8 'h 0_3", {"8 'h4", "8 'h2", "8 'h0", "8 'h83"}},
    };
    char text[200];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct assay_mutants m;
        size_t found = 0, wanted = 0;

        snprintf(text, sizeof text, "module m; assign y = %s; endmodule", cases[i].number);
        read_mutants(text, &m);
        for (; cases[i].others[wanted]; ++wanted)
            for (size_t k = 0; k < m.n; ++k)
                found += m.v[k].text && strcmp(m.v[k].text, cases[i].others[wanted]) == 0;
        if (found != wanted || m.n != wanted)
            fail_msg("%s: %zu of %zu, %zu in all", cases[i].number, found, wanted, m.n);
        assay_mutants_free(&m);
    }
}

/* What the parser does not know is counted, and the rest has its mutants. */
static void test_foreign(void **state)
{
    static const char text[] = "module m;\n"
                               "assign x = '{a, b};\n"
                               "assign y = a & b;\n"
                               "always_comb begin\n"
                               "  fork a = b; join\n"
                               "  z = a | b;\n"
                               "end\n"
                               "endmodule\n"
                               "interface i; endinterface\n"
                               "module n; assign w = a ^ b; endmodule\n";
    struct assay_mutants m;

    (void)state;
    read_mutants(text, &m);
    assert_true(m.n_skip >= 3);
    assert_int_equal(m.skip[0].line, 2);
    find(&m, "& becomes | in `a & b`");
    find(&m, "| becomes & in `a | b`");
    find(&m, "^ becomes | in `a ^ b`");
    assay_mutants_free(&m);
}

/* Whatever stands in a text, it ends. */
static void test_broken(void **state)
{
    static const char *const pieces[] = {"module m;",
                                         "begin",
                                         "end",
                                         "(",
                                         ")",
                                         "[",
                                         "]",
                                         "{",
                                         "}",
                                         ";",
                                         "if",
                                         "else",
                                         "case",
                                         "endcase",
                                         "assign",
                                         "a",
                                         "=",
                                         "<=",
                                         "+",
                                         "?",
                                         ":",
                                         "'{",
                                         "always",
                                         "@",
                                         "#",
                                         ".",
                                         "function",
                                         "endmodule",
                                         "3'd1",
                                         "\"x",
                                         "`line 3 \"f\" 0\n",
                                         "/*",
                                         "(*",
                                         "'",
                                         "\\",
                                         "$clog2",
                                         "::",
                                         "generate"};
    struct assay_rng rng;

    (void)state;
    random_begin(&rng, SEED, "broken");
    for (int round = 0; round < 2000; ++round) {
        char text[1000];
        size_t n = 0;
        struct assay_mutants m;

        for (uint32_t k = assay_rng_below(&rng, 60); k; --k)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s ",
                                  pieces[assay_rng_below(&rng, sizeof pieces / sizeof pieces[0])]);
        text[n] = '\0';
        read_mutants(text, &m);
        assay_mutants_free(&m);
    }
}

/* --- drawing --- */

/* Even over lines, the same for the same seed, and none that is not to be taken. */
static void test_draw(void **state)
{
    static const char text[] = "module m;\n"
                               "assign y = a;\n"
                               "assign z = ((a + b) * (c - d)) ^ ((a & b) | (c & d)) + 8'd77;\n"
                               "assign w = a;\n"
                               "endmodule\n";
    struct assay_mutants m;
    size_t *one, *two, n, lines[5] = {0};
    bool take[200];

    (void)state;
    read_mutants(text, &m);
    assert_true(m.n > 20 && m.n < 200);
    memset(take, true, sizeof take);
    assert_true(assay_mutants_draw(&m, take, 6, 3, &one, &n));
    assert_int_equal(n, 6);
    for (size_t i = 0; i < n; ++i) {
        ++lines[m.v[one[i]].line];
        assert_true(i == 0 || one[i] > one[i - 1]);
    }
    assert_int_equal(lines[2], 2);
    assert_int_equal(lines[3], 2);
    assert_int_equal(lines[4], 2);
    assert_true(assay_mutants_draw(&m, take, 6, 3, &two, &n));
    assert_memory_equal(one, two, n * sizeof *one);
    free(two);
    assert_true(assay_mutants_draw(&m, take, 6, 4, &two, &n));
    assert_memory_not_equal(one, two, n * sizeof *one);
    free(two);
    for (size_t i = 0; i < m.n; ++i)
        take[i] = i == 5;
    assert_true(assay_mutants_draw(&m, take, 1000, 3, &two, &n));
    assert_int_equal(n, 1);
    assert_int_equal(two[0], 5);
    free(one);
    free(two);
    assay_mutants_free(&m);
}

/* --- rewriting --- */

/* An update in a conditional statement leaves its else where it was. */
static void test_update(void **state)
{
    static const char text[] =
        "module m; always @(posedge c) if (a) q <= b; else r <= q; endmodule";
    struct assay_text out = {0};
    struct assay_mutants m;
    size_t index = 0;

    (void)state;
    read_mutants(text, &m);
    while (m.v[index].kind != ASSAY_MUTANT_UPDATE)
        ++index;
    assay_rewrite_many(&m, &index, 1, &out);
    assert_non_null(strstr(out.s,
                           "if (a) begin if (assay_mutant::which != 1) q <= b; end else r <= q; "
                           "endmodule"));
    assay_text_free(&out);
    assay_rewrite_one(&m, index, &out);
    assert_string_equal(out.s, "module m; always @(posedge c) if (a) ; else r <= q; endmodule");
    assay_text_free(&out);
    assay_rewrite_counting(&m, &index, 1, &out);
    assert_non_null(strstr(out.s, "if (a) begin if (!assay_mutant::note(1, (q ) !== ( b) || "
                                  "(128'd0 | (q )) !== (128'd0 | ( b)))) q <= b; end else r"));
    assay_text_free(&out);
    assay_rewrite_many(&m, NULL, 0, &out);
    assert_string_equal(out.s, text);
    assay_text_free(&out);
    assay_mutants_free(&m);
}

static size_t find_change(const struct assay_mutants *m, const char *what)
{
    size_t i = 0;

    while (i < m->n && strcmp(m->v[i].what, what) != 0)
        ++i;
    if (i == m->n)
        fail_msg("no mutant says '%s'", what);
    return i;
}

/* Counters: both sides of each mutant of a place, those of its parts in the unchanged side alone. */
static void test_counting(void **state)
{
    static const char text[] = "module m; assign y = a[b < c] & d; endmodule";
    struct assay_text out = {0};
    struct assay_mutants m;
    size_t index[2] = {0, 0};

    (void)state;
    read_mutants(text, &m);
    index[0] = find_change(&m, "& becomes | in `a[b < c] & d`");
    index[1] = find_change(&m, "< becomes <= in `b < c`");
    assay_rewrite_counting(&m, index, 2, &out);
    assert_non_null(strstr(
        out.s,
        "assign y = (assay_mutant::note(1, ((a[b < c]) | (d)) !== (a[b < c] & d) || "
        "(128'd0 | ((a[b < c]) | (d))) !== (128'd0 | (a[b < c] & d))) ? ((a[b < c]) | (d)) : "
        "(a[(assay_mutant::note(2, ((b) <= (c)) !== (b < c) || "
        "(128'd0 | ((b) <= (c))) !== (128'd0 | (b < c))) ? ((b) <= (c)) : (b < c))] & d)); "
        "endmodule"));
    assay_text_free(&out);
    index[0] = find_change(&m, "highest bit of `y` stuck at 0");
    assay_rewrite_counting(&m, index, 1, &out);
    assert_non_null(strstr(out.s, "|| ({$bits(y){1'b0}} | ((a[b < c] & d) & ~("));
    assert_non_null(strstr(out.s, " !== ({$bits(y){1'b0}} | (a[b < c] & d))) ? ("));
    assay_text_free(&out);
    assay_mutants_free(&m);
}

/* What waits for a delay before its value is taken to differ. */
static void test_counting_delay(void **state)
{
    static const char text[] = "module m; always @(posedge c) {q[a <= b], r} <= #1 d; endmodule";
    struct assay_text out = {0};
    struct assay_mutants m;
    size_t index = 0;

    (void)state;
    read_mutants(text, &m);
    while (index < m.n && m.v[index].kind != ASSAY_MUTANT_UPDATE)
        ++index;
    assert_true(index < m.n);
    assay_rewrite_counting(&m, &index, 1, &out);
    assert_non_null(strstr(out.s, "if (!assay_mutant::note(1, 1'b1)) {q[a <= b], r} <= #1 d;"));
    assay_text_free(&out);
    assay_mutants_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expressions),    cmocka_unit_test(test_left_alone),
        cmocka_unit_test(test_constant_parts), cmocka_unit_test(test_functions),
        cmocka_unit_test(test_clocks),         cmocka_unit_test(test_draw),
        cmocka_unit_test(test_list),           cmocka_unit_test(test_constants),
        cmocka_unit_test(test_foreign),        cmocka_unit_test(test_broken),
        cmocka_unit_test(test_update),         cmocka_unit_test(test_counting),
        cmocka_unit_test(test_counting_delay),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
