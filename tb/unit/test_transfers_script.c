/*
 * test_transfers_script.c - runs at level `transfers` that are recorded as transactions, played,
 * saved and shrunk.
 */
#include "echo_block.h"

#include <unistd.h>

#include "random.h"
#include "stimulus/replay.h"
#include "stimulus/script_pipe.h"
#include "stimulus/shrink.h"

/* Returns the inputs of a run, cycle by cycle. */
static struct echo_in *inputs_of(const struct assay_config *c, uint64_t cycles)
{
    struct echo_in *in = calloc(cycles, sizeof *in);
    struct assay_lockstep *ls = opened(c);

    assert_non_null(in);
    for (uint64_t i = 0; i < cycles; ++i) {
        struct assay_moment m;

        assay_lockstep_run(ls, 1);
        assert_true(assay_lockstep_moment(ls, i, &m));
        memcpy(&in[i], m.in, sizeof in[i]);
        if (!in[i].req_valid) /* payload counts only while its valid is high */
            memset(&in[i].req, 0, sizeof in[i].req);
    }
    assay_lockstep_close(ls);
    return in;
}

static void same_inputs(const struct echo_in *a, const struct echo_in *b, uint64_t n)
{
    for (uint64_t i = 0; i < n; ++i) {
        if (a[i].rst != b[i].rst || a[i].req_valid != b[i].req_valid ||
            a[i].rsp_ready != b[i].rsp_ready || a[i].mode != b[i].mode ||
            a[i].req.data != b[i].req.data || a[i].req.tag != b[i].req.tag)
            fail_msg("inputs of cycle %llu differ", (unsigned long long)i);
    }
}

static void test_played_again(void **state)
{
    enum { CYCLES = 3000 };
    struct assay_config c = echo_config(random_seed(31), CYCLES), played;
    struct assay_script script, received;
    struct echo_in *once, *again;
    struct assay_lockstep *ls;
    char why[256] = "", *text = NULL;
    size_t size = 0;
    const char *at;
    FILE *f;

    (void)state;
    echo_right();
    wrong.latency = 5;
    echo_rules[ECHO_REQ].outstanding = 3;
    once = inputs_of(&c, CYCLES);
    again = inputs_of(&c, CYCLES);
    same_inputs(once, again, CYCLES); /* the same seed gives the same run */
    free(again);
    assert_true(assay_script_record(&c, 0, CYCLES - 1, &script, NULL, why, sizeof why));
    script.bounded = true;
    f = open_memstream(&text, &size);
    assert_non_null(f);
    assay_script_send(&script, f);
    fclose(f);
    assay_script_free(&script);
    at = text;
    assert_true(assay_script_receive(&received, &echo_block, &at, text + size));
    assert_ptr_equal(at, text + size);
    assert_true(received.bounded);
    received.bounded = false;
    at = text;
    assert_false(assay_script_receive(&script, &echo_block, &at, text + size - 1));
    free(text);
    played = c;
    assay_script_play(&played, &received);
    again = inputs_of(&played, CYCLES);
    same_inputs(once, again, CYCLES);
    free(again);
    free(once);

    wrong.latency = 11; /* another design: other cycles, but still all responses are compared */
    ls = opened(&played);
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_PASS);
    assert_true(assay_lockstep_result(ls)->transactions > 100);
    assay_lockstep_close(ls);
    assay_script_free(&received);
}

static void test_replay_file_of_a_drained_run(void **state)
{
    struct assay_config c = echo_config(32, 510);
    struct assay_lockstep *ls;
    char path[] = "test-transfers-XXXXXX", text[4096] = "", why[512];
    uint64_t cycle;
    FILE *f;

    (void)state;
    assert_true(mkstemp(path) >= 0);
    echo_right();
    wrong.mute = true;
    c.knobs.stall = 0;
    c.knobs.resets = 0;
    ls = opened(&c);
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_MISMATCH);
    cycle = assay_lockstep_result(ls)->fail_cycle;
    assert_true(assay_replay_save(ls, NULL, path, why, sizeof why));
    assay_lockstep_close(ls);
    f = fopen(path, "r");
    assert_non_null(f);
    assert_true(fread(text, 1, sizeof text - 1, f) > 0);
    fclose(f);
    remove(path);
    assert_non_null(strstr(text, "\ncycles 510\n"));
    assert_non_null(strstr(text, ", port rsp_valid, missing\n"));
    c.cycles = 510;
    ls = opened(&c);
    assert_int_equal(echo_finish(ls)->fail_cycle, cycle);
    assay_lockstep_close(ls);
}

