/*
 * test_depthcull_pipeline.c - the golden model of depthcull with tiles in the cache: its cycles
 * against the contract.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unit/depthcull_image.h"

/* Seed of the benches: the stalls of the read-outs. */
static uint64_t seed;

static int seed_all(void **unused)
{
    (void)unused;
    seed = random_seed(1);
    return 0;
}

/* A source that is decided without the engine: always, full coverage, written. */
static void set_easy(struct bench *b, struct depthcull_prim *prim, uint32_t tile, uint32_t tag)
{
    memset(prim, 0, sizeof *prim);
    full(&b->p, prim);
    prim->tile = tile;
    prim->func = DEPTHCULL_ALWAYS;
    prim->write = 1;
    prim->tag = (uint16_t)tag;
    prim->cref = b->p.fixed ? 0x10000 : 0x3F800000;
}

/* A source that no test decides and that takes all groups of the engine: z = y against 0, with
 * `greater`. */
static void set_hard(struct bench *b, struct depthcull_prim *prim, uint32_t tile, uint32_t tag)
{
    set_easy(b, prim, tile, tag);
    prim->func = DEPTHCULL_GREATER;
    prim->cy = b->p.fixed ? 0x100 : 0x3F800000;
    prim->cref = 0;
}

/* Cycles from a primitive to its result if its tile is CLEAR and not in the cache. */
enum { FRESH = 7 };

static struct depthcull_outputs offer(struct bench *b, const struct depthcull_prim *prim,
                                      bool ready)
{
    struct depthcull_inputs in;
    struct depthcull_outputs out;

    memset(&in, 0, sizeof in);
    in.result_ready = ready;
    in.prim_valid = prim != NULL;
    if (prim)
        in.prim = *prim;
    out = cycle(b, &in);
    if (prim && out.prim_ready)
        oracle_apply(b, prim);
    return out;
}

static void test_latency_and_rate(void **unused)
{
    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set) {
        struct bench *b = open_bench(&sets[set], seed);
        struct depthcull_prim prim;

        for (uint32_t t = 0; t < 100; ++t) { /* one tile, in every cycle */
            struct depthcull_outputs out;

            set_easy(b, &prim, 1, t);
            out = offer(b, &prim, true);
            assert_int_equal(out.prim_ready, 1);
            assert_int_equal(out.result_valid, t >= FRESH);
            if (t >= FRESH)
                assert_int_equal(out.result.tag, t - FRESH);
        }
        free(b);
    }
}

static void test_engine_latency(void **unused)
{
    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set) {
        const uint32_t n = sets[set].tw * sets[set].th / sets[set].pix;
        struct bench *b = open_bench(&sets[set], seed);
        struct depthcull_prim prim;
        struct depthcull_outputs out;

        set_hard(b, &prim, 2, 7);
        assert_int_equal(offer(b, &prim, true).prim_ready, 1); /* cycle 0 */
        set_hard(b, &prim, 2, 8);
        assert_int_equal(offer(b, &prim, true).prim_ready, 1);
        set_easy(b, &prim, 1, 9); /* another tile: overtakes */
        assert_int_equal(offer(b, &prim, true).prim_ready, 1);
        for (uint32_t t = 3; t < 60 + 2 * n; ++t) {
            const bool first = t == 10 + n, second = t == 10 + n + n + 4;

            out = offer(b, NULL, true);
            /* The first result is loaded in 6, the second is queued in 7 and loaded in 10 + n, the
             * third leaves in 8. */
            assert_int_equal(out.result_valid, first || second || t == 9);
            if (out.result_valid)
                assert_int_equal(out.result.tag, first ? 7 : second ? 8 : 9);
        }
        check_tile(b, 2);
        free(b);
    }
}

/* For primitives of different tiles, the engine processes a group in every cycle. */
static void test_engine_rate(void **unused)
{
    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set) {
        const uint32_t n = sets[set].tw * sets[set].th / sets[set].pix;
        struct bench *b = open_bench(&sets[set], seed);
        struct depthcull_prim prim;

        for (uint32_t t = 0; t < 20 + 3 * n; ++t) {
            const bool result = t > 10 && (t - 10) % n == 0 && (t - 10) / n <= 3;
            struct depthcull_outputs out;

            set_hard(b, &prim, t % 3, t);
            out = offer(b, t < 3 ? &prim : NULL, true);
            if (t < 3)
                assert_int_equal(out.prim_ready, 1);
            assert_int_equal(out.result_valid, result);
            if (result)
                assert_int_equal(out.result.tag, (t - 10) / n - 1);
        }
        free(b);
    }
}

/* Partial coverage costs one cycle as long as there are enough planes. */
static void test_partial_rate(void **unused)
{
    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set) {
        struct bench *b = open_bench(&sets[set], seed);
        struct depthcull_prim prim;

        for (uint32_t t = 0; sets[set].planes > 1 && t < 50; ++t) {
            struct depthcull_outputs out;

            set_easy(b, &prim, 1, t);
            prim.mask[0] = t % 3 == 0 ? prim.mask[0] : t % 3 == 1 ? 0x0F : 0xFF;
            out = offer(b, &prim, true);
            assert_int_equal(out.prim_ready, 1);
            assert_int_equal(out.result_valid, t >= FRESH);
        }
        free(b);
    }
}

static void test_full_queue(void **unused)
{
    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set) {
        struct bench *b = open_bench(&sets[set], seed);
        struct depthcull_prim prim;
        uint32_t taken = 0, low = 0;

        for (uint32_t t = 0; t < 400; ++t) {
            struct depthcull_outputs out;
            const bool is_full = b->s.queued == sets[set].queue;

            set_hard(b, &prim, 1, taken);
            out = offer(b, &prim, true);
            taken += out.prim_ready;
            low += !out.prim_ready;
            assert_false(is_full && out.prim_ready);
        }
        assert_true(low > 200);
        for (uint32_t t = 0; t < 1000; ++t)
            offer(b, NULL, true);
        assert_int_equal(b->results, taken);
        free(b);
    }
}

