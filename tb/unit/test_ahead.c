/*
 * test_ahead.c - level `transfers` with the DUT running ahead: everything that a run reports is the
 * same as cycle by cycle, for correct and for faulty designs.
 */
#include "echo_block.h"

#include "same_runs.h"

enum { CYCLES = 3000, RECORDED = 1000, SEEDS = 6 };

/* A four-state simulator that never shows an X. It has to run cycle by cycle. */
static int never_unknown(void *any, void *mask)
{
    (void)any;
    memset(mask, 0, sizeof(struct echo_out));
    return 0;
}

static struct assay_dut_ops in_step, ahead;

static bool refuses(const void *state, unsigned stream, const void *expected, const void *actual)
{
    (void)state;
    (void)stream;
    (void)expected;
    (void)actual;
    return false;
}

/* `legal` reads the model, so these hooks omit it. */
static const struct assay_transfer_hooks hooks = {.on = echo_on};
static const struct assay_transfer_hooks hooks_accept = {.on = echo_on, .accept = echo_accept};
static const struct assay_transfer_hooks hooks_refuse = {.on = echo_on, .accept = refuses};

/* Runs one configuration both ways; the run ahead in pieces if asked for. Returns the verdict. */
static enum assay_verdict same(struct assay_config c, bool in_pieces)
{
    struct assay_lockstep *a, *b;
    enum assay_verdict v;

    c.ops = &in_step;
    a = opened(&c);
    c.ops = &ahead;
    b = opened(&c);
    echo_finish(a);
    for (unsigned i = 0; in_pieces && i < 60; ++i)
        assay_lockstep_run(b, 1 + i * i % 97);
    v = echo_finish(b)->verdict;
    same_runs(a, b);
    assay_lockstep_close(a);
    assay_lockstep_close(b);
    return v;
}

/* --- faults --- */

static void right(void)
{
}

static void slow(void)
{
    wrong.latency = 9;
}

static void twice(void)
{
    echo_model.twice = true;
    wrong.answers = 2;
}

static void by_tag(void)
{
    echo_match_tags();
    wrong.by_tag = true;
    wrong.latency = 5;
}

static void not_by_tag(void)
{
    wrong.by_tag = true;
    wrong.latency = 5;
}

static void wrong_data(void)
{
    wrong.wrong_data = true;
}

static void off_by_one(void)
{
    wrong.off_by_one = true;
}

static void lost(void)
{
    wrong.lost_under_stall = true;
}

static void duplicates(void)
{
    wrong.duplicates = true;
}

static void invents(void)
{
    wrong.invents = true;
}

static void unstable(void)
{
    wrong.unstable = true;
}

static void retracts(void)
{
    wrong.retracts = true;
}

static void keeps_over_reset(void)
{
    wrong.keeps_over_reset = true;
    wrong.latency = 12;
}

static void deaf(void)
{
    wrong.deaf = true;
}

static void mute(void)
{
    wrong.mute = true;
}

static void stops(void)
{
    wrong.stops = true;
}

static void too_wide(void)
{
    echo_model.too_wide = true;
}

static void no_source(void)
{
    echo_model.no_source = true;
}

static void too_wide_and_wrong(void)
{
    echo_model.too_wide = true;
    wrong.invents = true;
    wrong.unstable = true;
}

static void short_timeout(void)
{
    echo_block.timeout = 70;
    wrong.latency = 68;
}

static void waits(void)
{
    wrong.waits = true;
}

static void no_model(void)
{
    echo_block.level = ASSAY_COMPARE_NONE;
    wrong.unstable = true;
}

static void (*const cases[])(void) = {
    right,      slow,          twice,     by_tag,     not_by_tag,
    wrong_data, lost,          invents,   duplicates, keeps_over_reset,
    off_by_one, unstable,      retracts,  deaf,       mute,
    stops,      too_wide,      no_source, no_model,   too_wide_and_wrong,
    waits,      short_timeout,
};

static const struct assay_transfer_hooks *const all_hooks[] = {&hooks, &hooks_accept,
                                                               &hooks_refuse};
enum { CASES = sizeof cases / sizeof cases[0], HOOKS = sizeof all_hooks / sizeof all_hooks[0] };

static void set_up(size_t which, size_t h)
{
    echo_right();
    echo_block.hooks = all_hooks[h];
    cases[which]();
}

/* --- tests --- */

static void test_steered(void **state)
{
    unsigned count[ASSAY_INCOMPLETE + 1] = {0};

    (void)state;
    for (size_t h = 0; h < HOOKS; ++h)
        for (size_t i = 0; i < CASES; ++i)
            for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
                struct assay_config c = echo_config(seed, CYCLES);

                set_up(i, h);
                c.hang = seed % 2 ? 1000 : 150;
                ++count[same(c, seed % 3 == 0)];
            }
    assert_true(count[ASSAY_PASS] > 50 && count[ASSAY_MISMATCH] > 100);
    assert_true(count[ASSAY_HANG] && count[ASSAY_STOPPED] && count[ASSAY_BAD_MODEL]);
}

