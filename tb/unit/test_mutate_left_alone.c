/*
 * test_mutate_left_alone.c - what the Verilog parser that finds mutants leaves alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "mutate/mutants.h"

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

        assert_true(assay_mutants_read(texts[i], &m));
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

        assert_true(assay_mutants_read(texts[i], &m));
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

        assert_true(assay_mutants_read(cases[i].text, &m));
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
    assert_true(assay_mutants_read(text, &m));
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
    assert_true(assay_mutants_read(text, &m));
    for (size_t i = 0; i < m.n; ++i) {
        assert_true(m.v[i].line == 2 || m.v[i].line == 6);
        in_run += m.v[i].line == 2;
    }
    assert_true(in_run > 3);
    assay_mutants_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_left_alone),     cmocka_unit_test(test_initial_task),
        cmocka_unit_test(test_constant_parts), cmocka_unit_test(test_functions),
        cmocka_unit_test(test_clocks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
