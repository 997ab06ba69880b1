/*
 * test_list.c - what a regression list says.
 */
#include "unit/list_file.h"

#include "base/error.h"
#include "regress/job.h"

static void test_defaults(void **state)
{
    struct assay_list list;
    const struct assay_entry *e;
    char text[ASSAY_JOB_TEXT];

    (void)state;
    assert_int_equal(read_list("entries:\n"
                               "  - block: dotmul\n"
                               "    cycles: 1000\n",
                               &list),
                     ASSAY_OK);
    assert_int_equal(list.n, 1);
    e = &list.entry[0];
    assert_int_equal(e->line, 2);
    assert_string_equal(e->block->model->name, "dotmul");
    assert_ptr_equal(e->scenario, &e->block->scenarios[0]);
    assert_int_equal(e->n_params, 1);
    assay_params_print(e->block, &e->params[0], text, sizeof text);
    assert_string_equal(text, "n=4,k=2,duplex=0");
    assert_int_equal(e->n_backends, 1);
    assert_int_equal(e->backend[0], ASSAY_VERILATOR);
    assert_int_equal(e->cycles, 1000);
    assert_false(e->fixed_seeds);
    assert_int_equal(e->n_seeds, 1);
    assert_int_equal(e->weight, 1);
    assert_int_equal(e->timeout, 600);
    assert_false(e->code_coverage);
    assert_false(e->own_knobs);
    assert_int_equal(e->n_tags, 0);
    assay_list_free(&list);
}

static void test_all_keys(void **state)
{
    struct assay_list list;
    const struct assay_entry *e;
    char text[ASSAY_JOB_TEXT];

    (void)state;
    assert_int_equal(read_list("# every key\n"
                               "entries:\n"
                               "- timeout: 30\n"
                               "  knobs: {stall: 0, illegal: 100}\n"
                               "  tags: [fast, four-state]\n"
                               "  weight: 7\n"
                               "  seeds: 5..8\n"
                               "  cycles: 1_000_000\n"
                               "  backend: [model, icarus]\n"
                               "  scenario: throughput\n"
                               "  params: [largest, \"lanes=4,depth=8\"]\n"
                               "  block: dpas\n"
                               "- {block: dpas, cycles: 1, params: smallest, backend: icarus}\n"
                               "- {block: dpas, cycles: 1}\n"
                               "- {block: dpas, cycles: 1, code_coverage: true}\n",
                               &list),
                     ASSAY_OK);
    assert_int_equal(list.n, 4);
    e = &list.entry[0];
    assert_string_equal(e->scenario->name, "throughput");
    assert_int_equal(e->n_params, 2);
    assay_params_print(e->block, &e->params[1], text, sizeof text);
    assert_string_equal(text, "lanes=4,depth=8,profile=0,max_sd=8");
    assert_int_equal(e->n_backends, 2);
    assert_int_equal(e->backend[0], ASSAY_MODEL);
    assert_int_equal(e->backend[1], ASSAY_ICARUS);
    assert_int_equal(e->cycles, 1000000);
    assert_true(e->fixed_seeds);
    assert_int_equal(e->first_seed, 5);
    assert_int_equal(e->n_seeds, 4);
    assert_int_equal(e->weight, 7);
    assert_int_equal(e->timeout, 30);
    assert_true(e->own_knobs);
    assert_int_equal(e->knobs.stall, 0);
    assert_int_equal(e->knobs.illegal, 100);
    assert_int_equal(e->knobs.corner, e->scenario->knobs.corner);
    assert_true(assay_entry_tagged(e, "four-state"));
    assert_false(assay_entry_tagged(e, "four"));
    assert_int_equal(list.entry[1].line, 13);
    assert_false(list.entry[2].code_coverage);
    assert_true(list.entry[3].code_coverage);
    assay_list_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_all_keys),
    };

    return cmocka_run_group_tests(tests, make_file, remove_file);
}
