/*
 * test_transfers.c - level `transfers`: for each rule a design that breaks it and one that keeps it.
 */
#include "echo_block.h"

#include "diagnose/report.h"
#include "random.h"

static void passes(const struct assay_config *c)
{
    struct assay_lockstep *ls = echo_open(c);
    const struct assay_result *r = echo_finish(ls);

    if (r->verdict != ASSAY_PASS) {
        assay_report_text(stderr, ls, "");
        fail_msg("expected a pass");
    }
    assert_true(r->transactions > 100);
    assert_true(assay_lockstep_timing(ls, ECHO_RSP)->compared >= r->transactions);
    assay_lockstep_close(ls);
}

/* A run that fails with a mismatch of this kind on rsp. Returns the cycle. */
static uint64_t mismatches(const struct assay_config *c, enum assay_mismatch kind)
{
    struct assay_lockstep *ls = echo_open(c);
    const struct assay_result *r = echo_finish(ls);
    uint64_t cycle = r->fail_cycle;

    if (r->verdict != ASSAY_MISMATCH || r->kind != kind) {
        assay_report_text(stderr, ls, "");
        fail_msg("expected a mismatch, %s", assay_mismatch_name(kind));
    }
    assert_int_equal(r->stream, ECHO_RSP);
    assert_int_equal(r->cycles, r->fail_cycle + 1);
    assay_lockstep_close(ls);
    return cycle;
}

static void test_in_order(void **state)
{
    struct assay_config c = echo_config(1, 5000);

    (void)state;
    for (uint32_t latency = 1; latency < 20; latency += 6) {
        echo_right();
        wrong.latency = latency;
        passes(&c);
        c.ops = &echo_dut_2;
        passes(&c);
        c.ops = &echo_dut;
    }
    echo_right();
    wrong.by_tag = true;
    wrong.latency = 4;
    mismatches(&c, ASSAY_DIFFERS);
}

static void test_out_of_order_by_tag(void **state)
{
    struct assay_config c = echo_config(2, 8000);

    (void)state;
    echo_right();
    echo_match_tags();
    wrong.by_tag = true;
    wrong.latency = 4;
    passes(&c);
    wrong.wrong_data = true;
    mismatches(&c, ASSAY_DIFFERS);
    wrong.wrong_data = false;
    wrong.duplicates = true;
    echo_model.only_even = false;
    c.cycles = 20000;
    mismatches(&c, ASSAY_UNEXPECTED);
}

static void test_several_responses(void **state)
{
    struct assay_config c = echo_config(3, 5000);

    (void)state;
    echo_right();
    echo_model.twice = true;
    wrong.answers = 2;
    passes(&c);
    echo_match_tags();
    wrong.by_tag = true;
    passes(&c);
}

static void test_wrong_payload_names_its_request(void **state)
{
    struct assay_config c = echo_config(4, 5000);
    struct assay_lockstep *ls;
    const struct assay_result *r;
    struct echo_item request;
    struct assay_moment m;

    (void)state;
    echo_right();
    wrong.wrong_data = true;
    wrong.latency = 7;
    ls = echo_open(&c);
    r = echo_finish(ls);
    assert_int_equal(r->verdict, ASSAY_MISMATCH);
    assert_int_equal(r->kind, ASSAY_DIFFERS);
    assert_int_equal(r->n_differences, 1);
    assert_string_equal(r->difference[0].port->name, "rsp_data");
    assert_int_equal(r->difference[0].expected[0] ^ r->difference[0].actual[0], 8);
    assert_true(r->has_request);
    assert_int_equal(r->request_stream, ECHO_REQ);
    memcpy(&request, r->request_payload, sizeof request);
    assert_int_equal((uint16_t)(request.data + 1), r->difference[0].expected[0]);
    assert_true(r->request_cycle + 7 <= r->fail_cycle);
    if (assay_lockstep_moment(ls, r->request_cycle, &m)) {
        assert_int_equal(m.transfers & 1, 1);
        assert_memory_equal(&((const struct echo_in *)m.in)->req.data, &request.data, 2);
    }
    assert_true(assay_lockstep_moment(ls, r->fail_cycle, &m));
    assert_int_equal(((const struct echo_out *)m.expected)->rsp.data, r->difference[0].expected[0]);
    assert_int_equal(((const struct echo_out *)m.actual)->rsp.data, r->difference[0].actual[0]);
    assay_lockstep_close(ls);
}

