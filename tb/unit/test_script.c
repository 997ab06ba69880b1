/*
 * test_script.c - runs written as transactions: what is recorded is what is played.
 */
#include "unit/script_bench.h"

static void check_run(const struct assay_config *c, uint64_t from, uint64_t to)
{
    const size_t size = c->block->model->in_size;
    uint8_t *inputs = inputs_of(c, to + 1);
    uint64_t start, reset = 0;
    struct assay_script s = recorded(c, from, to, &start), file, copy;

    for (uint64_t i = 1; i <= from; ++i)
        if (inputs[i * size] && !inputs[(i - 1) * size])
            reset = i;
    assert_int_equal(start, reset);
    assert_int_equal(s.cycles, to + 1 - start);
    played_as(c, &s, inputs + start * size);
    file = reloaded(&s);
    played_as(c, &file, inputs + start * size);
    file.bounded = from % 2;
    assert_true(assay_script_copy(&copy, &file));
    assert_int_equal(copy.bounded, file.bounded);
    played_as(c, &copy, inputs + start * size);
    assert_int_equal(assay_script_items(&copy), assay_script_items(&s));
    assay_script_free(&copy);
    assay_script_free(&file);
    assay_script_free(&s);
    free(inputs);
}

static void test_played_as_recorded(void **state)
{
    static const struct {
        const char *block, *params;
    } choice[] = {{"dotmul", "default"},
                  {"dotmul", "largest"},
                  {"dpas", "smallest"},
                  {"dpas", "default"},
                  {"dpas", "largest"}};

    (void)state;
    for (size_t i = 0; i < sizeof choice / sizeof choice[0]; ++i) {
        for (uint64_t seed = 1; seed <= 6; ++seed) {
            struct assay_config c = config_of(choice[i].block, choice[i].params, seed, 100000);

            check_run(&c, 0, 3000);
            check_run(&c, 2000 + 37 * seed, 4000);
            c.knobs.stall = 100;
            check_run(&c, 0, 1500);
            c.knobs.stall = 0;
            check_run(&c, 1000, 1500);
        }
    }
}

/* Recording a played script gives the same script. */
static void test_recorded_from_played(void **state)
{
    struct assay_config c = config_of("dpas", "smallest", 9, 100000);
    struct assay_script first = recorded(&c, 0, 2500, NULL), second;
    uint8_t *inputs = inputs_of(&c, 2501);

    (void)state;
    assert_true(first.n_resets >= 2);
    assay_script_play(&c, &first);
    second = recorded(&c, 0, 2500, NULL);
    c.player = NULL;
    c.script = NULL;
    played_as(&c, &second, inputs);
    assert_int_equal(assay_script_items(&first), assay_script_items(&second));
    for (size_t i = 0; i < c.block->model->n_streams; ++i) {
        assert_int_equal(first.stream[i].n_runs, second.stream[i].n_runs);
        for (size_t j = 0; j < first.stream[i].n_items; ++j)
            assert_memory_equal(&first.stream[i].item[j], &second.stream[i].item[j],
                                sizeof first.stream[i].item[j]);
    }
    assay_script_free(&first);
    assay_script_free(&second);
    free(inputs);
}

/* The cycles that a recording states for its items. */
static void test_cycles_of_items(void **state)
{
    struct assay_config c = config_of("dotmul", "default", 4, 100000);
    struct assay_script s = recorded(&c, 0, 1500, NULL);
    uint8_t *inputs = inputs_of(&c, 1501);
    const struct assay_stream *op = &c.block->model->streams[0];

    (void)state;
    for (size_t i = 0; i < s.stream[0].n_items; ++i) {
        const struct assay_script_item *item = &s.stream[0].item[i];

        assert_int_equal(inputs[item->offered * c.block->model->in_size + op->valid], 1);
        assert_memory_equal(inputs + item->offered * c.block->model->in_size + op->payload,
                            assay_script_payload(&s, 0, i), op->payload_size);
        if (item->taken != ASSAY_SCRIPT_NEVER)
            assert_true(item->taken >= item->offered);
        else if (i + 1 < s.stream[0].n_items) /* dropped by a reset */
            assert_int_equal(s.stream[0].item[i + 1].section, item->section + 1);
    }
    assay_script_free(&s);
    free(inputs);
}

static void test_end_of_the_run_is_told(void **state)
{
    struct assay_config c = config_of("dotmul", "smallest", 1, 100);
    struct assay_script s;
    char why[256] = "";

    (void)state;
    c.scenario = assay_scenario_find(c.block, "exhaustive");
    c.knobs = c.scenario->knobs;
    assert_false(assay_script_record(&c, 0, 1000000, &s, NULL, why, sizeof why));
    assert_non_null(strstr(why, "expected 1000001"));
    assert_int_equal(assay_script_items(&s), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_played_as_recorded),
        cmocka_unit_test(test_recorded_from_played),
        cmocka_unit_test(test_cycles_of_items),
        cmocka_unit_test(test_end_of_the_run_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
