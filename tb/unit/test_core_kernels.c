/*
 * test_core_kernels.c - the kernels in tb/core/kernels on the golden model of core, as written and
 * after the uniformity pass, with 1 to 8 warps, against the same computed by the host; and their
 * figures.
 */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/figures.h"
#include "core/kernel_inputs.h"
#include "numerics/numerics.h"
#include "unit/host_words.h"
#include "unit/random.h"

enum {
    SEED = 24,
    LANES = 8,
    N = CORE_INPUT_ELEMENTS,
    A = CORE_INPUT_A,
    B = CORE_INPUT_B,
    C = CORE_INPUT_C,
    D = CORE_INPUT_D
};

static struct core_kernel k;
static uint32_t memory[CORE_INPUT_WORDS], before[CORE_INPUT_WORDS];

static void is(uint32_t word, uint32_t expected, const char *what, uint32_t i)
{
    if (memory[word] != expected)
        fail_msg("%s, element %" PRIu32 ", %" PRIu32 " groups of %" PRIu32 " warps: %08" PRIx32
                 ", expected %08" PRIx32,
                 what, i, k.groups, k.warps, memory[word], expected);
}

/* --- what each kernel must leave in memory --- */

static void check_saxpy(void)
{
    for (uint32_t i = 0; i < N; ++i)
        is(B + i, as_bits(fmaf(2.5f, as_float(before[A + i]), as_float(before[B + i]))), "saxpy",
           i);
}

static void check_mandelbrot(void)
{
    for (uint32_t i = 0; i < N; ++i) {
        const float re = fmaf((float)(i % 64), 0.046875f, -2.0f);
        const uint32_t row = i / 64;
        const float im = fmaf((float)row, 0.125f, -0.5f);
        float x = 0, y = 0;
        uint32_t trips = 0;

        do {
            const float xx = x * x, yy = y * y, xy = x * y;

            x = (xx - yy) + re;
            y = fmaf(xy, 2.0f, im);
            ++trips;
        } while (trips < 64 && fmaf(y, y, x * x) <= 4.0f);
        is(A + i, trips, "mandelbrot", i);
    }
}

static void check_lighting(void)
{
    const float to_light = 0.57735026f;

    for (uint32_t i = 0; i < N; ++i) {
        const float a = as_float(before[A + i]), b = as_float(before[B + i]),
                    c = as_float(before[C + i]);
        const float cosine = fmaf(c, to_light, fmaf(b, to_light, a * to_light));
        float light = 0.1f, power = cosine * cosine;

        if (cosine > 0) {
            light = fmaf(cosine, 0.8f, light);
            power = power * power;
            power = power * power;
            light = fmaf(power, 0.5f, light);
        }
        is(D + i, as_bits(light > 1 ? 1.0f : light), "lighting", i);
    }
}

static uint32_t byte_of(const uint32_t *words, uint32_t at)
{
    return words[at / 4] >> at % 4 * 8 & 255;
}

static void check_dot(void)
{
    for (uint32_t i = 0; i < N; ++i) {
        int32_t sum = 0;
        float scaled;
        uint32_t expected;

        for (uint32_t n = 0; n < 16; ++n)
            sum +=
                (int8_t)byte_of(before, 4 * A + 16 * i + n) * (int32_t)byte_of(before, 4 * B + n);
        scaled = rintf(fmaf((float)sum, 0.0078125f, 128.0f));
        expected = scaled < 0 ? 0 : scaled > 255 ? 255 : (uint32_t)scaled;
        if (byte_of(memory, 4 * C + i) != expected)
            fail_msg("dot_s8, row %" PRIu32 ": expected %" PRIu32, i, expected);
    }
}

/* Checks the group of `n` lanes from `first` on. */
static void check_normalised(uint32_t first, uint32_t n)
{
    float least = INFINITY, most = -INFINITY, x;

    for (uint32_t i = first; i < first + n; ++i) {
        least = fminf(least, as_float(before[A + i]));
        most = fmaxf(most, as_float(before[A + i]));
    }
    for (uint32_t i = first; i < first + n; ++i) {
        x = (as_float(before[A + i]) - least) / (most - least);
        is(B + i, as_bits(x), "normalise", i);
        assert_int_equal(memory[C + i / 2] >> i % 2 * 16 & 0xFFFF, assay_f32_to_f16(as_bits(x)));
    }
}

static void check_normalise(void)
{
    for (uint32_t g = 0; g < k.groups; ++g)
        check_normalised(g * k.warps * LANES, k.warps * LANES);
}

static void check_listing(void)
{
    for (uint32_t i = 0; i < k.warps * LANES * k.groups; ++i)
        is(A + i, 1, "listing", i);
}

