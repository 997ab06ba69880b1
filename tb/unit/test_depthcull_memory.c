/*
 * test_depthcull_memory.c - the golden model of depthcull with tiles in memory, under random
 * latency and reordering: whatever the cache holds, every mask and image is that of testing each
 * pixel alone, and memory holds that image after a flush.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "depthcull/planes.h"
#include "unit/depthcull_bench.h"
#include "unit/random.h"

/* --- random sequences --- */

static void draw_mask(struct assay_rng *r, const struct depthcull_params *p, bool few,
                      uint32_t *mask)
{
    const uint32_t shape = few ? 2 : assay_rng_below(r, 12),
                   edge = assay_rng_below(r, p->tw + p->th);

    memset(mask, 0, 4 * sizeof *mask);
    for (uint32_t i = 0; i < p->tw * p->th; ++i) {
        const uint32_t drawn = assay_rng_below(r, 8);
        const bool on = shape < 2    ? true
                        : shape < 5  ? drawn == 0
                        : shape == 5 ? drawn > 0
                        : shape == 6 ? false
                                     : (i % p->tw + i / p->tw < edge) == (shape < 9);

        mask[i / 32] |= (uint32_t)on << i % 32;
    }
}

/* Draws an operation. The sequence is the same for each cache. */
static void draw_op(struct assay_rng *r, const struct depthcull_params *p, uint32_t pool,
                    struct depthcull_coefs *near, struct op *op)
{
    const uint32_t where = assay_rng_below(r, 8), what = assay_rng_below(r, 400),
                   class = assay_rng_below(r, 40);
    /* A few tiles collect many planes. */
    const bool few = where < 2 && assay_rng_below(r, 4);
    struct depthcull_coefs plane;

    memset(op, 0, sizeof *op);
    op->kind = what < 2 ? CLEAR : what < 4 ? CONFIG : what < 12 ? READ : what < 17 ? FLUSH : PRIM;
    op->at = assay_rng_below(r, where < 2 ? HOTTER : where < 4 && pool > HOT ? HOT : pool);
    op->z = assay_rng_below(r, 0x1000000);
    op->enable = (uint8_t)(assay_rng_below(r, 4) ? depthcull_reset_enable(p) : 0);
    if (op->kind == CLEAR && !p->fixed)
        op->z = stored_pattern((float)op->z / (float)0x100000);
    if (op->kind != PRIM)
        return;
    if (what == 399)
        op->at = POOL;
    depthcull_draw_plane(r, p,
                         class < 36 ? (enum depthcull_class)(class % DEPTHCULL_C_STEEP)
                                    : (enum depthcull_class)(DEPTHCULL_C_STEEP + class % 3),
                         near, &plane);
    if (class < 36 && assay_rng_below(r, 3))
        *near = plane;
    op->prim.cx = plane.c[0];
    op->prim.cy = plane.c[1];
    op->prim.cref = plane.c[2];
    op->prim.func = (uint8_t)(assay_rng_below(r, 2)   ? 1
                              : assay_rng_below(r, 2) ? 7
                                                      : assay_rng_below(r, 8));
    op->prim.write = assay_rng_below(r, 5) != 0;
    if (few)
        op->prim.func = 7;
    draw_mask(r, p, few, op->prim.mask);
}

/* Plays a sequence. Returns the bench, which has the outcome of each primitive. */
static struct bench *play(const struct depthcull_params *p, uint64_t seed, uint32_t *seen)
{
    static const uint8_t busy[] = {0, 20, 70, 95};
    struct bench *b = open_bench(p, 0, seed + p->sets);
    struct depthcull_coefs near = {{0, 0, 0}};
    struct assay_rng sequence;
    struct op op;
    uint64_t writes;

    assay_rng_init(&sequence, seed, "sequence");
    for (uint32_t n = 0; n < OPS; ++n) {
        if (n % 100 == 0)
            b->busy = busy[assay_rng_below(&b->rng, 4)];
        draw_op(&sequence, p, b->pool, &near, &op);
        op.prim.tag = (uint16_t)b->sent;
        perform(b, &op);
        if (op.kind == FLUSH) {
            drain(b);
            check_memory(b, seen);
        }
    }
    drain(b);
    b->busy = 0;
    for (uint32_t t = 0; t < b->pool; ++t)
        perform(b, &(struct op){.kind = READ, .at = t});
    drain(b);
    perform(b, &(struct op){.kind = FLUSH});
    drain(b);
    check_memory(b, seen);
    /* Nothing may still be dirty. */
    writes = b->memory.writes;
    perform(b, &(struct op){.kind = FLUSH});
    drain(b);
    assert_int_equal(b->memory.writes, writes);
    return b;
}

