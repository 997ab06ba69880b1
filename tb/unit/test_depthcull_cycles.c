/* test_depthcull_cycles.c - the golden model of depthcull with tiles in memory: cycles of misses,
 * clears and sweeps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/depthcull_steps.h"

/* One slot and two tiles in turn: each time a write-back and a fetch. */
static void test_miss(void **unused)
{
    const struct depthcull_params p = params_of(0, 0);
    enum { LATENCY = 20 };
    struct bench *b = open_bench(&p, LATENCY, seed);
    struct op op = easy(b, 0);

    (void)unused;
    /* CLEAR: taken in cycle t, result offered in t + 7; for a hit, in t + 6. */
    assert_int_equal(cycles_of(b, &op), 8);
    rest(b, LATENCY);
    op = easy(b, 0);
    assert_int_equal(cycles_of(b, &op), 7);
    /* It is written at the edge of t + 5, on mem in t + 8, and does not delay a CLEAR tile. */
    op = easy(b, 1);
    assert_int_equal(cycles_of(b, &op), 8);
    assert_int_equal(b->memory.writes, 2);
    assert_int_equal(b->memory.reads, 0);
    rest(b, LATENCY);
    /* In stage 3 in t + 3, at the head of ORDER in t + 4, and on mem in t + 5. The reply comes in t
     * + 5 + L. In FILL in t + 6 + L for one cycle, because it has one plane, then in F1 and F2,
     * ready in t + 9 + L. Then it leaves the look-ahead, is in stage 4 in t + 10 + L, and its
     * result is offered in t + 11 + L. */
    op = easy(b, 0);
    assert_int_equal(cycles_of(b, &op), 12 + LATENCY);
    assert_int_equal(b->memory.reads, 1);
    assert_int_equal(b->memory.writes, 3);
    /* Again without a pause: it is taken and its record read while tile 0 is being written. */
    op = easy(b, 1);
    assert_int_equal(cycles_of(b, &op), 12 + LATENCY);
    rest(b, LATENCY);
    /* Two in a row: the slot is free in t + 6, its record goes to EV, and CLEAR is ready in t +
     * 8. */
    op = easy(b, 1);
    perform(b, &op);
    op = easy(b, 2);
    assert_int_equal(cycles_of(b, &op), 10);
    close_bench(b);
}

/* The depths of PIXELS stay in their slot until they have been sent, one line per cycle. The next
 * tile waits for that, even if it is CLEAR. */
static void test_depths_are_sent_first(void **unused)
{
    const struct depthcull_params p = params_of(0, 0);
    enum { LATENCY = 20 };
    struct bench *b = open_bench(&p, LATENCY, seed);
    uint64_t writes;
    struct op op;

    (void)unused;
    /* With the plane of CLEAR, one more than there are places. */
    for (uint32_t i = 0; i < p.planes; ++i) {
        op = easy(b, 0);
        op.prim.mask[0] = UINT32_C(1) << i;
        cycles_of(b, &op);
        rest(b, LATENCY);
    }
    writes = b->memory.writes; /* of planes only: PIXELS are not cleaned */
    op = easy(b, 1);
    assert_int_equal(cycles_of(b, &op), 8 + 2);
    assert_int_equal(b->memory.writes, writes + 2);
    close_bench(b);
}

/* Writes twice as many consecutive tiles as the cache has slots, so that the first half is in
 * memory. */
static struct bench *open_written(const struct depthcull_params *p, uint32_t latency)
{
    struct bench *b = open_bench(p, latency, seed);

    for (uint32_t t = 0; t < b->pool; ++t)
        b->tile[t] = t;
    for (uint32_t t = 0; t < 2 * p->sets * p->ways; ++t) {
        const struct op op = easy(b, t);

        perform(b, &op);
    }
    drain(b);
    for (uint32_t t = 0; t < 2 * latency; ++t)
        cycle(b);
    return b;
}

/* Records are fetched in parallel while primitives wait for the first one; then hits follow, one
 * per cycle. */
static void test_ahead(void **unused)
{
    struct depthcull_params p = params_of(0, 3);
    enum { LATENCY = 100, SLOTS = 8 };
    struct bench *b;
    struct op op;
    uint64_t begun;

    (void)unused;
    p.sets = SLOTS / 2;
    b = open_written(&p, LATENCY);
    begun = b->cycle;
    for (uint32_t t = 0; t < SLOTS; ++t) {
        op = easy(b, t == 0 ? 0 : t < 5 ? SLOTS + 2 : t - 4);
        perform(b, &op);
    }
    /* None was delayed: evicted records are in memory. */
    assert_int_equal(b->cycle - begun, SLOTS);
    for (uint32_t t = 0; t < 10; ++t)
        cycle(b);
    assert_int_equal(b->results, b->sent - SLOTS);
    drain(b);
    /* Four misses take little more time than one. */
    assert_in_range(b->cycle - begun, LATENCY, LATENCY + 40);
    close_bench(b);
}

/* The look-ahead holds as many primitives as its parameter says, and the stages before it hold
 * three more. */
static void test_full_ahead(void **unused)
{
    enum { LATENCY = 100, AHEAD = 5 };
    struct depthcull_params p = params_of(0, 1);
    struct bench *b;
    uint64_t begun;

    (void)unused;
    p.ahead = AHEAD;
    b = open_written(&p, LATENCY);
    begun = b->cycle;
    for (uint32_t t = 0; t <= AHEAD + 3; ++t) {
        const struct op op = easy(b, t == 0 ? 0 : p.sets * p.ways + 1); /* a miss, then hits */

        assert_int_equal(b->cycle - begun, t);
        perform(b, &op);
    }
    assert_in_range(b->cycle - begun, LATENCY, LATENCY + 20);
    drain(b);
    close_bench(b);
}

