/*
 * test_corners.c - the counts of corner values against a count bit by bit: fields of all sizes, two
 * sinks, and a source between them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/block.h"
#include "engine/corners.h"
#include "random.h"

enum { CYCLES = ASSAY_CORNERS_AT_ONCE, ROUNDS = 200, CORNERS = 6, SIDE = 64 };

static const struct assay_port ports[] = {
    {"rst", ASSAY_IN, ASSAY_PLAIN, -1, 0, 1},      {"a_bit", ASSAY_IN, ASSAY_PAYLOAD, 0, 1, 1},
    {"a_byte", ASSAY_IN, ASSAY_PAYLOAD, 0, 2, 1},  {"a_half", ASSAY_IN, ASSAY_PAYLOAD, 0, 4, 2},
    {"r_word", ASSAY_OUT, ASSAY_PAYLOAD, 1, 0, 4}, {"b_word", ASSAY_IN, ASSAY_PAYLOAD, 2, 8, 4},
    {"b_full", ASSAY_IN, ASSAY_PAYLOAD, 2, 16, 8}, {"b_wide", ASSAY_IN, ASSAY_PAYLOAD, 2, 24, 12},
    {"b_none", ASSAY_IN, ASSAY_PAYLOAD, 2, 36, 1}, {"a_last", ASSAY_IN, ASSAY_PAYLOAD, 0, 40, 8},
};
enum { N_PORTS = sizeof ports / sizeof ports[0] };
static const unsigned widths[N_PORTS] = {1, 1, 5, 12, 32, 32, 64, 90, 0, 33};
static const struct assay_stream streams[] = {
    {"a", true, 0, 0, 1, 47}, {"r", false, 0, 0, 0, 4}, {"b", true, 0, 0, 8, 29}};
static const struct assay_model_block model = {
    .name = "corners", .ports = ports, .n_ports = N_PORTS, .streams = streams, .n_streams = 3};
static const struct assay_block block = {.model = &model, .corners = true};

static void set_bits(uint8_t *at, unsigned width, bool on)
{
    for (unsigned i = 0; i < width; ++i)
        at[i / 8] = (uint8_t)((at[i / 8] & ~(1u << i % 8)) | (unsigned)on << i % 8);
}

static void draw_corner(struct assay_rng *r, uint8_t *at, unsigned width)
{
    const unsigned kind = assay_rng_below(r, 6), one = width ? assay_rng_below(r, width) : 0;

    for (unsigned i = 0; kind == 5 && i < width; ++i)
        at[i / 8] = (uint8_t)(at[i / 8] | (assay_rng_u64(r) & 1) << i % 8);
    if (kind == 1 || kind == 2)
        set_bits(at, width, true);
    if (kind == 2 && width)
        at[one / 8] ^= (uint8_t)(1u << one % 8);
    if (kind == 3 && width)
        at[one / 8] = (uint8_t)(1u << one % 8);
    if (kind == 4)
        at[0] = (uint8_t)(assay_rng_below(r, 20) & (width < 8 ? (1u << width) - 1 : 255));
}

static void count(const uint8_t *at, unsigned width, uint64_t *counters)
{
    unsigned ones = 0, above = 0;

    for (unsigned i = 0; i < width; ++i) {
        const unsigned bit = at[i / 8] >> i % 8 & 1;

        ones += bit;
        above += i > 3 ? bit : 0;
    }
    counters[0] += ones == 0;
    counters[1] += ones == width;
    counters[2] += ones == 1;
    counters[3] += ones + 1 == width;
    counters[4] += ones && !above;
    counters[5] += at[(width - 1) / 8] >> (width - 1) % 8 & 1;
}

static void test_counts(void **state)
{
    static uint8_t in[CYCLES][SIDE];
    static uint64_t transfers[CYCLES], counted[N_PORTS * CORNERS], expected[N_PORTS * CORNERS];
    const uint8_t *inputs[CYCLES];
    struct assay_rng r;

    (void)state;
    random_begin(&r, 1, "corners");
    assert_non_null(assay_corners_group(&block));
    for (unsigned round = 0; round < ROUNDS; ++round) {
        const size_t n = round ? assay_rng_below(&r, CYCLES + 1) : CYCLES;

        memset(in, 0, sizeof in);
        for (size_t k = 0; k < n; ++k) {
            uint64_t *to = expected;

            inputs[k] = in[k];
            transfers[k] = round ? assay_rng_below(&r, 8) : 7;
            for (size_t i = 0; i < N_PORTS; ++i) {
                if (ports[i].role != ASSAY_PAYLOAD || ports[i].dir != ASSAY_IN)
                    continue;
                draw_corner(&r, &in[k][ports[i].offset], widths[i]);
                if ((transfers[k] >> ports[i].stream & 1) && widths[i])
                    count(&in[k][ports[i].offset], widths[i], to);
                to += CORNERS;
            }
        }
        assay_corners_hits(&block, widths, inputs, transfers, n, counted);
        assert_memory_equal(counted, expected, sizeof counted);
    }
    for (unsigned i = 0; i < 8 * CORNERS; ++i)
        assert_int_equal(counted[i] != 0, i / CORNERS != 6); /* b_none has no bits */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_counts)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
