/*
 * test_mutate_rewrite.c - how mutants are drawn and rewritten.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mutate/draw.h"
#include "mutate/rewrite.h"

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
    assert_true(assay_mutants_read(text, &m));
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
    assert_true(assay_mutants_read(text, &m));
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
    assert_true(assay_mutants_read(text, &m));
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
    assert_true(assay_mutants_read(text, &m));
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
        cmocka_unit_test(test_draw),
        cmocka_unit_test(test_update),
        cmocka_unit_test(test_counting),
        cmocka_unit_test(test_counting_delay),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