/* When every primitive misses, one is decided per cycle, provided that as many records can be in
 * flight as arrive within the latency. */
static void test_misses_in_time(void **unused)
{
    enum { LATENCY = 20, N = 200 };
    struct depthcull_params p = params_of(0, 2);
    struct bench *b;
    uint64_t begun;

    (void)unused;
    p.misses = LATENCY + 8;
    b = open_written(&p, LATENCY);
    perform(b, &(struct op){.kind = FLUSH});
    drain(b);
    begun = b->cycle;
    for (uint32_t t = 0; t < N; ++t) {
        struct op op = easy(b, t);

        op.prim.write = 0;
        perform(b, &op);
        assert_int_equal(b->cycle - begun, t + 1);
    }
    drain(b);
    assert_int_equal(b->memory.reads, N);
    assert_in_range(b->cycle - begun, N + LATENCY, N + LATENCY + 12);
    close_bench(b);
}

/* No write of an old epoch may be in flight: a clear waits until all are acknowledged, a config
 * does not. */
static void test_clear_waits(void **unused)
{
    enum { LATENCY = 100 };
    const struct depthcull_params p = params_of(0, 0);
    struct bench *b = open_bench(&p, LATENCY, seed);
    struct op op = easy(b, 0);
    uint64_t begun;

    (void)unused;
    /* The record is dirty in t + 7, in EV in t + 8, on mem in t + 9, and acknowledged in t + 9 +
     * L. */
    assert_int_equal(cycles_of(b, &op), 8);
    begun = b->cycle;
    perform(b, &(struct op){.kind = CONFIG, .enable = depthcull_reset_enable(&p)});
    assert_int_equal(b->cycle - begun, 1);
    perform(b, &(struct op){.kind = CLEAR, .z = 0x3F800000});
    assert_int_equal(b->cycle - begun + 8, LATENCY + 11);
    close_bench(b);
}

/* A clear takes one cycle; every 2^EPOCH-th one also sweeps the table at 64 tiles per cycle. */
static void test_epochs(void **unused)
{
    (void)unused;
    for (uint32_t cache = 0; cache < CACHES; ++cache) {
        const struct depthcull_params p = params_of(0, cache);
        struct bench *b = open_bench(&p, 5, seed);
        const uint64_t opened = b->cycle;

        assert_int_equal(opened, 65280 / 64); /* reset sweeps the table */
        for (uint32_t n = 1; n <= 3u << p.epoch; ++n) {
            const struct op clear = {.kind = CLEAR, .z = 0x3F000000 + n};
            struct op op = easy(b, n % b->pool);
            uint64_t begun = b->cycle;

            perform(b, &clear);
            assert_int_equal(b->cycle - begun, 1);
            begun = b->cycle;
            while (b->s.sweeping) {
                const struct depthcull_outputs out = cycle(b);

                assert_int_equal(out.sweeping, 1);
                assert_int_equal(
                    out.prim_ready + out.clear_ready + out.config_ready + out.read_ready, 0);
            }
            assert_int_equal(b->cycle - begun, n % (1u << p.epoch) ? 0 : 65280 / 64);
            perform(b, &op);
            perform(b, &(struct op){.kind = FLUSH});
            perform(b,
                    &(struct op){.kind = READ, .at = (n + 1) % b->pool}); /* of an earlier epoch */
            perform(b, &(struct op){.kind = READ, .at = n % b->pool});
            if (n > 1)
                perform(b, &(struct op){.kind = READ, .at = (n - 1) % b->pool});
            drain(b);
            for (uint32_t t = 0; t < 10; ++t) /* no write is left that the clear would wait for */
                cycle(b);
        }
        close_bench(b);
    }
}

/* Resets while records are in flight in both directions. */
static void test_reset(void **unused)
{
    (void)unused;
    for (uint32_t cache = 0; cache < CACHES; ++cache) {
        const struct depthcull_params p = params_of(3, cache);
        struct bench *b = open_bench(&p, 50, seed);

        for (uint32_t round = 0; round < 3; ++round) {
            for (uint32_t t = 0; t < 300 + 7 * round; ++t) {
                struct op op = easy(b, t % b->pool);

                if (b->sent == OPS - 1)
                    break;
                perform(b, &op);
            }
            b->in.rst = 1;
            cycle(b);
            b->in.rst = b->in.fill_valid = 0;
            depthcull_memory_reset(&b->memory);
            b->results = b->sent = 0;
            oracle_clear(b, 0);
            assert_int_equal(b->s.mem_valid, 0);
            for (uint32_t t = 0; t < 16320 / 64; ++t)
                assert_int_equal(cycle(b).sweeping, 1);
            assert_int_equal(cycle(b).sweeping, 0);
            for (uint32_t t = 0; t < 20; ++t)
                perform(b, &(struct op){.kind = READ, .at = t});
            drain(b);
        }
        close_bench(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_miss),           cmocka_unit_test(test_depths_are_sent_first),
        cmocka_unit_test(test_ahead),          cmocka_unit_test(test_full_ahead),
        cmocka_unit_test(test_misses_in_time), cmocka_unit_test(test_clear_waits),
        cmocka_unit_test(test_epochs),         cmocka_unit_test(test_reset),

    };

    return cmocka_run_group_tests(tests, seed_all, NULL);
}
