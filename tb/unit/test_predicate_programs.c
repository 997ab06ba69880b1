/*
 * test_predicate_programs.c - the programs in tb/predicate/programs, as written and after the
 * uniformity pass, against the same computed by the host.
 */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/lockstep.h"
#include "numerics/numerics.h"
#include "predicate/runner.h"
#include "unit/host_words.h"

static struct predicate_run *run;
static uint32_t lanes;

static void load(const char *name, bool as_written)
{
    char path[512], why[1024];
    struct assay_config config = {.block = assay_block_find("predicate"), .seed = 1};
    struct assay_lockstep *ls;

    snprintf(path, sizeof path, ASSAY_SOURCE_DIR "/tb/predicate/programs/%s.s", name);
    run = predicate_program_runner.read(
        &(struct assay_program_choice){.path = path, .as_written = as_written}, why, sizeof why);
    if (!run)
        fail_msg("%s", why);
    config.params.v[0] = lanes;
    config.scenario = predicate_program_runner.scenario;
    config.cycles = 1000000;
    config.user = run;
    ls = assay_lockstep_open(&config, why, sizeof why);
    assert_non_null(ls);
    assay_lockstep_run(ls, UINT64_MAX);
    assay_lockstep_finish(ls);
    if (predicate_program_runner.failed(run, why, sizeof why))
        fail_msg("%s", why);
    assay_lockstep_close(ls);
}

static void drop(void)
{
    predicate_program_runner.free(run);
    run = NULL;
}

/* Returns a number from a .reg line or from data memory as the file gives it. */
static uint32_t given(uint8_t space, uint32_t addr, uint32_t lane)
{
    uint32_t value = 0;

    for (uint32_t i = 0; i < run->assembly.n_values; ++i) {
        const struct predicate_value *v = &run->assembly.value[i];

        if (v->space != space)
            continue;
        if (space == PREDICATE_AT_DATA && addr >= v->addr && addr - v->addr < v->n)
            value = run->assembly.pool[v->first + addr - v->addr];
        else if (space != PREDICATE_AT_DATA && addr == v->addr)
            value = predicate_value_in(&run->assembly, v, lane);
    }
    return value;
}

static void is(uint32_t addr, uint32_t expected, const char *what)
{
    if (run->data[addr] != expected)
        fail_msg("%s, %" PRIu32 " lanes: word %" PRIu32 ": %08" PRIx32 ", expected %08" PRIx32,
                 what, lanes, addr, run->data[addr], expected);
}

static void saxpy(void)
{
    for (uint32_t i = 0; i < 16 * lanes; ++i) {
        const float x = as_float(given(PREDICATE_AT_DATA, i, 0));
        const float y = as_float(given(PREDICATE_AT_DATA, 512 + i, 0));

        is(512 + i, as_bits(fmaf(2.5f, x, y)), "saxpy");
    }
}

static void mandelbrot(void)
{
    for (uint32_t n = 0; n < lanes; ++n) {
        const float re = as_float(given(PREDICATE_AT_R, 0, n)), im = 0.125f;
        float x = 0, y = 0;
        uint32_t trips = 0;

        do {
            const float xx = x * x, yy = y * y, xy = x * y;

            x = (xx - yy) + re;
            y = fmaf(xy, 2.0f, im);
            ++trips;
        } while (trips < 64 && fmaf(y, y, x * x) <= 4.0f);
        is(n, trips, "mandelbrot");
        assert_int_equal(run->values[n], trips);
    }
}

static void bitonic(void)
{
    int32_t v[PREDICATE_MAX_LANES];

    for (uint32_t n = 0; n < lanes; ++n)
        v[n] = (int32_t)given(PREDICATE_AT_DATA, n, 0);
    qsort(v, lanes, sizeof v[0], ascending);
    for (uint32_t n = 0; n < lanes; ++n)
        is(64 + n, (uint32_t)v[n], "bitonic");
}

