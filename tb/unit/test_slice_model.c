/* test_slice_model.c - kernels on the golden model of slice against host arithmetic. */
#include <math.h>

#include "unit/host_words.h"
#include "unit/random.h"
#include "unit/slice_bench.h"

enum { SEED = 3107, BYTES = 4 };

static struct assay_rng rng;

/* Returns a number with few bits, so that sums do not overflow. */
static uint32_t small_float(void)
{
    return as_bits((float)((int)assay_rng_below(&rng, 4096) - 2048) / 16);
}

/* --- saxpy: global memory, groups that wait for a place --- */

static const char saxpy[] = "mul r1, group, warps\n add r1, r1, warp\n mad r1, r1, c15, lid\n"
                            "mul r2, groups, warps\n mul r2, r2, c15\n"
                            "shl r3, r1, 2\n add r4, r3, c1\n add r5, r3, c2\n shl r6, r2, 2\n"
                            "mov r7, 0\n"
                            "again: ld r8, r4, 0\n ld r9, r5, 0\n add r7, r7, r2\n"
                            "cmp.lt.s32 p0, r7, c0\n add r4, r4, r6\n ffma r9, c3, r8, r9\n"
                            "st r5, 0, r9\n add r5, r5, r6\n @p0 bra again\n exit\n";

enum { ELEMENTS = 2048, X = 0, Y = 4096 }; /* word addresses */

static uint32_t run_saxpy(const struct slice_params *p, uint32_t groups, uint32_t warps)
{
    static uint32_t expected[ELEMENTS];
    struct slice_launch l = {.groups = groups, .warps = (uint8_t)warps};
    uint32_t cycles;

    boot(p);
    l.length = program(saxpy);
    constant(0, ELEMENTS);
    constant(1, BYTES * X);
    constant(2, BYTES * Y);
    constant(3, as_bits(2.5F));
    constant(15, p->lanes);
    for (uint32_t i = 0; i < ELEMENTS; ++i) {
        memory[X + i] = small_float();
        memory[Y + i] = small_float();
        expected[i] = as_bits(fmaf(2.5F, as_float(memory[X + i]), as_float(memory[Y + i])));
    }
    cycles = run(&l);
    assert_memory_equal(&memory[Y], expected, sizeof expected);
    return cycles;
}

static void test_saxpy(void **unused)
{
    (void)unused;
    random_begin(&rng, SEED, __func__);
    const uint32_t cycles = run_saxpy(&defaults, 4, 2);

    /* Each line is transferred once: 256 are read and 128 written, one per 4 cycles, and the flush
     * begins when the last one has arrived. */
    assert_int_equal(lines_read, 256);
    assert_int_equal(lines_written, 128);
    assert_true(cycles > APART * 384);
    run_saxpy(&defaults, 8, 1);
    run_saxpy(&defaults, 1, 3);
}

/* Slices of other shapes leave the same memory. */
static void test_shapes(void **unused)
{
    static const struct slice_params smallest = {.warps = 2,
                                                 .lanes = 4,
                                                 .imem = 256,
                                                 .kb = 4,
                                                 .banks = 8,
                                                 .sets = 2,
                                                 .ways = 2,
                                                 .surfaces = 2,
                                                 .mshrs = 2,
                                                 .metas = 2,
                                                 .barriers = 4,
                                                 .alus = 1,
                                                 .depth = 2,
                                                 .arrays = 1,
                                                 .rows = 32,
                                                 .queue = 2};
    struct slice_params p = defaults;

    (void)unused;
    random_begin(&rng, SEED, __func__);
    run_saxpy(&smallest, 4, 1);
    run_saxpy(&smallest, 2, 2);
    p.warps = 16;
    p.lanes = 16;
    p.rows = 512;
    run_saxpy(&p, 2, 8);
}

/* One load waits for the way to the cache and back, at any distance. */
static void test_distance(void **unused)
{
    static const uint32_t distances[] = {0, 1, 2, 3, 40, 301, 1023};
    struct slice_params p = defaults;
    uint32_t cycles[sizeof distances / sizeof *distances];

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (uint32_t i = 0; i < sizeof distances / sizeof *distances; ++i) {
        struct slice_launch l = {.groups = 1, .warps = 1};

        p.distance = distances[i];
        boot(&p);
        l.length = program("shl r1, lid, 2\n ld r2, r1, 0\n mov r3, r2\n exit\n");
        cycles[i] = run(&l);
        assert_int_equal(cycles[i], cycles[0] + distances[i]);
        run_saxpy(&p, 2, 2);
    }
}

/* The result is the same at any latency of memory. */
static void test_latency(void **unused)
{
    static const uint32_t latencies[] = {1, 17, 300};

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (uint32_t i = 0; i < sizeof latencies / sizeof *latencies; ++i) {
        latency = latencies[i];
        run_saxpy(&defaults, 4, 2);
        run_saxpy(&defaults, 3, 4);
    }
    latency = 64;
}