static void check_histogram(void)
{
    uint32_t sum[64] = {0};

    for (uint32_t i = 0; i < 4 * N; ++i)
        ++sum[byte_of(before, 4 * A + i) % 64];
    for (uint32_t i = 0; i < 64; ++i)
        is(B + i, sum[i], "histogram", i);
}

static void check_sort(void)
{
    const uint32_t group = k.warps * LANES;

    for (uint32_t g = 0; g < k.groups; ++g) {
        uint32_t v[16 * LANES];

        memcpy(v, &before[A + g * group], group * sizeof v[0]);
        qsort(v, group, sizeof v[0], ascending);
        for (uint32_t i = 0; i < group; ++i)
            is(B + g * group + i, v[i], "sort", i);
    }
}

static void (*const check[CORE_INPUT_KERNELS])(void) = {
    [CORE_SAXPY] = check_saxpy,
    [CORE_MANDELBROT] = check_mandelbrot,
    [CORE_LIGHTING] = check_lighting,
    [CORE_DOT_S8] = check_dot,
    [CORE_NORMALISE] = check_normalise,
    [CORE_HISTOGRAM] = check_histogram,
    [CORE_SORT] = check_sort,
    [CORE_LISTING_BRANCH] = check_listing,
    [CORE_LISTING_PREDICATED] = check_listing,
};

/* --- runs --- */

static void launch(enum core_input_kernel i, bool as_written, uint32_t warps, uint32_t groups)
{
    const struct assay_params params = {{warps * groups > 16 ? 16 : warps * groups, LANES, 256}};
    char why[1024];

    if (!core_kernel_read(&k, core_input_names[i], as_written, why, sizeof why))
        fail_msg("%s", why);
    k.groups = groups;
    k.warps = warps;
    core_input_give(&k, i, LANES, draw(1 << 30), memory);
    memcpy(before, memory, sizeof before);
    if (!core_kernel_run(&k, &params, NULL, why, sizeof why))
        fail_msg("%s: %s", core_input_names[i], why);
    check[i]();
}

static void test_results(void **unused)
{
    static const uint32_t warps[] = {1, 2, 4, 8};

    (void)unused;
    rng_begin(SEED);
    for (enum core_input_kernel i = 0; i < CORE_INPUT_KERNELS; ++i) {
        for (size_t n = 0; n < 4; ++n) {
            launch(i, true, warps[n], 1);
            launch(i, false, warps[n], 1);
            launch(i, n % 2, warps[n], 2);
        }
    }
}

/* The figures of `assay bench core`, measured on the model, which has the same cycles as the
 * RTL. */
static void test_figures(void **unused)
{
    static struct core_measures m;
    const struct core_measured(*branch)[2] = m.run[CORE_LISTING_BRANCH],
                 (*predicated)[2] = m.run[CORE_LISTING_PREDICATED];
    unsigned bound = 0;
    char why[1024];

    (void)unused;
    if (!core_measure(NULL, &m, why, sizeof why))
        fail_msg("%s", why);
    assert_true(core_slots_used(&m.run[CORE_MANDELBROT][CORE_FIGURE_EIGHT][0]) >= 0.95);
    for (enum core_input_kernel i = 0; i < CORE_LISTING_BRANCH; ++i) {
        for (size_t n = 0; n < CORE_FIGURE_WARPS; ++n) {
            const double ratio = core_pass_ratio(m.run[i][n]);

            if (ratio > 1.01)
                fail_msg("%s: %.3f times as long with the pass", core_input_names[i], ratio);
            if (n && i != CORE_SORT && i != CORE_NORMALISE) /* same work for each warp */
                assert_true(core_slots_used(&m.run[i][n][0]) >
                            core_slots_used(&m.run[i][n - 1][0]));
        }
        if (core_bound_by_issue(m.near[i])) {
            assert_true(core_pass_ratio(m.near[i]) < 1);
            ++bound;
        }
    }
    assert_int_equal(bound, 5);
    /* One test bit per lane, against one for all; uniform predicates save the branch, ssy and
     * join. */
    assert_int_equal(branch[0][0].tests, CORE_FIGURE_LANES);
    assert_int_equal(branch[0][1].tests + branch[0][1].uniform, 1);
    assert_int_equal(predicated[0][0].tests, 2 * CORE_FIGURE_LANES);
    assert_true(predicated[0][0].instructions < branch[0][0].instructions);
    assert_true(predicated[CORE_FIGURE_EIGHT][1].cycles < branch[CORE_FIGURE_EIGHT][1].cycles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figures),
        cmocka_unit_test(test_results),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