/* Replays inputs recorded from the correct design, so that they start at every position of the
 * ring. Returns the verdict. */
static enum assay_verdict recorded(void (*rules)(void), size_t h, size_t which, uint64_t seed)
{
    static uint8_t inputs[RECORDED * sizeof(struct echo_in)];
    struct assay_config c = echo_config(seed, CYCLES);
    struct assay_scenario again = *c.scenario;
    char why[256] = "";

    set_up(0, h);
    rules();
    c.ops = &in_step;
    assert_true(assay_lockstep_record(&c, inputs, RECORDED, why, sizeof why));
    set_up(which, h);
    rules();
    c.recorded = inputs;
    c.n_recorded = RECORDED;
    c.scenario = &again;
    return same(c, seed % 2 == 0);
}

static void claims(void)
{
    echo_rules[ECHO_RSP].valid_never_waits = true;
    wrong.latency = wrong.latency ? wrong.latency : 3;
}

static void bounded(void)
{
    echo_rules[ECHO_REQ].outstanding = 3;
}

static void enabled(void)
{
    echo_rules[ECHO_REQ].always = true;
    echo_block.timeout = 70;
}

static void test_recorded(void **state)
{
    static void (*const rules[])(void) = {right, claims, bounded, enabled};
    unsigned count[ASSAY_INCOMPLETE + 1] = {0};

    (void)state;
    for (size_t r = 0; r < sizeof rules / sizeof rules[0]; ++r)
        for (size_t h = 0; h < HOOKS - 1; ++h)
            for (size_t i = 0; i < CASES; ++i)
                for (uint64_t seed = 1; seed <= 3; ++seed)
                    ++count[recorded(rules[r], h, i, seed)];
    assert_true(count[ASSAY_PASS] > 20 && count[ASSAY_MISMATCH] > 100);
    assert_true(count[ASSAY_STOPPED] && count[ASSAY_BAD_MODEL]);
}

/* The model crashes on its tenth request, unless the run has ended before: with the unstable
 * design, and with the hook that refuses every response. */
static void test_model_crashes(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed)
        for (size_t h = 0; h < HOOKS; ++h)
            for (unsigned broken = 0; broken < 2; ++broken) {
                struct assay_config c = echo_config(seed, CYCLES);
                enum assay_verdict v;

                set_up(0, h);
                echo_model.crash = true;
                wrong.unstable = broken;
                c.catch_crashes = true;
                v = same(c, false);
                if (!broken && all_hooks[h] != &hooks_refuse)
                    assert_int_equal(v, ASSAY_CRASHED);
                else
                    assert_true(v == ASSAY_CRASHED || v == ASSAY_MISMATCH);
            }
}

/* The design crashes at this cycle. Everything before it is judged first. */
static uint64_t crash_at;

/* Static, because a design that has crashed is not destroyed. */
static struct echo_dut two_duts[2];
static unsigned next_dut;

static void *static_create(void)
{
    struct echo_dut *d = &two_duts[next_dut++ % 2];

    memset(d, 0, sizeof *d);
    return d;
}

static void static_destroy(void *any)
{
    (void)any;
}

static void crashing_eval(void *any, const void *in, void *out)
{
    const struct echo_dut *d = any;

    if (d->cycle == crash_at)
        raise(SIGSEGV);
    echo_eval(any, in, out);
}

static void test_dut_crashes(void **state)
{
    unsigned count[ASSAY_INCOMPLETE + 1] = {0};

    (void)state;
    in_step.eval = ahead.eval = crashing_eval;
    in_step.create = ahead.create = static_create;
    in_step.destroy = ahead.destroy = static_destroy;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed)
        for (unsigned broken = 0; broken < 3; ++broken) {
            struct assay_config c = echo_config(seed, CYCLES);

            set_up(0, 0);
            wrong.unstable = broken == 1;
            echo_model.crash = broken == 2;
            crash_at = 100 + 29 * seed;
            c.catch_crashes = true;
            ++count[same(c, false)];
        }
    in_step.eval = ahead.eval = echo_eval;
    in_step.create = ahead.create = echo_create;
    in_step.destroy = ahead.destroy = free;
    assert_true(count[ASSAY_CRASHED] && count[ASSAY_MISMATCH]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steered),
        cmocka_unit_test(test_recorded),
        cmocka_unit_test(test_model_crashes),
        cmocka_unit_test(test_dut_crashes),
    };

    in_step = ahead = echo_dut_2;
    in_step.unknown = never_unknown;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
