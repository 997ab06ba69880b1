/*
 * test_bench_report.c - the figures that `assay bench` computes from measured speeds, here from
 * given numbers: the overhead and its goal, the ratios and theirs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/bench.h"

/* Returns the report's objects for a block with these nanoseconds per cycle, where lockstep runs at
 * this share of the bare speed. */
static char *report(const char *block, double bare, double lockstep, double share)
{
    struct bench_speed s = {.block = assay_block_find(block),
                            .of_lockstep = {.value = share, .low = share, .high = share},
                            .of_snapshots = {.value = 1, .low = 1, .high = 1},
                            .bare = bare,
                            .lockstep = lockstep,
                            .rounds = 3,
                            .runs = 3};
    struct assay_figures f;
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    assert_non_null(to);
    assert_non_null(s.block);
    assert_true(assay_figures_begin(&f));
    bench_speed_report(&f, &s, 1);
    assay_figures_json(&f, to);
    assay_figures_print(&f, to, false);
    assay_figures_free(&f);
    assert_int_equal(fclose(to), 0);
    return text;
}

/* Asserts that the figure's object begins like this and has this goal and verdict. */
static void assert_figure(const char *text, const char *begin, const char *goal, const char *met)
{
    char expected[64];
    const char *at = strstr(text, begin), *end;

    if (!at) {
        fail_msg("no %s in %s", begin, text);
        return; /* fail_msg does not return, but clang-tidy cannot know that */
    }
    end = strchr(at, '\n');
    assert_non_null(end);
    snprintf(expected, sizeof expected, "\"goal\":%s,\"met\":%s", goal, met);
    at = strstr(at, expected);
    if (!at || at > end)
        fail_msg("no %s in %s", expected, text);
}

static void test_overhead(void **state)
{
    static const struct {
        double bare, lockstep;
        const char *begin;
        bool met;
    } cases[] = {
        {100, 130, "\"name\":\"dotmul: overhead of lockstep\",\"value\":30,\"unit\":\"ns a cycle\"",
         true},
        {100, 139, "\"name\":\"dotmul: overhead of lockstep\",\"value\":39,", true},
        {100, 140, "\"name\":\"dotmul: overhead of lockstep\",\"value\":40,", false},
        {100, 250, "\"name\":\"dotmul: overhead of lockstep\",\"value\":150,", false},
        /* Roughly the measured values. */
        {100, 92, "\"name\":\"dotmul: overhead of lockstep\",\"value\":-8,", true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char *text = report("dotmul", cases[i].bare, cases[i].lockstep, 0.5);
        char row[64];

        assert_figure(text, cases[i].begin, "\"below 40\"", cases[i].met ? "true" : "false");
        snprintf(row, sizeof row, "%10.1f %10.1f %10.1f %-7s", cases[i].bare, cases[i].lockstep,
                 cases[i].lockstep - cases[i].bare, cases[i].met ? "met" : "not met");
        if (!strstr(text, row))
            fail_msg("no row %s in %s", row, text);
        free(text);
    }
}

/* The goal applies to the ratio if the bare model is slow. */
static void test_ratio(void **state)
{
    char *text = report("dotmul", 400, 440, 0.91);

    (void)state;
    assert_figure(text, "\"name\":\"dotmul: speed of lockstep, bare = 1\",\"value\":0.91,",
                  "\"0.90\"", "true");
    assert_figure(text, "\"name\":\"dotmul: overhead of lockstep\",\"value\":40,", "null", "null");
    free(text);
    text = report("dotmul", 400, 450, 0.89);
    assert_figure(text, "\"name\":\"dotmul: speed of lockstep, bare = 1\",\"value\":0.89,",
                  "\"0.90\"", "false");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_overhead),
        cmocka_unit_test(test_ratio),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
