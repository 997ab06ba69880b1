/*
 * test_kinds.c - streams without a handshake on pins: enables, and payloads held until the
 * response.
 */
#include "unit/kinds_designs.h"

#include "stimulus/script.h"

static void test_enable_goes_on_in_the_drain(void **state)
{
    struct assay_config c = config_of(PIPELINE, 3000);
    struct assay_result r = run(&c);
    uint64_t given;

    (void)state;
    assert_int_equal(r.verdict, ASSAY_PASS);
    assert_true(r.transactions > 500);
    assert_true(r.drained >= DEPTH && r.drained < 1200);
    given = seen.given;
    c = config_of(PIPELINE, 3000);
    design.wrong_at = given; /* the last result waited for, or one after it */
    ends(&c, ASSAY_MISMATCH, ASSAY_DIFFERS);
    c = config_of(PIPELINE, 3000);
    design.stuck_at = 2990;
    ends(&c, ASSAY_MISMATCH, ASSAY_MISSING);
}

static void test_fillers_are_legal(void **state)
{
    struct assay_config c = config_of(PIPELINE, 1000);

    (void)state;
    model_is.even = true;
    ends(&c, ASSAY_PASS, ASSAY_DIFFERS);
    assert_true(seen.taken > 100);
    assert_int_equal(seen.odd, 0);
}

/* One item is enough, because the drain moves it through. */
static void test_script_of_one_item(void **state)
{
    struct assay_config c = config_of(PIPELINE, 6);
    struct assay_script s;
    const uint8_t x = 17;

    (void)state;
    assay_script_init(&s, &block, &c.params);
    s.cycles = c.cycles;
    assert_true(assay_script_add_reset(&s, 0, 2));
    assert_true(assay_script_add_item(&s, X, 0, &x));
    assay_script_play(&c, &s);
    ends(&c, ASSAY_PASS, ASSAY_DIFFERS);
    assert_int_equal(seen.given >= 1, 1);
    c = config_of(PIPELINE, 6);
    assay_script_play(&c, &s);
    design.wrong_at = 1;
    ends(&c, ASSAY_MISMATCH, ASSAY_DIFFERS);
    assay_script_free(&s);
}

/* However long the enable is low: results still due need cycles in which it is high. */
static void test_enable_that_is_low(void **state)
{
    struct assay_config c = config_of(PIPELINE, 5000);
    struct assay_script s;
    const uint8_t x = 17;

    (void)state;
    assay_script_init(&s, &block, &c.params);
    s.cycles = c.cycles;
    assert_true(assay_script_add_reset(&s, 0, 2));
    assert_true(assay_script_add_item(&s, X, 0, &x));
    assay_script_play(&c, &s);
    ends(&c, ASSAY_PASS, ASSAY_DIFFERS);
    c = config_of(PIPELINE, 5000);
    assay_script_play(&c, &s);
    design.stuck_at = 4000;
    ends(&c, ASSAY_MISMATCH, ASSAY_MISSING);
    assay_script_free(&s);
}

static void test_every_cycle(void **state)
{
    struct assay_config c = config_of(UNSTOPPABLE, 3000);
    struct assay_result r = run(&c);

    (void)state;
    assert_int_equal(r.verdict, ASSAY_PASS);
    assert_true(r.transactions > 2000);
    assert_true(r.drained < 1200);
    c = config_of(UNSTOPPABLE, 3000);
    design.wrong_at = 1500;
    ends(&c, ASSAY_MISMATCH, ASSAY_DIFFERS);
    c = config_of(UNSTOPPABLE, 3000);
    rules[X].every_cycle = false;
    assert_int_equal(run(&c).verdict, ASSAY_MISMATCH);
}

static void test_held_until_response(void **state)
{
    struct assay_config c = config_of(SLOW, 5000);

    (void)state;
    ends(&c, ASSAY_PASS, ASSAY_DIFFERS);
    assert_true(seen.taken > 50);
    assert_int_equal(seen.moved, 0);
    c = config_of(SLOW, 5000);
    rules[X].outstanding = 0;
    ends(&c, ASSAY_MISMATCH, ASSAY_DIFFERS);
    assert_true(seen.moved > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_enable_goes_on_in_the_drain),
        cmocka_unit_test(test_fillers_are_legal),
        cmocka_unit_test(test_script_of_one_item),
        cmocka_unit_test(test_enable_that_is_low),
        cmocka_unit_test(test_every_cycle),
        cmocka_unit_test(test_held_until_response),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