static void test_lost(void **state)
{
    struct assay_config c = echo_config(5, 20000);

    (void)state;
    echo_right();
    echo_match_tags();
    wrong.lost_under_stall = true;
    echo_rules[ECHO_RSP].timeout = 20;
    c.knobs.corner = 0;
    mismatches(&c, ASSAY_MISSING); /* by tag the next one is another */
    echo_right();
    wrong.lost_under_stall = true;
    mismatches(&c, ASSAY_DIFFERS); /* the next one comes in its place */
}

/* With an idle bench nothing is expected when it comes; in a burst it stands in another's place. */
static void test_unexpected(void **state)
{
    struct assay_config c = echo_config(6, 20000);

    (void)state;
    echo_right();
    c.knobs.resets = 0;
    wrong.duplicates = true;
    c.knobs.stall = 0;
    mismatches(&c, ASSAY_DIFFERS);
    wrong.duplicates = false;
    wrong.invents = true;
    c.knobs.stall = 50;
    assert_true(mismatches(&c, ASSAY_UNEXPECTED) < 600);
    c.cycles = 290; /* also when the stimulus is over */
    assert_true(mismatches(&c, ASSAY_UNEXPECTED) < 600);
}

static void test_not_held(void **state)
{
    struct assay_config c = echo_config(7, 20000);

    (void)state;
    echo_right();
    wrong.unstable = true;
    mismatches(&c, ASSAY_NOT_HELD);
    echo_right();
    wrong.retracts = true;
    mismatches(&c, ASSAY_NOT_HELD);
    c.knobs.stall = 0; /* nothing is ever stalled */
    passes(&c);
}

static void unknown_on(const struct assay_config *c, const char *port)
{
    struct assay_lockstep *ls = echo_open(c);
    const struct assay_result *r = echo_finish(ls);

    assert_int_equal(r->verdict, ASSAY_UNKNOWN);
    assert_true(r->n_differences >= 1);
    assert_string_equal(r->difference[0].port->name, port);
    assay_lockstep_close(ls);
}

static void test_unknown(void **state)
{
    struct assay_config c = echo_config(8, 20000);

    (void)state;
    echo_right();
    wrong.x_idle = true;
    passes(&c);
    echo_right();
    wrong.x_payload = true;
    unknown_on(&c, "rsp_data");
    echo_right();
    wrong.x_valid = true;
    unknown_on(&c, "rsp_valid");
    echo_right();
    wrong.x_ready = true;
    unknown_on(&c, "req_ready");
    echo_right(); /* it takes nothing while valid is low */
    wrong.x_ready_idle = true;
    passes(&c);
    c.block = &echo_block;
    echo_block.level = ASSAY_COMPARE_NONE;
    passes(&c);
    echo_right(); /* an X where any value is accepted */
    wrong.x_payload = true;
    echo_model.close = true;
    echo_block.hooks = &echo_hooks_accept;
    unknown_on(&c, "rsp_data"); /* 4 is not within 1 */
}

static void test_accept(void **state)
{
    struct assay_config c = echo_config(9, 5000);

    (void)state;
    echo_right();
    wrong.off_by_one = true;
    mismatches(&c, ASSAY_DIFFERS);
    echo_block.hooks = &echo_hooks_accept;
    mismatches(&c, ASSAY_DIFFERS);
    echo_model.close = true;
    passes(&c);
    wrong.wrong_data = true;
    mismatches(&c, ASSAY_DIFFERS);
}

static void test_reset_discards(void **state)
{
    struct assay_config c = echo_config(10, 200000);

    (void)state;
    echo_right();
    wrong.latency = 9;
    c.knobs.resets = 1;
    passes(&c);
    assert_true(seen.resets > 2);
    assert_int_equal(echo_model.inits, seen.resets);
    wrong.keeps_over_reset = true;
    c.seed = 30; /* one in which no request comes at once */
    mismatches(&c, ASSAY_UNEXPECTED);
}