static void test_image(void **unused)
{
    const uint64_t seed = random_seed(0);

    (void)unused;
    for (uint32_t shape = 0; shape < SHAPES; ++shape) {
        uint32_t seen = 0, by_cache[CACHES];
        struct bench *b[CACHES];

        for (uint32_t cache = 0; cache < CACHES; ++cache) {
            const struct depthcull_params p = params_of(shape, cache);

            b[cache] = play(&p, seed + shape, &seen);
            by_cache[cache] = (uint32_t)b[cache]->memory.reads;
            /* The decisions and the tests reported for them do not depend on the cache. */
            assert_int_equal(b[cache]->sent, b[0]->sent);
            assert_memory_equal(b[cache]->outcome, b[0]->outcome,
                                b[0]->sent * sizeof b[0]->outcome[0]);
        }
        for (uint32_t what = 0; what <= 9; ++what) /* everything possible occurred */
            if ((seen >> what & 1) != (what <= shapes[shape].planes || what == 9))
                fail_msg("shape %u: kinds %03" PRIX32, shape, seen);
        assert_true(by_cache[0] > by_cache[1]);
        assert_true(shapes[shape].tiles < POOL || by_cache[1] > by_cache[2]);
        for (uint32_t cache = 0; cache < CACHES; ++cache)
            close_bench(b[cache]);
    }
}

/* --- the layout --- */

static void test_lines(void **unused)
{
    /* The contract's table: tw, fixed; lines for 1, 2, 4, 8 planes with that many PLANES; lines for
     * PIXELS. */
    static const uint32_t table[][7] = {
        {4, 0, 1, 1, 1, 2, 1}, {4, 1, 1, 1, 1, 3, 1},  {8, 0, 1, 1, 1, 2, 2},
        {8, 1, 1, 1, 2, 3, 2}, {16, 0, 1, 1, 2, 3, 8}, {16, 1, 1, 1, 2, 3, 8},
    };

    (void)unused;
    for (size_t row = 0; row < sizeof table / sizeof table[0]; ++row) {
        for (uint32_t log = 0; log < 4; ++log) {
            const struct depthcull_params p = {.tw = table[row][0],
                                               .th = table[row][0] == 16 ? 8 : 4,
                                               .fixed = table[row][1],
                                               .planes = 1u << log};

            assert_int_equal(depthcull_lines(&p, p.planes), table[row][2 + log]);
            assert_int_equal(depthcull_lines(&p, 9), table[row][6]);
            assert_int_equal(depthcull_lines(&p, 0), 0);
            assert_int_equal(depthcull_stride(&p), stride_of(&p));
        }
    }
}

/* --- the memory itself --- */

/* Memory as the figures assume it: latency 64, one line every four cycles, and a delayed reply does
 * not delay those behind it. */
static void test_speed(void **unused)
{
    enum { CYCLES = 4000, LATENCY = 64, INTERVAL = 4, TAGS = 32 };
    const struct depthcull_params p = params_of(0, 2);
    struct depthcull_memory m;
    struct depthcull_fill fill;
    uint64_t at[CYCLES] = {0}, came = 0;
    uint32_t sent = 0, held = 0;
    bool waits = false;

    (void)unused;
    assert_true(depthcull_memory_begin(&m, &p, &depthcull_memory_usual, 0, 1));
    for (uint64_t t = 0; t < CYCLES; ++t) {
        if (!waits && depthcull_memory_reply(&m, &fill)) {
            waits = true;
            assert_int_equal(fill.tag, came % TAGS << 3);
            /* The block delays every other reply by two cycles. */
            assert_int_equal(t, at[came] + LATENCY);
            held = came % 2 ? 0 : 2;
            ++came;
        }
        if (depthcull_memory_cycle(&m)) {
            const struct depthcull_mem mem = {.addr = sent, .tag = (uint16_t)(sent % TAGS << 3)};

            assert_int_equal(t, (uint64_t)sent * INTERVAL);
            at[sent++] = t;
            depthcull_memory_take(&m, &mem);
        }
        if (waits && held-- == 0) {
            depthcull_memory_replied(&m);
            waits = false;
        }
    }
    assert_null(m.wrong);
    assert_int_equal(sent, CYCLES / INTERVAL);
    assert_int_equal(came, (CYCLES - LATENCY + INTERVAL - 1) / INTERVAL);
    depthcull_memory_free(&m);
}

