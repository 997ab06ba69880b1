/*
 * test_kinds_adapters.c - streams without a handshake on pins: adapters between transfers and the
 * bits of a serial line.
 */
#include "unit/kinds_designs.h"

static void test_adapters(void **state)
{
    struct assay_config c = config_of(SERIAL, 5000);

    (void)state;
    ends(&c, ASSAY_PASS, ASSAY_DIFFERS);
    assert_true(seen.taken > 100);
    c = config_of(SERIAL, 5000);
    c.ops = &ops_2;
    ends(&c, ASSAY_PASS, ASSAY_DIFFERS);
    c = config_of(SERIAL, 5000);
    design.wrong_at = 40;
    ends(&c, ASSAY_MISMATCH, ASSAY_DIFFERS);
    c = config_of(SERIAL, 5000);
    design.stuck_at = 2000;
    ends(&c, ASSAY_MISMATCH, ASSAY_MISSING);
    c = config_of(SERIAL, 5000);
    model_is.deaf = true;
    ends(&c, ASSAY_HANG, ASSAY_DIFFERS);
}

static void test_adapters_and_unknown_pins(void **state)
{
    struct assay_config c = config_of(SERIAL, 5000);

    (void)state;
    design.x_idle = true; /* in reset it is ignored */
    ends(&c, ASSAY_PASS, ASSAY_DIFFERS);
    c = config_of(SERIAL, 5000);
    design.x_any = true;
    ends(&c, ASSAY_UNKNOWN, ASSAY_DIFFERS);
}

/* Recorded inputs are driven unchanged, and the adapters follow them. */
static void test_adapters_of_recorded_inputs(void **state)
{
    static struct pins_in in[KEPT];
    struct assay_config c = config_of(SERIAL, KEPT - 500);
    struct assay_result first = run(&c), again;

    (void)state;
    assert_int_equal(first.verdict, ASSAY_PASS);
    assert_true(first.cycles <= KEPT);
    memcpy(in, seen.in, sizeof in);
    c = config_of(SERIAL, first.cycles);
    c.ops = &ops_2;
    c.recorded = (const uint8_t *)in;
    c.n_recorded = first.cycles;
    again = run(&c);
    assert_int_equal(again.verdict, ASSAY_PASS);
    assert_int_equal(again.transactions, first.transactions);
    /* The replay starts again in the middle of a part: twice the cycles have twice the
     * transfers. */
    c.cycles = 2 * first.cycles;
    again = run(&c);
    assert_int_equal(again.verdict, ASSAY_PASS);
    assert_int_equal(again.transactions, 2 * first.transactions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_adapters),
        cmocka_unit_test(test_adapters_and_unknown_pins),
        cmocka_unit_test(test_adapters_of_recorded_inputs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
