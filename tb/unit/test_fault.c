/*
 * test_fault.c - what the heads of patches say about known bugs, and which changes of a text are no
 * changes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/fault.h"
#include "sim/same_text.h"

static struct assay_params params_of(const struct assay_block *b, const char *text)
{
    struct assay_params p;
    char why[256];

    assert_true(assay_params_parse(b, text, &p, why, sizeof why));
    return p;
}

/* Each fault of each block has a description, and the parameters in its head are the block's. */
static void test_heads(void **state)
{
    size_t late = 0, same = 0, shown = 0;

    (void)state;
    for (size_t i = 0; assay_blocks[i]; ++i) {
        struct assay_fault *list;
        char why[512] = "";
        const int n = assay_fault_list(assay_blocks[i], &list, why, sizeof why);

        assert_string_equal(why, "");
        assert_true(n >= 0);
        for (int k = 0; k < n; ++k) {
            if (!list[k].what[0])
                fail_msg("%s %s: expected a line Fault: ...", assay_blocks[i]->model->name,
                         list[k].name);
            late += list[k].late;
            if (list[k].scenario[0]) {
                if (!assay_scenario_find(assay_blocks[i], list[k].scenario))
                    fail_msg("%s %s: Scenario: %s: expected one of the block",
                             assay_blocks[i]->model->name, list[k].name, list[k].scenario);
                ++shown;
            }
            if (list[k].same[0]) {
                struct assay_params p;

                list[k].same[strcspn(list[k].same, " ")] = '\0';
                p = params_of(assay_blocks[i], list[k].same);
                assert_true(assay_fault_same(assay_blocks[i], &list[k], &p));
                ++same;
            }
        }
        free(list);
    }
    assert_true(late >= 1);
    assert_true(same >= 1);
    assert_true(shown >= 1);
}

static void test_same(void **state)
{
    const struct assay_block *b = assay_block_find("gateway");
    const struct assay_params smallest = params_of(b, "smallest"), usual = params_of(b, "default");
    struct assay_fault fault = {.same = ""};

    (void)state;
    assert_false(assay_fault_same(b, &fault, &usual));
    strcpy(fault.same, "barriers=16");
    assert_true(assay_fault_same(b, &fault, &usual));
    assert_false(assay_fault_same(b, &fault, &smallest));
    strcpy(fault.same, "barriers=16,threads=32");
    assert_true(assay_fault_same(b, &fault, &usual));
    strcpy(fault.same, "barriers=16,threads=4");
    assert_false(assay_fault_same(b, &fault, &usual));
    strcpy(fault.same, "barriers=4,threads=32 threads=32 barriers=2");
    assert_true(assay_fault_same(b, &fault, &usual));
    assert_false(assay_fault_same(b, &fault, &smallest));
    strcpy(fault.same, "barriers=2 threads=4,barriers=4");
    assert_false(assay_fault_same(b, &fault, &usual));
    assert_true(assay_fault_same(b, &fault, &smallest));
    strcpy(fault.same, "barrier=16"); /* not a parameter of the block */
    assert_false(assay_fault_same(b, &fault, &usual));
    strcpy(fault.same, "barriers");
    assert_false(assay_fault_same(b, &fault, &usual));
}

static void test_same_text(void **state)
{
    static const struct {
        const char *a, *b;
        bool same;
    } cases[] = {
        {"", "", true},
        {"", " // all\n/* of it */", true},
        {"a <= b;\n", "a<=b ; // c\n", true},
        {"a <= b;", "a <= c;", false},
        {"a <= b;", "a <= b", false},
        {"ab", "a b", false},
        {"ab", "a/**/b", false},
        {"a b", "a/**/b", true},
        {"a & &b", "a && b", false},
        {"\"a b\"", "\"a  b\"", false},
        {"\"a // b\"", "\"a // c\"", false},
        {"\"\\\" // b\"", "\"\\\" // c\"", false},
        {"\\a//b c", "\\a//d c", false},
        {"\\a b", "\\ab", false},
        {"`define A 1\nwire x;", "`define A 1 wire x;", false},
        {"`define A 1 // c\nwire x;", "`define A 1\n\nwire  x;", true},
        {"`define A a \\\nb\nwire x;", "`define A a \\\nb wire x;", false},
        {"a /* b", "a", true},
        {"`define A // b\\\n1\nwire x;", "`define A // b\n1\nwire x;", false},
        {"`define A // b\\\nc\nd", "`define A // b\\\nc d", false},
        {"`define A // b\\\r\nc\nd", "`define A // b\\\r\nc d", false},
        {"`define A // b\\\n1\nwire x;", "`define A  // b\\\n1\n\nwire  x;", true},
        {"`define A a \\\nb", "`define A a \\ \nb", false},
        {"`define A \\\n1 /* b\n*/ + 2\nwire x;", "`define A \\\n1 + 2\nwire x;", false},
        {"`define A /* b\n*/ 1\nwire x;", "`define A 1\nwire x;", false},
        {"`define A 1\n/* b\n*/ wire x;", "`define A 1\nwire x;", true},
        {"// \"\\\nx = \"a b\";", "// \"\\\nx = \"a  b\";", false},
        {"case (a) // synopsys parallel_case\n", "case (a)\n", false},
        {"case (a) // synopsys parallel_case\n", "case (a)  // synopsys parallel_case\n", true},
        {"wire a; /* verilator lint_off WIDTH */", "wire a;", false},
        {"wire a /*verilator public*/;", "wire a;", false},
        {"wire a; // pragma translate_off", "wire a; // pragma translate_on", false},
        {"wire a; /* Synthesis keep */", "wire a;", false},
        {"wire a; // see synopsys", "wire a;", true},
        {"(* keep *) wire a;", "wire a;", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
        if (assay_same_text(cases[i].a, cases[i].b) != cases[i].same ||
            assay_same_text(cases[i].b, cases[i].a) != cases[i].same)
            fail_msg("'%s' and '%s': expected %s", cases[i].a, cases[i].b,
                     cases[i].same ? "the same" : "different");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_heads),
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_same_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
