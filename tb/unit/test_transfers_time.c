/*
 * test_transfers_time.c - level `transfers`, timing: drains, hangs, limits and latency.
 */
#include "echo_runs.h"

static void test_missing_in_time(void **state)
{
    struct assay_config c = echo_config(12, 5000);

    (void)state;
    echo_right();
    wrong.latency = 10;
    c.knobs.stall = 0;
    c.knobs.resets = 0;
    echo_rules[ECHO_RSP].timeout = 30;
    passes(&c);
    echo_rules[ECHO_RSP].timeout = 9;
    mismatches(&c, ASSAY_MISSING);
    c.knobs.stall = 100; /* cycles in which the bench does not take a response do not count */
    echo_rules[ECHO_RSP].timeout = 30;
    passes(&c);
}

/* What is lost at the end is detected as missing at the end. */
static void test_drain(void **state)
{
    struct assay_config c = echo_config(13, 510);
    struct assay_lockstep *ls;
    const struct assay_result *r;

    (void)state;
    echo_right();
    wrong.latency = 30;
    c.knobs.resets = 0;
    ls = opened(&c);
    r = echo_finish(ls);
    assert_int_equal(r->verdict, ASSAY_PASS);
    assert_true(r->drained >= 30);
    assert_int_equal(r->cycles, 510 + r->drained);
    assert_int_equal(r->transfers[ECHO_REQ], r->transfers[ECHO_RSP]);
    assay_lockstep_close(ls);
    wrong.mute = true;
    c.knobs.stall = 0;
    ls = opened(&c);
    r = echo_finish(ls);
    assert_int_equal(r->verdict, ASSAY_MISMATCH);
    assert_int_equal(r->kind, ASSAY_MISSING);
    assert_true(r->fail_cycle >= 500 + 200 && r->fail_cycle <= 510 + 201);
    assert_string_equal(r->difference[0].port->name, "rsp_valid");
    assert_int_equal(r->n_differences, 1);
    assay_lockstep_close(ls);
}

static void test_hang(void **state)
{
    struct assay_config c = echo_config(14, 50000);
    struct assay_lockstep *ls;

    (void)state;
    echo_right();
    wrong.deaf = true;
    c.knobs.resets = c.knobs.stall = 0;
    ls = opened(&c);
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_HANG);
    assert_true(assay_lockstep_result(ls)->fail_cycle < 1300);
    assay_lockstep_close(ls);
    c.cycles = 300; /* the run waits until the offer is taken */
    ls = opened(&c);
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_HANG);
    assay_lockstep_close(ls);
}

static void test_valid_never_waits(void **state)
{
    struct assay_config c = echo_config(15, 5000);
    struct assay_lockstep *ls;

    (void)state;
    for (int stall = 0; stall <= 100; stall += 50) {
        echo_right();
        c.knobs.stall = (uint32_t)stall;
        wrong.waits = true;
        passes(&c); /* valid_never_waits is not set */
        echo_rules[ECHO_RSP].valid_never_waits = true;
        mismatches(&c, ASSAY_WAITS);
        wrong.waits = false;
        ls = opened(&c);
        assert_int_equal(echo_finish(ls)->verdict, ASSAY_PASS);
        assert_true(assay_lockstep_timing(ls, ECHO_RSP)->wait_checks > 10);
        assay_lockstep_close(ls);
    }
}

static void test_outstanding(void **state)
{
    struct assay_config c = echo_config(16, 20000);

    (void)state;
    echo_right();
    wrong.latency = 6;
    passes(&c);
    assert_true(seen.most_under_way > 6);
    for (uint32_t bound = 1; bound < 5; ++bound) {
        echo_right();
        wrong.latency = 6;
        echo_rules[ECHO_REQ].outstanding = bound;
        passes(&c);
        assert_int_equal(seen.most_under_way, bound);
    }
}

static void test_no_ready(void **state)
{
    struct assay_config c = echo_config(17, 5000);
    struct assay_lockstep *ls;
    struct assay_moment m;

    (void)state;
    echo_right();
    echo_rules[ECHO_RSP].no_ready = true;
    c.knobs.stall = 100;
    ls = opened(&c);
    for (uint64_t i = 0; i < 1000; ++i) {
        assay_lockstep_run(ls, 1);
        assert_true(assay_lockstep_moment(ls, i, &m));
        assert_int_equal(((const struct echo_in *)m.in)->rsp_ready, 1);
    }
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_PASS);
    assay_lockstep_close(ls);
}

static void test_stop(void **state)
{
    struct assay_config c = echo_config(20, 5000);
    struct assay_lockstep *ls;

    (void)state;
    echo_right();
    wrong.stops = true;
    ls = opened(&c);
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_STOPPED);
    assert_int_equal(assay_lockstep_result(ls)->fail_cycle, 123);
    assay_lockstep_close(ls);
}

static void test_latency(void **state)
{
    struct assay_config c = echo_config(21, 5000);
    const struct assay_timing *t;
    struct assay_lockstep *ls;

    (void)state;
    echo_right();
    wrong.latency = 5;
    c.knobs.stall = 0;
    c.knobs.resets = 0;
    ls = opened(&c);
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_PASS);
    t = assay_lockstep_timing(ls, ECHO_RSP);
    assert_int_equal(assay_histogram_n(&t->latency), t->compared);
    assert_int_equal(assay_histogram_min(&t->latency), 5);
    assert_int_equal(assay_histogram_max(&t->latency), 5);
    assert_int_equal(assay_histogram_median(&t->latency), 5);
    assert_int_equal(assay_histogram_octave(&t->latency, 2), t->compared);
    assert_int_equal(assay_histogram_min(&t->interval), 1);
    assay_lockstep_close(ls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_missing_in_time),
        cmocka_unit_test(test_drain),
        cmocka_unit_test(test_hang),
        cmocka_unit_test(test_valid_never_waits),
        cmocka_unit_test(test_outstanding),
        cmocka_unit_test(test_no_ready),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_latency),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
