/*
 * test_mutate.c - the Verilog parser that finds mutants: what it leaves alone and what it changes,
 * and how mutants are drawn and rewritten.
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

enum { SEED = 7 };

static void read_mutants(const char *text, struct assay_mutants *m)
{
    assert_true(assay_mutants_read(text, m));
}

/* --- what is left alone --- */

/* A task that an initial block calls without parentheses makes initial values. */
static void test_initial_task(void **state)
{
    static const char *const texts[] = {
        "module m; task fill; a = 3 + b; endtask initial fill; endmodule",
        "module m; task automatic fill; a = 3 + b; endtask initial begin fill; end endmodule",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        struct assay_mutants m;

        read_mutants(texts[i], &m);
        if (m.n)
            fail_msg("%s: %zu mutants (%s)", texts[i], m.n, m.v[0].what);
        assay_mutants_free(&m);
    }
}

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

/* Next to something that has mutants, only that is changed. */
static void test_constant_parts(void **state)
{
    static const struct {
        const char *text;
        size_t from, to; /* the part that may change */
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

/* A clock stays unchanged through all modules. */
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

/* Functions called during elaboration have no mutants, even if they are called through another
 * function. */
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
    for (size_t i = 0; i < m.n; ++i) /* a negated comparison occurs only once */
        assert_string_not_equal(m.v[i].what, "condition `a == 4'd3` negated");
    assay_mutants_free(&m);
}

/* Constants keep their size, base and sign. */
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

/* Constructs that the parser does not know are counted, and the rest still has its mutants. */
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

/* The parser terminates on any text. */
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

/* Mutants are spread evenly over lines, are the same for the same seed, and exclude those that must
 * not be taken. */
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

/* A mutated update in a conditional statement leaves the else in place. */
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

/* Counters compare both sides of each mutant of an expression; mutants of its parts are counted
 * only in the unchanged side. */
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

/* An assignment with a delay is taken to differ without comparing its value. */
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

/* The names behind a start value in braces are declared, too: b is one bit. */
static void test_declared_behind_braces(void **state)
{
    struct assay_mutants m;

    (void)state;
    read_mutants("module m (input logic p);\n"
                 "logic a [0:1] = '{1'b0, 1'b1}, b; assign b = p; wire c = b; assign d = c;\n"
                 "endmodule\n",
                 &m);
    assert_true(find(&m, "value of `b` stuck at 1")->control);
    assay_mutants_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_left_alone),     cmocka_unit_test(test_initial_task),
        cmocka_unit_test(test_constant_parts), cmocka_unit_test(test_functions),
        cmocka_unit_test(test_clocks),         cmocka_unit_test(test_draw),
        cmocka_unit_test(test_list),           cmocka_unit_test(test_declared_behind_braces),
        cmocka_unit_test(test_constants),      cmocka_unit_test(test_foreign),
        cmocka_unit_test(test_broken),         cmocka_unit_test(test_update),
        cmocka_unit_test(test_counting),       cmocka_unit_test(test_counting_delay),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
