/*
 * test_transfers_outputs.c - level `transfers`, other verdicts: outputs outside streams, models
 * that are wrong or crash, runs that compare nothing.
 */
#include "echo_runs.h"

static void bad_model(const char *why)
{
    struct assay_config c = echo_config(18, 5000);
    struct assay_lockstep *ls = opened(&c);
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

/* Asserts that a run crashes in the model and that the report contains `said`. */
static void crashes(const char *said)
{
    struct assay_config c = echo_config(19, 5000);
    struct assay_lockstep *ls;
    char *text = NULL;
    size_t size = 0;
    FILE *f;

    c.catch_crashes = true;
    ls = opened(&c);
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

/* Asserts that a run fails in a single cycle because of an output outside streams. */
static void differs_on(const char *port, enum assay_verdict verdict)
{
    struct assay_config c = echo_config(30, 5000);
    struct assay_lockstep *ls = opened(&c);
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
    wrong.when = false; /* with the other condition, this is right */
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
    echo_model.busy_always = true; /* goes undetected */
    ls = opened(&c);
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

/* No value is judged, and the report says so. */
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
    ls = opened(&c);
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
    ls = opened(&c);
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_HANG);
    assay_lockstep_close(ls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_model),     cmocka_unit_test(test_model_crashes),
        cmocka_unit_test(test_plain_outputs), cmocka_unit_test(test_plain_output_never_compared),
        cmocka_unit_test(test_level_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