static void test_hold(void **unused)
{
    struct bench *b = open_bench(&sets[1], seed);
    struct depthcull_prim prim;
    struct depthcull_outputs out;
    uint32_t taken = 0;

    (void)unused;
    for (uint32_t t = 0; t < 150; ++t) {
        set_easy(b, &prim, t % 3, taken);
        out = offer(b, &prim, false);
        taken += out.prim_ready;
        if (t >= FRESH) {
            assert_int_equal(out.result_valid, 1);
            assert_int_equal(out.result.tag, 0);
        }
    }
    /* Four stages, the look-ahead and the waiting results. */
    assert_int_equal(taken, 4 + sets[1].ahead + DEPTHCULL_RESULTS);
    for (uint32_t t = 0; t < taken; ++t) {
        out = offer(b, NULL, true);
        assert_int_equal(out.result.tag, t);
    }
    assert_int_equal(offer(b, NULL, true).result_valid, 0);
    free(b);
}

static void test_commands(void **unused)
{
    struct bench *b = open_bench(&sets[0], seed);
    const uint32_t n = sets[0].tw * sets[0].th / sets[0].pix;
    struct depthcull_inputs in;
    struct depthcull_outputs out;

    (void)unused;
    memset(&in, 0, sizeof in);
    set_hard(b, &in.prim, 0, 0);
    oracle_apply(b, &in.prim);
    in.prim_valid = 1;
    in.result_ready = 1;
    cycle(b, &in);
    in.clear_valid = in.config_valid = in.read_valid = 1;
    in.clear.z = 0x40000000;
    in.config.enable = 0x55;
    in.read.tile = 3;
    for (uint32_t t = 1; t <= 9 + n; ++t) { /* the engine finishes in 9 + n */
        out = cycle(b, &in);
        assert_int_equal(out.clear_ready + out.config_ready + out.read_ready + out.prim_ready, 0);
    }
    out = cycle(b, &in);
    assert_int_equal(out.clear_ready, 1);
    assert_int_equal(out.config_ready + out.read_ready + out.prim_ready, 0);
    in.clear_valid = 0;
    out = cycle(b, &in);
    assert_int_equal(out.config_ready, 1);
    assert_int_equal(out.read_ready + out.prim_ready, 0);
    assert_int_equal(b->s.enable, 0x55);
    in.config_valid = 0;
    in.pixels_ready = 1;
    out = cycle(b, &in); /* cycle t of the read */
    assert_int_equal(out.read_ready, 1);
    assert_int_equal(out.prim_ready, 0);
    in.read_valid = 0;
    in.prim.tag = 1;
    for (uint32_t t = 1; t < 7 + n; ++t) {
        out = cycle(b, &in);
        /* The tile is not in the cache, so this takes two cycles more. */
        assert_int_equal(out.pixels_valid, t >= 7 && t <= 6 + n);
        assert_int_equal(out.prim_ready, t == 6 + n);
        if (out.prim_ready)
            in.prim_valid = 0;
        if (out.pixels_valid) {
            assert_int_equal(out.pixels.data[0], 0x40000000);
            assert_int_equal(out.pixels.kind, DEPTHCULL_CLEAR);
            assert_int_equal(out.pixels.last, t == 6 + n);
        }
    }
    free(b);

    b = open_bench(&sets[0], seed);
    memset(&in, 0, sizeof in);
    in.read_valid = 1;
    in.read.tile = 4; /* out of range */
    cycle(b, &in);
    in.read_valid = 0;
    for (uint32_t t = 1; t < 5; ++t)
        assert_int_equal(cycle(b, &in).pixels_valid, 0);
    in.pixels_ready = 1;
    out = cycle(b, &in);
    assert_true(out.pixels_valid && out.pixels.error && out.pixels.last);
    assert_int_equal(out.pixels.data[0], 0);
    assert_int_equal(cycle(b, &in).pixels_valid, 0);
    free(b);
}

static void test_reset(void **unused)
{
    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set) {
        struct bench *b = open_bench(&sets[set], seed), *fresh = open_bench(&sets[set], seed);
        struct depthcull_prim prim;
        struct depthcull_inputs in;

        for (uint32_t t = 0; t < 30; ++t) {
            set_hard(b, &prim, 1, t);
            offer(b, &prim, true);
        }
        memset(&in, 0, sizeof in);
        in.rst = 1;
        cycle(b, &in);
        see_sweep(b);
        b->results = 0;
        memset(b->image, 0, sizeof b->image);
        for (uint32_t t = 0; t < 30; ++t) {
            struct depthcull_outputs x, y;

            set_easy(b, &prim, t % 3, t);
            prim.func = (uint8_t)(t % 8);
            x = offer(b, &prim, true);
            y = offer(fresh, &prim, true);
            assert_int_equal(x.prim_ready, y.prim_ready);
            assert_int_equal(x.result_valid, y.result_valid);
            if (x.result_valid)
                assert_memory_equal(&x.result, &y.result, sizeof x.result);
        }
        check_tile(b, 1);
        free(b);
        free(fresh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_latency_and_rate), cmocka_unit_test(test_engine_latency),
        cmocka_unit_test(test_engine_rate),      cmocka_unit_test(test_partial_rate),
        cmocka_unit_test(test_full_queue),       cmocka_unit_test(test_hold),
        cmocka_unit_test(test_commands),         cmocka_unit_test(test_reset),
    };

    return cmocka_run_group_tests(tests, seed_all, NULL);
}