/* Only the first error is reported. */
static void test_wrong(void **unused)
{
    const struct depthcull_params p = params_of(1, 0);
    struct depthcull_memory m;

    (void)unused;
    assert_true(depthcull_memory_begin(&m, &p, NULL, 0, 1));
    depthcull_memory_take(&m, &(struct depthcull_mem){.addr = 12, .data = {1}});
    assert_string_equal(m.wrong, "data with a read");
    depthcull_memory_take(&m, &(struct depthcull_mem){.addr = 12});
    assert_string_equal(m.wrong, "data with a read");
    depthcull_memory_free(&m);
}

/* Unrequested replies: entries and lines that do not exist, and lines that have had their reply
 * while others of the record have not. */
static void test_strays(void **unused)
{
    enum { TURNS = 200000 };

    (void)unused;
    for (uint32_t shape = 0; shape < SHAPES; ++shape) {
        struct depthcull_params p = params_of(shape, 2);
        const uint32_t stride = stride_of(&p);
        uint32_t entries = 0, lines = 0, again = 0;
        struct depthcull_memory m;
        struct depthcull_fill fill;
        bool asked[DEPTHCULL_TAGS] = {false};
        uint32_t left[32] = {0}; /* outstanding lines, by entry */

        p.tiles = 1000;
        p.misses = shape % 2 ? 32 : 16;
        assert_true(depthcull_memory_begin(&m, &p, NULL, 3, shape));
        for (uint32_t t = 0; t < TURNS; ++t) {
            const uint32_t entry = t % p.misses;

            depthcull_memory_moved(&m);
            if (m.replies.owed < 64 && left[entry] == 0)
                for (uint32_t i = 0; i < stride; ++i) {
                    const uint32_t tag = entry * 8 + i;

                    asked[tag] = true;
                    ++left[entry];
                    depthcull_memory_take(
                        &m, &(struct depthcull_mem){.addr = tag, .tag = (uint16_t)tag});
                }
            if (!depthcull_memory_reply(&m, &fill))
                continue;
            if (!m.replies.stray) {
                assert_true(asked[fill.tag]);
                asked[fill.tag] = false;
                --left[fill.tag / 8];
            } else {
                assert_false(asked[fill.tag]);
                entries += (fill.tag & 0xFF) / 8 >= p.misses;
                lines += fill.tag % 8 >= stride;
                again += (fill.tag & 0xFF) / 8 < p.misses && fill.tag % 8 < stride;
            }
            depthcull_memory_replied(&m);
        }
        assert_int_equal(entries > 0, p.misses < 32);
        assert_int_equal(lines > 0, stride < 8);
        assert_int_equal(again > 0, stride > 1);
        depthcull_memory_free(&m);
    }
}

/* Unrequested replies stop when nothing else moves, so that the engine can detect a hanging
 * block. */
static void test_silence(void **unused)
{
    struct depthcull_params p = params_of(0, 0);
    struct depthcull_memory m;
    struct depthcull_fill fill;
    uint32_t early = 0;

    (void)unused;
    p.tiles = DEPTHCULL_MAX_TILES;
    assert_true(depthcull_memory_begin(&m, &p, NULL, 3, 1));
    for (uint32_t round = 0; round < 3; ++round) {
        early = 0;
        for (uint32_t t = 0; t < 40000; ++t) {
            if (!depthcull_memory_reply(&m, &fill))
                continue;
            early += t < 17000;
            assert_in_range(t, 0, 17000);
            depthcull_memory_replied(&m);
        }
        assert_in_range(early, 50, 500); /* also during a sweep of the table */
        depthcull_memory_moved(&m);
    }
    depthcull_memory_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),  cmocka_unit_test(test_image), cmocka_unit_test(test_speed),
        cmocka_unit_test(test_strays), cmocka_unit_test(test_wrong), cmocka_unit_test(test_silence),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