/* --- local memory --- */

static void test_histogram(void **unused)
{
    enum { GROUPS = 5, BINS = 16, OUT = 4096 };
    struct slice_launch l = {.groups = GROUPS, .warps = 2, .local_lines = 64, .bars = 2};
    uint32_t bins[GROUPS][BINS] = {{0}};

    (void)unused;
    random_begin(&rng, SEED, __func__);
    boot(&defaults);
    l.length = program("mul r1, warp, 8\n add r1, r1, lid\n shl r1, r1, 2\n" /* lane of the group */
                       "st.local r1, 0, 0\n bar.local c0\n"
                       "mul u1, group, 64\n ld r2, r1, u1\n and r2, r2, 15\n shl r2, r2, 2\n"
                       "atom.add.local r3, r2, c1\n bar.local c1\n"
                       "ld.local r4, r1, 0\n add u1, u1, c2\n st r1, u1, r4\n exit\n");
    constant(1, 1);
    constant(2, BYTES * OUT);
    for (uint32_t i = 0; i < GROUPS * BINS; ++i) {
        memory[i] = (uint32_t)assay_rng_u64(&rng);
        ++bins[i / BINS][memory[i] % BINS];
    }
    run(&l);
    assert_memory_equal(&memory[OUT], bins, sizeof bins);
}

/* --- barriers --- */

/* Integers, floats in the order of the tree, counted lanes; a fence of global memory. */
static void test_reduction(void **unused)
{
    enum { GROUPS = 3, WARPS = 4, LANES = 8, OUT = 4096, OF_GROUP = 16 };
    struct slice_launch l = {.groups = GROUPS, .warps = WARPS, .bars = 3};

    (void)unused;
    random_begin(&rng, SEED, __func__);
    boot(&defaults);
    l.length = program("mul u1, group, 4\n add u1, u1, warp\n mul u2, u1, 32\n"
                       "shl r1, lid, 2\n ld r2, r1, u2\n"
                       "red.add.u32 u3, r2\n bar.add.u32 u4, c0, u3\n"
                       "red.max.s32 u3, r2\n bar.max.s32 u5, c1, u3\n"
                       "cmp.lt.s32 p1, r2, 0\n"
                       "cvt.f32.s32 u6, u3\n"
                       "bar.add.f32.global u6, c3, u6, p1, u7\n"
                       "shl u1, u1, 4\n add u1, u1, c2\n"
                       "st u1, 0, u4\n st u1, 4, u5\n st u1, 8, u6\n st u1, 12, u7\n exit\n");
    constant(1, 1);
    constant(2, BYTES * OUT);
    constant(3, 2);
    for (uint32_t i = 0; i < GROUPS * WARPS * LANES; ++i)
        memory[i] = (uint32_t)assay_rng_u64(&rng);
    run(&l);
    for (uint32_t g = 0; g < GROUPS; ++g) {
        const uint32_t *x = &memory[g * WARPS * LANES];
        uint32_t sum = 0, negative = 0;
        int32_t most = INT32_MIN;
        float of[WARPS];

        for (uint32_t w = 0; w < WARPS; ++w) {
            int32_t greatest = INT32_MIN;

            for (uint32_t n = 0; n < LANES; ++n) {
                const int32_t v = (int32_t)x[w * LANES + n];

                sum += (uint32_t)v;
                negative += v < 0;
                greatest = v > greatest ? v : greatest;
            }
            most = greatest > most ? greatest : most;
            of[w] = (float)greatest;
        }
        for (uint32_t w = 0; w < WARPS; ++w) {
            const uint32_t *got = &memory[OUT + g * OF_GROUP + 4 * w];

            assert_int_equal(got[0], sum);
            assert_int_equal((int32_t)got[1], most);
            assert_int_equal(got[2], as_bits((of[0] + of[1]) + (of[2] + of[3])));
            assert_int_equal(got[3], negative);
        }
    }
}

/* A value travels around the warps of a group. */
static void test_messages(void **unused)
{
    enum { OUT = 4096 };
    struct slice_launch l = {.groups = 4, .warps = 4};

    (void)unused;
    boot(&defaults);
    l.length = program("add u1, warp, 1\n and u1, u1, 3\n mul u2, group, 16\n add u2, u2, warp\n"
                       "msg u3, u1, u2\n recv 1\n"
                       "shl u2, u2, 2\n add u2, u2, c2\n st u2, 0, u3\n exit\n");
    constant(2, BYTES * OUT);
    run(&l);
    for (uint32_t g = 0; g < 4; ++g)
        for (uint32_t w = 0; w < 4; ++w)
            assert_int_equal(memory[OUT + 16 * g + w], 16 * g + (w + 3) % 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_saxpy),    cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_distance), cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_latency),  cmocka_unit_test(test_reduction),
        cmocka_unit_test(test_messages),
    };

    return cmocka_run_group_tests_name("slice model", tests, NULL, NULL);
}
