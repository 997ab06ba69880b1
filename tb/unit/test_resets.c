/* test_resets.c - how long the resets of a run last (engine/driver.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/driver.h"

enum { CYCLES = 60000, MANY = 50, LONGEST = 8 };

struct inputs {
    uint8_t rst;
};

struct lengths {
    uint64_t first;           /* cycles of the first reset */
    uint64_t of[LONGEST + 1]; /* later resets by their cycles */
    uint64_t n;               /* later resets */
};

/* No pins are described. */
static void widths(const struct assay_params *p, unsigned *width)
{
    (void)p;
    (void)width;
}

static bool nothing(void *ctx, unsigned stream, void *payload)
{
    (void)ctx;
    (void)stream;
    (void)payload;
    return false;
}

static void restart(void *ctx)
{
    (void)ctx;
}

static const struct assay_model_block model = {
    .name = "none", .in_size = sizeof(struct inputs), .widths = widths};
static const struct assay_scenario scenario = {.name = "s", .next = nothing, .restart = restart};

/* The driver of a block with this `reset_cycles`. */
static struct lengths lengths_of(uint64_t seed, uint32_t reset_cycles)
{
    const struct assay_block block = {.model = &model, .reset_cycles = reset_cycles};
    const struct assay_stim_env env = {.seed = seed, .block = &block, .knobs = {.resets = 100}};
    struct lengths got = {0};
    struct assay_driver d;
    uint64_t lasts = 0;

    assert_true(assay_driver_open(&d, &block, &scenario, &env, NULL, 0));
    for (uint64_t cycle = 0; cycle < CYCLES; ++cycle) {
        if (((const struct inputs *)assay_driver_cycle(&d, cycle, 0))->rst) {
            ++lasts;
            continue;
        }
        if (lasts && !got.first) {
            got.first = lasts;
        } else if (lasts) {
            assert_in_range(lasts, 1, LONGEST);
            ++got.of[lasts];
            ++got.n;
        }
        lasts = 0;
    }
    assay_driver_close(&d);
    return got;
}

static void one_cycle_is_enough(void **state)
{
    const struct lengths got = lengths_of(1, 0);

    (void)state;
    assert_int_equal(got.first, ASSAY_RESET_CYCLES);
    assert_true(got.n > MANY);
    assert_in_range(got.of[1], got.n / 2, got.n - 1);
    for (unsigned length = 2; length <= 4; ++length)
        assert_true(got.of[length] > 0);
    assert_int_equal(got.of[1] + got.of[2] + got.of[3] + got.of[4], got.n);
}

static void never_shorter_than_the_block_says(void **state)
{
    const struct lengths got = lengths_of(1, 3);

    (void)state;
    assert_int_equal(got.first, 3);
    assert_true(got.n > MANY);
    assert_true(got.of[3] > 0 && got.of[6] > 0);
    assert_int_equal(got.of[3] + got.of[4] + got.of[5] + got.of[6], got.n);
}

static void the_same_for_a_seed(void **state)
{
    const struct lengths one = lengths_of(7, 0), again = lengths_of(7, 0);
    const struct lengths other = lengths_of(8, 0);

    (void)state;
    assert_memory_equal(&one, &again, sizeof one);
    assert_memory_not_equal(&one, &other, sizeof one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_cycle_is_enough),
        cmocka_unit_test(never_shorter_than_the_block_says),
        cmocka_unit_test(the_same_for_a_seed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
