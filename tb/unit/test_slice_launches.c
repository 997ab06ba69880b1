/*
 * test_slice_launches.c - the golden model of slice: random launches of race-free programs against
 * the interpreter of scalar threads, for slices of all shapes, with stalls, surfaces and a memory
 * that replies in any order; the random memory reports what a slice must not do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/block.h"
#include "engine/lockstep.h"
#include "slice/job.h"
#include "slice/memory.h"
#include "unit/random.h"

/* In `random` few launches have an oracle, so a run goes on until there was one. */
enum { CYCLES = 150000, MOST = 30 * CYCLES };

/* Runs the scenario on the model alone; its oracle is the interpreter, which must have had a
 * launch to check. */
static void run(const char *scenario, const char *params, uint64_t seed)
{
    const struct assay_block *b = assay_block_find("slice");
    struct assay_config config = {
        .block = b, .scenario = assay_scenario_find(b, scenario), .seed = seed, .cycles = MOST};
    const struct slice_job *job;
    struct assay_lockstep *ls;
    uint64_t compared;
    enum assay_verdict verdict;
    char why[1024];

    config.knobs = config.scenario->knobs;
    if (!assay_params_parse(b, params, &config.params, why, sizeof why))
        fail_msg("%s", why);
    ls = assay_lockstep_open(&config, why, sizeof why);
    if (!ls)
        fail_msg("%s", why);
    job = assay_lockstep_scenario(ls);
    for (uint64_t at = 0; at < MOST && (at == 0 || (job->compared == 0 && !job->failed));
         at += CYCLES)
        assay_lockstep_run(ls, CYCLES);
    compared = job->compared;
    verdict = assay_lockstep_finish(ls)->verdict;
    assay_lockstep_close(ls);
    if (verdict != ASSAY_PASS)
        fail_msg("%s %s: %s", scenario, params, assay_verdict_name(verdict));
    if (compared == 0)
        fail_msg("%s %s: no launch was compared with the interpreter", scenario, params);
}

static void test_launches(void **unused)
{
    static const char *const params[] = {"smallest",
                                         "default",
                                         "reduce",
                                         "smallest,warps=1,distance=1",
                                         "smallest,lanes=16,warps=16,rows=512,barriers=1",
                                         "default,arrays=4,banks=32,kb=64,mshrs=1,ways=1"};
    const uint64_t seed = random_seed(5);

    (void)unused;
    for (size_t i = 0; i < sizeof params / sizeof params[0]; ++i) {
        run("launches", params[i], seed);
        run("random", params[i], seed);
    }
}

/* --- the memory --- */

static struct slice_memory memory;

static void begin(void)
{
    memset(&memory, 0, sizeof memory);
    slice_memory_begin(&memory, 1);
}

static void take(uint8_t kind, uint32_t addr, uint8_t tag)
{
    const struct slice_mem mem = {.kind = kind, .addr = addr, .tag = tag};

    slice_memory_take(&memory, &mem);
}

static void test_memory(void **unused)
{
    (void)unused;
    begin();
    take(ZCACHE_READ, 5, 0);
    take(ZCACHE_READ, 5, 1);
    take(ZCACHE_META_WRITE, 5, 2);
    assert_null(memory.wrong);
    take(ZCACHE_READ, 6, 1);
    assert_string_equal(memory.wrong, "a tag that is under way already");
    begin();
    take(ZCACHE_WRITE, 1 << 20, 64);
    take(ZCACHE_WRITE, 7, 192);
    take(ZCACHE_WRITE, 8, 192);
    assert_null(memory.wrong);
    take(ZCACHE_READ, 1 << 20, 0);
    assert_string_equal(memory.wrong, "a line that is under way already");
}

/* A write is never lost silently. */
static void test_far_lines(void **unused)
{
    (void)unused;
    begin();
    for (uint32_t i = 0; i < SLICE_MEMORY_FAR; ++i) {
        assert_null(memory.wrong);
        take(ZCACHE_WRITE, SLICE_MEMORY_NEAR + i, 64);
        for (int waited = 0; !slice_memory_reply(&memory, &(struct slice_fill){.tag = 0}); ++waited)
            if (waited == 10000)
                fail_msg("no reply to a write in %d calls", waited);
        slice_memory_replied(&memory);
    }
    assert_string_equal(memory.wrong, "writes to more far lines than the testbench keeps");
}

/* Lines that are zero by metadata, and the reasons to refuse a surface. */
static void test_surfaces(void **unused)
{
    const struct slice_surface on = {.surface = 1, .enable = 1, .addr = 8, .lines = 4, .last = 15};
    struct slice_surface bad = on;
    uint32_t word;

    (void)unused;
    begin();
    memory.near[9][3] = 77;
    assert_int_equal(slice_memory_check(&memory, 2, &on), SLICE_OK);
    slice_memory_surface(&memory, &on);
    assert_int_equal(slice_memory_word(&memory, 9 * SLICE_LINE + 12), 77);
    take(ZCACHE_META_WRITE, 0, 128);
    memory.owed[0].mem.data[0] = 2; /* line 9 is zero */
    for (uint32_t i = 0; !slice_memory_reply(&memory, &(struct slice_fill){.tag = 0}); ++i)
        if (i == 1000)
            fail_msg("no reply in %u cycles", i);
    memory.owed[0].done = false;
    slice_memory_replied(&memory);
    assert_int_equal(slice_memory_word(&memory, 9 * SLICE_LINE + 12), 0);
    word = slice_memory_word(&memory, 10 * SLICE_LINE);
    assert_int_equal(word, memory.near[10][0]);
    assert_int_equal(slice_memory_check(&memory, 2, &on), SLICE_REFUSED + ZCACHE_BAD_SURFACE);
    bad.surface = 0;
    bad.lines = 3;
    assert_int_equal(slice_memory_check(&memory, 2, &bad), SLICE_REFUSED + ZCACHE_BAD_RANGE);
    slice_memory_reset(&memory);
    assert_int_equal(slice_memory_word(&memory, 9 * SLICE_LINE + 12), 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_launches),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_far_lines),
        cmocka_unit_test(test_surfaces),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
