/*
 * test_shrink_stopped.c - shrinking that is interrupted, runs out of time, or has nothing to do.
 */
#include "unit/dotmul_bugs.h"
#include "unit/shrink_bench.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stimulus/shrink_steps.h"

static uint64_t stop_after;

static bool stops(void *arg, const struct assay_shrink *s)
{
    (void)arg;
    return s->trials < stop_after;
}

static void test_interrupted(void **state)
{
    char why[256];

    (void)state;
    bug = BAD_OPERAND;
    for (stop_after = 3; stop_after < 40; stop_after += 4) {
        struct assay_shrink s = shrink_of(&dotmul_ops, "default", 2);

        s.progress = stops;
        assert_int_equal(assay_shrink_run(&s, why, sizeof why), ASSAY_SHRUNK);
        assert_true(s.stopped);
        assert_true(s.trials <= stop_after);
        still_fails(&s);
        assay_shrink_free(&s);
    }
    for (stop_after = 0; stop_after < 2; ++stop_after) {
        struct assay_shrink s = shrink_of(&dotmul_ops, "default", 2);

        s.progress = stops;
        assert_int_equal(assay_shrink_run(&s, why, sizeof why), ASSAY_SHRINK_INTERRUPTED);
        assert_non_null(strstr(why, "stopped before"));
        assay_shrink_free(&s);
    }
}

static unsigned calls, stop_in;

static bool stops_in_call(void *arg, const struct assay_shrink *s)
{
    (void)arg;
    (void)s;
    return ++calls < stop_in;
}

/* Interruptions at any moment, even while a child process writes the result: nothing is lost, and
 * it is not reported as out of memory. */
static void test_interrupted_anywhere(void **state)
{
    unsigned kept = 0;

    (void)state;
    bug = BAD_LATE;
    for (stop_in = 1; stop_in < 150; ++stop_in) {
        struct assay_shrink s = shrink_of(&dotmul_ops, "default", 2);
        struct assay_block block = *s.config.block;
        char why[256] = "";
        enum assay_shrink_end end;

        block.apart = true;
        s.config.block = &block;
        calls = 0;
        s.progress = stops_in_call;
        end = assay_shrink_run(&s, why, sizeof why);
        if (end != ASSAY_SHRUNK && end != ASSAY_SHRINK_INTERRUPTED)
            fail_msg("stopped in call %u: %s", stop_in, why);
        assert_true(s.stopped);
        if (end == ASSAY_SHRUNK)
            still_fails(&s);
        kept += end == ASSAY_SHRUNK;
        assay_shrink_free(&s);
    }
    assert_true(kept > 50);
}

static void ends_its_process(void *state, const void *in, void *out, uint64_t *transfers, size_t n)
{
    (void)state;
    (void)in;
    (void)out;
    (void)transfers;
    (void)n;
    _exit(0);
}

/* A user's model may call exit: the answer of its process is empty. */
static void test_model_that_exits(void **state)
{
    struct assay_shrink s = shrink_of(&dotmul_ops, "default", 1);
    struct assay_block block = *s.config.block;
    struct assay_model_block model = *block.model;
    struct assay_script script = {0};
    char why[256] = "";
    uint64_t start;

    (void)state;
    model.steps = ends_its_process;
    block.model = &model;
    block.apart = true;
    s.config.block = &block;
    assert_false(assay_shrink_record(&s, &s.config, 0, 10, &script, &start, why, sizeof why));
    assert_string_equal(why, "the run ended before it was written down");
    assay_script_free(&script);
    assay_shrink_free(&s);
}

static const struct assay_model_block *whole_model;
static bool ends_now;

static void may_end_its_process(void *state, const void *in, void *out, uint64_t *transfers,
                                size_t n)
{
    if (ends_now)
        _exit(0);
    whole_model->steps(state, in, out, transfers, n);
}

static bool ends_after_two_trials(void *arg, const struct assay_shrink *s)
{
    (void)arg;
    ends_now = s->trials >= 2;
    return true;
}

/* The second trial fails as the run does, but cannot be recorded: the message says why. */
static void test_not_recorded(void **state)
{
    struct assay_shrink s = shrink_of(&dotmul_ops, "default", 2);
    struct assay_block block = *s.config.block;
    struct assay_model_block model = *block.model;
    char why[256] = "";

    (void)state;
    bug = BAD_OPERAND;
    whole_model = block.model;
    ends_now = false;
    model.steps = may_end_its_process;
    block.model = &model;
    block.apart = true;
    s.config.block = &block;
    s.progress = ends_after_two_trials;
    assert_int_equal(assay_shrink_run(&s, why, sizeof why), ASSAY_SHRINK_ERROR);
    assert_string_equal(why, "the run ended before it was written down");
    assay_shrink_free(&s);
}

static void test_out_of_time(void **state)
{
    struct assay_shrink s = shrink_of(&dotmul_ops, "default", 2);
    char why[256];

    (void)state;
    bug = BAD_OPERAND;
    s.seconds = 1e-9;
    assert_int_equal(assay_shrink_run(&s, why, sizeof why), ASSAY_SHRUNK);
    assert_true(s.out_of_time);
    still_fails(&s);
    assay_shrink_free(&s);
}

static void test_nothing_to_shrink(void **state)
{
    struct assay_shrink s = shrink_of(&dotmul_ops, "default", 1);
    char why[256];

    (void)state;
    bug = NO_BUG;
    s.config.cycles = 3000;
    assert_int_equal(assay_shrink_run(&s, why, sizeof why), ASSAY_SHRINK_PASSES);
    assert_string_equal(why, "does not fail: nothing to shrink");
    assay_shrink_free(&s);

    s = shrink_of(&dotmul_ops, "default", 1);
    s.config.scenario = &assay_script_scenario; /* has no transactions */
    s.config.hang = 100;
    assert_int_equal(assay_shrink_run(&s, why, sizeof why), ASSAY_SHRINK_UNSUITABLE);
    assert_non_null(strstr(why, "fails with hang"));
    assay_shrink_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interrupted),       cmocka_unit_test(test_interrupted_anywhere),
        cmocka_unit_test(test_model_that_exits),  cmocka_unit_test(test_out_of_time),
        cmocka_unit_test(test_nothing_to_shrink), cmocka_unit_test(test_not_recorded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
