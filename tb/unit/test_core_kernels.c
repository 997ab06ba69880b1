/*
 * test_core_kernels.c - the kernels in tb/core/kernels on the golden model of core, as written and after the
 * uniformity pass, with 1 to 8 warps, against the same computed by the host; and what becomes of issue
 * slots.
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

#include "core/core.h"
#include "core/kernel.h"
#include "engine/lockstep.h"
#include "numerics/numerics.h"
#include "unit/random.h"

enum { SEED = 24, LANES = 8, WORDS = 1 << 14 };
/* Elements; where the buffers of the kernels begin, in words. */
enum { N = 512, A = 0, B = 2048, C = 4096, D = 6144, BYTES = 4 * WORDS };

static struct core_kernel k;
static uint32_t memory[WORDS], before[WORDS];

static float as_float(uint32_t bits)
{
    float x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t as_bits(float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static void is(uint32_t word, uint32_t expected, const char *what, uint32_t i)
{
    if (memory[word] != expected)
        fail_msg("%s, element %" PRIu32 ", %" PRIu32 " groups of %" PRIu32 " warps: %08" PRIx32
                 ", expected %08" PRIx32,
                 what, i, k.groups, k.warps, memory[word], expected);
}

/* --- each kernel: what it is given, what it has to leave --- */

static void numbers(void)
{
    for (uint32_t i = 0; i < WORDS; ++i)
        memory[i] = as_bits((float)((int32_t)draw(2001) - 1000) / 64.0f);
}

static void give_saxpy(void)
{
    numbers();
    k.c[0] = N;
    k.c[1] = 4 * A;
    k.c[2] = 4 * B;
    k.c[3] = as_bits(2.5f);
}

static void check_saxpy(void)
{
    for (uint32_t i = 0; i < N; ++i)
        is(B + i, as_bits(fmaf(2.5f, as_float(before[A + i]), as_float(before[B + i]))), "saxpy",
           i);
}

static void give_mandelbrot(void)
{
    numbers();
    k.c[0] = N;
    k.c[1] = 4 * A;
    k.c[2] = as_bits(-2.0f);
    k.c[3] = as_bits(0.046875f);
    k.c[4] = as_bits(-0.5f);
    k.c[5] = as_bits(0.125f);
    k.c[6] = 64;
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

static void give_lighting(void)
{
    for (uint32_t i = 0; i < WORDS; ++i)
        memory[i] = as_bits((float)((int32_t)draw(201) - 100) / 100.0f);
    k.c[0] = N;
    k.c[1] = 4 * A;
    k.c[2] = 4 * B;
    k.c[3] = 4 * C;
    k.c[4] = 4 * D;
    k.c[5] = as_bits(0.57735026f);
    k.c[6] = as_bits(0.8f);
    k.c[7] = as_bits(0.1f);
    k.c[8] = 1;
    k.c[9] = as_bits(0.5f);
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

static void give_bytes(void)
{
    for (uint32_t i = 0; i < WORDS; ++i)
        memory[i] = draw(65536) << 16 | draw(65536);
}

static void give_dot(void)
{
    give_bytes();
    k.c[0] = N;
    k.c[1] = 4 * A;
    k.c[2] = 4 * B;
    k.c[3] = 4 * C;
    k.c[4] = as_bits(0.0078125f);
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

static void give_normalise(void)
{
    numbers();
    k.c[1] = 4 * A;
    k.c[2] = 4 * B;
    k.c[3] = 4 * C;
}

/* The `n` lanes from `first` on are a group. */
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

static void give_listing(void)
{
    numbers();
    k.c[0] = k.c[1] = 7;
    k.c[2] = 4 * A;
}

static void check_listing(void)
{
    for (uint32_t i = 0; i < k.warps * LANES * k.groups; ++i)
        is(A + i, 1, "listing_branch", i);
}

static void give_histogram(void)
{
    give_bytes();
    memset(&memory[B], 0, 64 * sizeof memory[0]);
    k.c[0] = 4 * N;
    k.c[1] = 4 * A;
    k.c[2] = 4 * B;
}

static void check_histogram(void)
{
    uint32_t sum[64] = {0};

    for (uint32_t i = 0; i < 4 * N; ++i)
        ++sum[byte_of(before, 4 * A + i) % 64];
    for (uint32_t i = 0; i < 64; ++i)
        is(B + i, sum[i], "histogram", i);
}

static void give_sort(void)
{
    for (uint32_t i = 0; i < WORDS; ++i)
        memory[i] = draw(2000) - 1000;
    k.c[1] = 4 * A;
    k.c[2] = 4 * B;
}

static int ascending(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

    return (x > y) - (x < y);
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

static const struct {
    const char *name;
    void (*give)(void), (*check)(void);
} kernels[] = {{"saxpy", give_saxpy, check_saxpy},
               {"mandelbrot", give_mandelbrot, check_mandelbrot},
               {"lighting", give_lighting, check_lighting},
               {"dot_s8", give_dot, check_dot},
               {"normalise", give_normalise, check_normalise},
               {"listing_branch", give_listing, check_listing},
               {"histogram", give_histogram, check_histogram},
               {"sort", give_sort, check_sort}};

/* --- runs --- */

static void launch(size_t i, bool as_written, uint32_t warps, uint32_t groups)
{
    struct assay_config config = {.block = assay_block_find("core"),
                                  .scenario = &core_kernel_scenario,
                                  .seed = 1,
                                  .cycles = 2000000,
                                  .user = &k};
    struct assay_lockstep *ls;
    char why[1024];

    if (!core_kernel_read(&k, kernels[i].name, as_written, why, sizeof why))
        fail_msg("%s", why);
    k.groups = groups;
    k.warps = warps;
    k.local_bytes = 4096;
    k.latency = 64;
    k.apart = 4;
    k.global = memory;
    k.bytes = BYTES;
    kernels[i].give();
    k.c[14] = 0;
    k.c[15] = LANES;
    memcpy(before, memory, sizeof before);
    config.params.v[0] = warps * groups > 16 ? 16 : warps * groups;
    config.params.v[1] = LANES;
    config.params.v[2] = 256;
    ls = assay_lockstep_open(&config, why, sizeof why);
    if (!ls)
        fail_msg("%s", why);
    assay_lockstep_run(ls, UINT64_MAX);
    assay_lockstep_finish(ls);
    assay_lockstep_close(ls);
    if (core_kernel_failed(&k, why, sizeof why))
        fail_msg("%s: %s", kernels[i].name, why);
    kernels[i].check();
}

static void test_results(void **unused)
{
    static const uint32_t warps[] = {1, 2, 4, 8};

    (void)unused;
    rng_begin(SEED);
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; ++i) {
        printf("%-16s", kernels[i].name);
        for (size_t n = 0; n < 4; ++n) {
            uint64_t cycles[2];
            double used[2];

            for (int on = 0; on < 2; ++on) {
                launch(i, !on, warps[n], 1);
                cycles[on] = k.cycles;
                used[on] = 100.0 * (double)core_kernel_issued(&k) / (double)k.cycles;
            }
            printf("  %u: %6" PRIu64 " %6" PRIu64 " %3.0f%% %3.0f%%", warps[n], cycles[0],
                   cycles[1], used[0], used[1]);
            launch(i, n % 2, warps[n], 2);
        }
        printf("\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