static void lighting(void)
{
    const float to_light = 0.57735026f;

    for (uint32_t n = 0; n < lanes; ++n) {
        const float a = as_float(given(PREDICATE_AT_R, 0, n));
        const float b = as_float(given(PREDICATE_AT_R, 1, n));
        const float c = as_float(given(PREDICATE_AT_R, 2, n));
        const float cosine = fmaf(c, to_light, fmaf(b, to_light, a * to_light));
        float light = 0.1f, power = cosine * cosine;

        if (cosine > 0) {
            light = fmaf(cosine, 0.8f, light);
            power = power * power;
            power = power * power;
            light = fmaf(power, 0.5f, light);
        }
        is(n, as_bits(light > 1 ? 1.0f : light), "lighting");
    }
}

static uint32_t byte_given(uint32_t at)
{
    return given(PREDICATE_AT_DATA, at / 4, 0) >> at % 4 * 8 & 255;
}

static void dot_s8(void)
{
    for (uint32_t n = 0; n < lanes; ++n) {
        int32_t sum = 0;
        float scaled;
        uint32_t result;

        for (uint32_t i = 0; i < 16; ++i)
            sum += (int8_t)byte_given(16 * n + i) * (int32_t)byte_given(2048 + i);
        scaled = rintf(fmaf((float)sum, 0.0078125f, 128.0f));
        result = scaled < 0 ? 0 : scaled > 255 ? 255 : (uint32_t)scaled;
        if ((run->data[(3072 + n) / 4] >> n % 4 * 8 & 255) != result)
            fail_msg("dot_s8, lane %" PRIu32 ": expected %" PRIu32, n, result);
    }
}

static float sum_of(uint32_t from, uint32_t n)
{
    return n == 1 ? as_float(given(PREDICATE_AT_R, 0, from))
                  : sum_of(from, n / 2) + sum_of(from + n / 2, n / 2);
}

static void normalise(void)
{
    float least = INFINITY, most = -INFINITY;

    for (uint32_t n = 0; n < lanes; ++n) {
        least = fminf(least, as_float(given(PREDICATE_AT_R, 0, n)));
        most = fmaxf(most, as_float(given(PREDICATE_AT_R, 0, n)));
    }
    for (uint32_t n = 0; n < lanes; ++n) {
        const float x = (as_float(given(PREDICATE_AT_R, 0, n)) - least) / (most - least);
        const uint32_t half = run->data[128 + n / 2] >> n % 2 * 16 & 0xFFFF;

        is(n, as_bits(x), "normalise");
        assert_int_equal(half, assay_f32_to_f16(as_bits(x)));
    }
    assert_int_equal(run->values[0], as_bits(sum_of(0, lanes) / (float)lanes));
    assert_int_equal(run->values[1], run->data[0]);
}

static void listing(void)
{
    for (uint32_t n = 0; n < lanes; ++n)
        is(n, 1, "listing");
}

static const struct {
    const char *name;
    void (*check)(void);
    uint32_t promoted;
} programs[] = {{"saxpy", saxpy, 1},
                {"mandelbrot", mandelbrot, 0},
                {"bitonic", bitonic, 2},
                {"lighting", lighting, 1},
                {"dot_s8", dot_s8, 1},
                {"normalise", normalise, 0},
                {"listing_branch", listing, 1},
                {"listing_predicated", listing, 1},
                {"listing_uniform", listing, 0}};

static void test_results(void **unused)
{
    static const uint32_t widths[] = {4, 8, 16, 32};

    (void)unused;
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; ++i) {
        for (size_t k = 0; k < 8; ++k) {
            lanes = widths[k / 2];
            load(programs[i].name, k % 2 == 0);
            programs[i].check();
            assert_int_equal(run->uniform.n_promoted, k % 2 ? programs[i].promoted : 0);
            drop();
        }
    }
}

/* ¶61: one uniform predicate instead of one per lane. */
static void test_listing(void **unused)
{
    uint32_t cycles;

    (void)unused;
    lanes = 32;
    load("listing_branch", true);
    assert_int_equal(run->last.n_pred, 32);
    assert_int_equal(run->last.n_uniform, 0);
    cycles = predicate_run_cycles(run);
    drop();
    load("listing_branch", false);
    assert_int_equal(run->last.n_pred, 0);
    assert_int_equal(run->last.n_uniform, 1);
    assert_true(predicate_run_cycles(run) < cycles);
    drop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_listing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