static void test_nothing_compared_is_named(void **state)
{
    struct assay_config c = echo_config(11, 3000);
    struct assay_lockstep *ls;
    const struct assay_result *r;
    char *text = NULL;
    size_t size = 0;
    FILE *f;

    (void)state;
    echo_right();
    echo_model.only_even = true;
    c.knobs.corner = 100;
    wrong.deaf = true;
    c.cycles = 1; /* nothing but reset, then it drains */
    ls = echo_open(&c);
    r = echo_finish(ls);
    assert_int_equal(r->verdict, ASSAY_NOTHING);
    assert_int_equal(r->silent, 1u << ECHO_REQ | 1u << ECHO_RSP);
    f = open_memstream(&text, &size);
    assert_non_null(f);
    assay_report_text(f, ls, "");
    assay_report_json(f, ls, "", NULL, NULL);
    fclose(f);
    assert_non_null(strstr(text, "NOTHING COMPARED on req, rsp"));
    assert_non_null(strstr(text, "\"silent\":[\"req\",\"rsp\"]"));
    free(text);
    assay_lockstep_close(ls);
    echo_rules[ECHO_REQ].unused = echo_rules[ECHO_RSP].unused = true;
    ls = echo_open(&c);
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_PASS);
    assay_lockstep_close(ls);
}

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

/* What is lost at the end is missed at the end. */
static void test_drain(void **state)
{
    struct assay_config c = echo_config(13, 510);
    struct assay_lockstep *ls;
    const struct assay_result *r;

    (void)state;
    echo_right();
    wrong.latency = 30;
    c.knobs.resets = 0;
    ls = echo_open(&c);
    r = echo_finish(ls);
    assert_int_equal(r->verdict, ASSAY_PASS);
    assert_true(r->drained >= 30);
    assert_int_equal(r->cycles, 510 + r->drained);
    assert_int_equal(r->transfers[ECHO_REQ], r->transfers[ECHO_RSP]);
    assay_lockstep_close(ls);
    wrong.mute = true;
    c.knobs.stall = 0;
    ls = echo_open(&c);
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
    ls = echo_open(&c);
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_HANG);
    assert_true(assay_lockstep_result(ls)->fail_cycle < 1300);
    assay_lockstep_close(ls);
    c.cycles = 300; /* it goes on waiting for the offer to be taken */
    ls = echo_open(&c);
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
        passes(&c); /* it makes no claim */
        echo_rules[ECHO_RSP].valid_never_waits = true;
        mismatches(&c, ASSAY_WAITS);
        wrong.waits = false;
        ls = echo_open(&c);
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
    ls = echo_open(&c);
    for (uint64_t i = 0; i < 1000; ++i) {
        assay_lockstep_run(ls, 1);
        assert_true(assay_lockstep_moment(ls, i, &m));
        assert_int_equal(((const struct echo_in *)m.in)->rsp_ready, 1);
    }
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_PASS);
    assay_lockstep_close(ls);
}

static void bad_model(const char *why)
{
    struct assay_config c = echo_config(18, 5000);
    struct assay_lockstep *ls = echo_open(&c);
    const struct assay_result *r = echo_finish(ls);

    assert_int_equal(r->verdict, ASSAY_BAD_MODEL);
    if (!strstr(r->why, why))
        fail_msg("'%s' does not say '%s'", r->why, why);
    assay_lockstep_close(ls);
}

static void test_bad_model(void **state)
{
    (void)state;
    echo_right();
    echo_model.too_wide = true;
    bad_model("rsp_tag with bit 6 set: expected a value of 6 bits");
    echo_right();
    echo_model.no_source = true;
    bad_model("stream 0 of 2: expected the index of a source");
}

/* A run that ends in the model, and what is said of it. */
static void crashes(const char *said)
{
    struct assay_config c = echo_config(19, 5000);
    struct assay_lockstep *ls;
    char *text = NULL;
    size_t size = 0;
    FILE *f;

    c.catch_crashes = true;
    ls = echo_open(&c);
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_CRASHED);
    assert_true(assay_lockstep_result(ls)->in_model);
    f = open_memstream(&text, &size);
    assert_non_null(f);
    assay_report_text(f, ls, "");
    fclose(f);
    if (!strstr(text, said))
        fail_msg("%s\ndoes not say '%s'", text, said);
    assert_int_equal(strstr(text, ", in echo_init") != NULL, strstr(said, "_init") != NULL);
    free(text);
    assay_lockstep_close(ls);
}

static void test_model_crashes(void **state)
{
    (void)state;
    echo_right();
    echo_model.crash = true;
    crashes("CRASHED: signal 11 (Segmentation fault) in the model at cycle ");
    echo_right();
    echo_model.crash_first = true;
    crashes("in the model at cycle 0, in echo_init");
    echo_right();
    echo_model.crash_init = true;
    crashes(", in echo_init");
    echo_right();
    echo_model.leaves = true;
    crashes("CRASHED: the model called exit at cycle ");
}

/* --- outputs outside streams --- */