static struct assay_shrink shrunk(const struct assay_config *c)
{
    struct assay_shrink s = {.config = *c};
    char why[256] = "";

    if (assay_shrink_run(&s, why, sizeof why) != ASSAY_SHRUNK)
        fail_msg("%s", why);
    return s;
}

/* Asserts that the best script fails as stated. */
static void check_best(const struct assay_shrink *s)
{
    struct assay_config c = s->config;
    struct assay_lockstep *ls;

    assay_script_play(&c, &s->best);
    c.cycles = s->best.cycles;
    ls = opened(&c);
    assert_int_equal(echo_finish(ls)->verdict, s->verdict);
    assert_int_equal(assay_lockstep_result(ls)->fail_cycle, s->fail_cycle);
    assay_lockstep_close(ls);
}

static void test_lost_response_is_shrunk_to_its_request_and_the_next(void **state)
{
    struct assay_config c = echo_config(33, 20000);
    struct assay_script whole;
    struct assay_shrink s;
    struct assay_lockstep *ls;

    (void)state;
    echo_right();
    wrong.lost_under_stall = true;
    c.knobs.resets = 0;
    s = shrunk(&c);
    assert_int_equal(s.verdict, ASSAY_MISMATCH);
    assert_int_equal(s.stream, ECHO_RSP);
    /* The stalled response, the one that is lost meanwhile, and the one that comes in its place. */
    assert_int_equal(s.kind, ASSAY_DIFFERS);
    assert_int_equal(s.size.transactions, 3);
    check_best(&s);
    /* Kept as a regression test, it passes on a repaired design and compares something there. */
    assert_true(assay_shrink_complete(&s, &whole));
    wrong.lost_under_stall = false;
    assay_script_play(&c, &whole);
    c.cycles = whole.cycles;
    ls = opened(&c);
    assert_int_equal(echo_finish(ls)->verdict, ASSAY_PASS);
    assert_true(assay_lockstep_result(ls)->transactions > 0);
    assay_lockstep_close(ls);
    assay_script_free(&whole);
    assay_shrink_free(&s);
}

static void test_one_lost_at_the_end(void **state)
{
    struct assay_config c = echo_config(34, 3000);
    struct assay_shrink s;

    (void)state;
    echo_right();
    wrong.mute = true;
    c.knobs.resets = 0;
    s = shrunk(&c);
    assert_int_equal(s.size.transactions, 1); /* one after cycle 500 */
    assert_int_equal(s.kind, ASSAY_MISSING);
    assert_string_equal(s.port->name, "rsp_valid");
    check_best(&s);
    assay_shrink_free(&s);
}

static void test_design_that_takes_nothing(void **state)
{
    struct assay_config c = echo_config(35, 5000);
    struct assay_shrink s;

    (void)state;
    echo_right();
    wrong.deaf = true;
    c.hang = 300;
    s = shrunk(&c);
    assert_int_equal(s.verdict, ASSAY_HANG);
    assert_int_equal(s.size.transactions, 1);
    check_best(&s);
    assay_shrink_free(&s);
}

/* A model that counts outside its state; its 20th response depends on that count. */
static void test_model_with_globals(void **state)
{
    static uint32_t count;
    struct assay_config c = echo_config(36, 5000);
    struct assay_shrink s;

    (void)state;
    echo_right();
    echo_model.globals = &count;
    c.knobs.resets = 0;
    s = shrunk(&c);
    assert_int_equal(count, 0); /* it ran in another process */
    assert_int_equal(s.size.transactions, 20);
    assert_true(s.trials > 20);
    check_best(&s);
    assert_int_equal(count, 20);
    assay_shrink_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_played_again),
        cmocka_unit_test(test_replay_file_of_a_drained_run),
        cmocka_unit_test(test_lost_response_is_shrunk_to_its_request_and_the_next),
        cmocka_unit_test(test_one_lost_at_the_end),
        cmocka_unit_test(test_design_that_takes_nothing),
        cmocka_unit_test(test_model_with_globals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
