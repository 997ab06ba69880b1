/*
 * test_ahead_streams.c - level `transfers` with the DUT running ahead, for a block with several
 * sources and a join: everything that a run reports is the same as cycle by cycle.
 */
#include "memory_block.h"

#include "same_runs.h"
#include "stimulus/random_transactions.h"
#include "unit/opened.h"

enum { CYCLES = 3000, RECORDED = 1000, SEEDS = 6 };

/* --- faults --- */

static void right(void)
{
}

static void slow(void)
{
    wrong.latency = 300; /* too long for an exact histogram bin */
    wrong.r_latency = 2;
}

static void slow_and_wrong(void)
{
    slow();
    wrong.wrong_word = true;
}

static void slow_reads(void)
{
    wrong.r_latency = 70;
    wrong.wrong_done = true;
}

static void twice(void)
{
    flaw.twice = true;
}

static void wrong_word(void)
{
    wrong.wrong_word = true;
}

static void wrong_done(void)
{
    wrong.wrong_done = true;
}

static void both(void)
{
    wrong.both = true;
}

static void off_by_one(void)
{
    wrong.ahead_of_one = true;
}

static void new_word(void)
{
    wrong.new_word = true;
}

static void loses_word(void)
{
    wrong.loses_word = true;
}

static void loses_done(void)
{
    wrong.loses_done = true;
}

static void invents_done(void)
{
    wrong.invents_done = true;
}

static void unstable_word(void)
{
    wrong.unstable_word = true;
}

static void deaf(void)
{
    wrong.deaf = true;
}

static void waits(void)
{
    wrong.waits = true;
}

static void too_wide(void)
{
    flaw.too_wide = true;
}

static void too_wide_and_wrong(void)
{
    flaw.too_wide = true;
    wrong.wrong_word = true;
}

static void crash(void)
{
    flaw.crash = true;
}

static void tight(void)
{
    block.timeout = 70;
    wrong.latency = 68;
    wrong.r_latency = 65;
}

static void too_tight(void)
{
    block.timeout = 66;
    wrong.latency = 68;
}

static void (*const cases[])(void) = {
    right, slow,       slow_and_wrong, slow_reads,         twice,      wrong_word,   wrong_done,
    both,  off_by_one, new_word,       loses_word,         loses_done, invents_done, unstable_word,
    deaf,  waits,      too_wide,       too_wide_and_wrong, crash,      tight,        too_tight,
};
enum { CASES = sizeof cases / sizeof cases[0] };

static void claims(void)
{
    rules[B].valid_never_waits = rules[R].valid_never_waits = true;
}

static void bounded(void)
{
    rules[AR].outstanding = 4;
}

static void by_address(void)
{
    rules[R].match = offsetof(struct word, at);
    rules[R].match_size = 1;
}

static void set_up(size_t which, bool accepts, void (*more)(void))
{
    memset(&wrong, 0, sizeof wrong);
    memset(&flaw, 0, sizeof flaw);
    memset(rules, 0, sizeof rules);
    rules[AW].join = rules[W].join = 1;
    block.timeout = 900;
    block.hooks = accepts ? &lenient_hooks : &hooks;
    cases[which]();
    more();
}

static struct assay_config config(uint64_t seed)
{
    struct assay_config c = {.block = &block, .seed = seed, .cycles = CYCLES, .backend = "test"};

    assay_random_complete(&block);
    c.scenario = &block.scenarios[0];
    c.knobs = c.scenario->knobs;
    c.cover = true;
    c.catch_crashes = true;
    c.hang = 1000;
    return c;
}

static enum assay_verdict same(struct assay_config c, bool in_pieces)
{
    struct assay_lockstep *a, *b;
    enum assay_verdict v;

    c.ops = &in_step;
    a = opened(&c);
    c.ops = &ahead;
    b = opened(&c);
    assay_lockstep_run(a, UINT64_MAX);
    for (unsigned i = 0; in_pieces && i < 60; ++i)
        assay_lockstep_run(b, 1 + i * i % 97);
    assay_lockstep_run(b, UINT64_MAX);
    v = assay_lockstep_finish(a)->verdict;
    assay_lockstep_finish(b);
    if (v == ASSAY_CRASHED) /* the timing may include what was accepted in the cycle of the crash */
        same_result(&memory, assay_lockstep_result(a), assay_lockstep_result(b));
    else
        same_runs(a, b);
    assay_lockstep_close(a);
    assay_lockstep_close(b);
    return v;
}

/* --- tests --- */

static void test_steered(void **state)
{
    unsigned count[ASSAY_INCOMPLETE + 1] = {0};

    (void)state;
    for (size_t i = 0; i < 2 * CASES; ++i)
        for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
            set_up(i / 2, i % 2, right);
            block.pins = seed % 2 ? pins : NULL;
            ++count[same(config(seed), seed % 3 == 0)];
        }
    assert_true(count[ASSAY_PASS] > 20 && count[ASSAY_MISMATCH] > 100);
    assert_true(count[ASSAY_HANG] && count[ASSAY_BAD_MODEL] && count[ASSAY_CRASHED]);
}

/* Replays inputs recorded from the correct design, so that they start at every position of the
 * ring. */
static enum assay_verdict recorded(size_t which, bool accepts, void (*more)(void), uint64_t seed)
{
    static uint8_t inputs[RECORDED * sizeof(struct inputs)];
    struct assay_config c = config(seed);
    char why[256] = "";

    set_up(0, accepts, more);
    c.ops = &in_step;
    assert_true(assay_lockstep_record(&c, inputs, RECORDED, why, sizeof why));
    set_up(which, accepts, more);
    block.pins = seed % 2 ? pins : NULL;
    c.recorded = inputs;
    c.n_recorded = RECORDED;
    return same(c, seed % 2 == 0);
}

static void test_recorded(void **state)
{
    static void (*const more[])(void) = {right, claims, bounded, by_address};
    unsigned count[ASSAY_INCOMPLETE + 1] = {0};

    (void)state;
    for (size_t m = 0; m < sizeof more / sizeof more[0]; ++m)
        for (size_t i = 0; i < 2 * CASES; ++i)
            for (uint64_t seed = 1; seed <= 3; ++seed)
                ++count[recorded(i / 2, i % 2, more[m], seed)];
    assert_true(count[ASSAY_PASS] > 50 && count[ASSAY_MISMATCH] > 100);
    assert_true(count[ASSAY_BAD_MODEL] && count[ASSAY_CRASHED]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steered),
        cmocka_unit_test(test_recorded),
    };

    in_step = ahead;
    in_step.unknown = never_unknown;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
