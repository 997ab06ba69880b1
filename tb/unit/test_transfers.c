/*
 * test_transfers.c - level `transfers`, what is compared: for each rule, a design that breaks it
 * and one that obeys it.
 */
#include "echo_runs.h"

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
    ls = opened(&c);
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
    mismatches(&c, ASSAY_MISSING); /* matched by tag, the next one is a different response */
    echo_right();
    wrong.lost_under_stall = true;
    mismatches(&c, ASSAY_DIFFERS); /* the next one comes in its place */
}

/* If the bench is idle, no response is expected when it comes; in a burst it takes another's
 * place. */
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
    c.cycles = 290; /* even after the stimulus has ended */
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
    c.knobs.stall = 0; /* without stalls */
    passes(&c);
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
    echo_right(); /* nothing is taken while valid is low */
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
    c.seed = 30; /* a seed without a request directly after the reset */
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
    c.cycles = 1; /* only the reset, then it drains */
    ls = opened(&c);
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
    ls = opened(&c);
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_PASS);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