/* A run that fails in one cycle, for an output outside streams. */
static void differs_on(const char *port, enum assay_verdict verdict)
{
    struct assay_config c = echo_config(30, 5000);
    struct assay_lockstep *ls = echo_open(&c);
    const struct assay_result *r = echo_finish(ls);

    assert_int_equal(r->verdict, verdict);
    assert_int_equal(r->stream, -1);
    assert_int_equal(r->n_differences, 1);
    assert_string_equal(r->difference[0].port->name, port);
    assert_int_equal(r->cycles, r->fail_cycle + 1);
    assay_lockstep_close(ls);
}

static void test_plain_outputs(void **state)
{
    struct assay_config c = echo_config(30, 5000);

    (void)state;
    echo_right();
    echo_watch_busy();
    wrong.when = true;
    passes(&c);
    c.ops = &echo_dut_2;
    passes(&c);
    echo_model.busy_always = true;
    differs_on("busy", ASSAY_MISMATCH);
    wrong.when = false; /* with the other condition that is right */
    wrong.when_busy = true;
    passes(&c);
    wrong.x_busy = true;
    differs_on("busy", ASSAY_UNKNOWN);
    wrong.x_busy = false;
    wrong.x_when = true;
    differs_on("busy_when", ASSAY_UNKNOWN);
    wrong.x_when = false;
    echo_model.busy_wide = true;
    bad_model("the model expects busy with bit 1 set: expected a value of 1 bits");
}

static void test_plain_output_never_compared(void **state)
{
    struct assay_config c = echo_config(31, 3000);
    struct assay_lockstep *ls;
    char *text = NULL;
    size_t size = 0;
    FILE *f;

    (void)state;
    echo_right();
    echo_watch_busy();
    echo_model.busy_always = true; /* which nothing notices */
    ls = echo_open(&c);
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_NOTHING);
    f = open_memstream(&text, &size);
    assert_non_null(f);
    assay_report_text(f, ls, "");
    assay_report_json(f, ls, "", NULL, NULL);
    fclose(f);
    assert_non_null(strstr(text, "NOTHING COMPARED on busy, whose `when` never held"));
    assert_non_null(strstr(text, "\"silent_pin\":\"busy\""));
    free(text);
    assay_lockstep_close(ls);
}

static void test_stop(void **state)
{
    struct assay_config c = echo_config(20, 5000);
    struct assay_lockstep *ls;

    (void)state;
    echo_right();
    wrong.stops = true;
    ls = echo_open(&c);
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
    ls = echo_open(&c);
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

/* Nothing is judged by value, and it says so. */
static void test_level_none(void **state)
{
    struct assay_config c = echo_config(22, 5000);
    struct assay_lockstep *ls;
    char *text = NULL;
    size_t size = 0;
    FILE *f;

    (void)state;
    echo_right();
    echo_block.level = ASSAY_COMPARE_NONE;
    echo_block.hooks = NULL;
    wrong.wrong_data = true;
    ls = echo_open(&c);
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_PASS);
    f = open_memstream(&text, &size);
    assert_non_null(f);
    assay_report_text(f, ls, "");
    fclose(f);
    assert_non_null(strstr(text, "protocol only, no value was compared: pass"));
    free(text);
    assay_lockstep_close(ls);
    wrong.unstable = true;
    mismatches(&c, ASSAY_NOT_HELD);
    wrong.unstable = false;
    wrong.x_payload = true;
    unknown_on(&c, "rsp_data");
    wrong.x_payload = false;
    wrong.deaf = true;
    ls = echo_open(&c);
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_HANG);
    assay_lockstep_close(ls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_order),
        cmocka_unit_test(test_out_of_order_by_tag),
        cmocka_unit_test(test_several_responses),
        cmocka_unit_test(test_wrong_payload_names_its_request),
        cmocka_unit_test(test_lost),
        cmocka_unit_test(test_unexpected),
        cmocka_unit_test(test_not_held),
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_accept),
        cmocka_unit_test(test_reset_discards),
        cmocka_unit_test(test_nothing_compared_is_named),
        cmocka_unit_test(test_missing_in_time),
        cmocka_unit_test(test_drain),
        cmocka_unit_test(test_hang),
        cmocka_unit_test(test_valid_never_waits),
        cmocka_unit_test(test_outstanding),
        cmocka_unit_test(test_no_ready),
        cmocka_unit_test(test_bad_model),
        cmocka_unit_test(test_model_crashes),
        cmocka_unit_test(test_plain_outputs),
        cmocka_unit_test(test_plain_output_never_compared),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_latency),
        cmocka_unit_test(test_level_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
