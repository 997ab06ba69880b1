/*
 * test_mutate.c - what the Verilog parser that finds mutants changes, and texts that it does not
 * understand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "mutate/mutants.h"
#include "random.h"

enum { SEED = 7 };

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
    assert_true(assay_mutants_read(text, &m));
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
        assert_true(assay_mutants_read(text, &m));
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
    assert_true(assay_mutants_read(text, &m));
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
        assert_true(assay_mutants_read(text, &m));
        assay_mutants_free(&m);
    }
}

/* The names behind a start value in braces are declared, too: b is one bit. */
static void test_declared_behind_braces(void **state)
{
    struct assay_mutants m;

    (void)state;
    assert_true(assay_mutants_read(
        "module m (input logic p);\n"
        "logic a [0:1] = '{1'b0, 1'b1}, b; assign b = p; wire c = b; assign d = c;\n"
        "endmodule\n",
        &m));
    assert_true(find(&m, "value of `b` stuck at 1")->control);
    assay_mutants_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),      cmocka_unit_test(test_declared_behind_braces),
        cmocka_unit_test(test_constants), cmocka_unit_test(test_foreign),
        cmocka_unit_test(test_broken),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
