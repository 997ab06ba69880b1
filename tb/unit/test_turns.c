/* test_turns.c - sinks that share a bound take turns when nothing stalls (engine/driver.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/credit.h"
#include "engine/driver.h"

enum { SINKS = 3, CYCLES = 300 };

struct inputs {
    uint8_t rst, valid[SINKS], payload[SINKS];
};

#define SINK(i)                                                 \
    {                                                           \
        &"abc"[i], true, offsetof(struct inputs, valid) + i, i, \
            offsetof(struct inputs, payload) + i, 1             \
    }

static const struct assay_stream streams[SINKS] = {SINK(0), SINK(1), SINK(2)};

/* No pins are described. */
static void widths(const struct assay_params *p, unsigned *width)
{
    (void)p;
    (void)width;
}

static const struct assay_model_block model = {.name = "three",
                                               .streams = streams,
                                               .n_streams = SINKS,
                                               .in_size = sizeof(struct inputs),
                                               .widths = widths};
static const struct assay_stream_rules rules[SINKS] = {
    {.group = 1, .outstanding = 1}, {.group = 1}, {.group = 1}};
static const struct assay_block block = {.model = &model, .rules = rules};

static bool always(void *ctx, unsigned stream, void *payload)
{
    (void)ctx;
    *(uint8_t *)payload = (uint8_t)stream;
    return true;
}

static bool only_the_last(void *ctx, unsigned stream, void *payload)
{
    return stream == SINKS - 1 && always(ctx, stream, payload);
}

/* Each offer is taken at once and answered in the same cycle. */
static void count(bool (*next)(void *, unsigned, void *), unsigned offers[SINKS])
{
    const struct assay_scenario scenario = {.name = "s", .next = next};
    const struct assay_stim_env env = {.seed = 1, .block = &block};
    struct assay_driver d;
    struct assay_credit credit;
    uint64_t transfers = 0;

    memset(offers, 0, SINKS * sizeof *offers);
    assert_true(assay_credit_open(&credit, &block));
    assert_true(assay_driver_open(&d, &block, &scenario, &env, NULL, 0));
    credit.most[1] = credit.most[2] = 1;
    d.credit = &credit;
    for (uint64_t cycle = 0; cycle < CYCLES; ++cycle) {
        const struct inputs *in = assay_driver_cycle(&d, cycle, transfers);
        unsigned together = 0;

        transfers = 0;
        for (unsigned i = 0; i < SINKS; ++i) {
            if (!in->valid[i])
                continue;
            ++offers[i];
            ++together;
            transfers |= UINT64_C(1) << i;
            assay_credit_give(&credit, i);
        }
        assert_true(together <= 1);
    }
    assay_driver_close(&d);
    assay_credit_close(&credit);
}

static void none_starves(void **state)
{
    unsigned offers[SINKS];

    (void)state;
    count(always, offers);
    for (unsigned i = 0; i < SINKS; ++i)
        assert_in_range(offers[i], CYCLES / SINKS - 2, CYCLES / SINKS + 1);
}

static void one_alone_has_every_cycle(void **state)
{
    unsigned offers[SINKS];

    (void)state;
    count(only_the_last, offers);
    assert_int_equal(offers[0] + offers[1], 0);
    assert_in_range(offers[2], CYCLES - 4, CYCLES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_starves),
        cmocka_unit_test(one_alone_has_every_cycle),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
