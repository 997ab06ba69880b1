/* test_depthcull_bounds.c - the golden model of depthcull: cleaning of records, and primitives that
 * the bounds of a record cull. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/depthcull_steps.h"

/* A record is written once while memory is quiet, and again if it has changed, but not while its
 * last write is in flight. */
static void test_cleaned(void **unused)
{
    const struct depthcull_params p = params_of(0, 0);
    enum { LATENCY = 50 };
    struct bench *b = open_bench(&p, LATENCY, seed);
    struct op op = easy(b, 0);

    (void)unused;
    for (uint32_t n = 1; n < 4; ++n) {
        op = easy(b, 0);
        op.prim.cref += n << 16;
        cycles_of(b, &op);
        rest(b, LATENCY);
        assert_int_equal(b->memory.writes, n);
    }
    perform(b, &(struct op){.kind = FLUSH});
    drain(b);
    assert_int_equal(b->memory.writes, 3);
    for (uint32_t n = 4; n < 6; ++n) {
        op = easy(b, 0);
        op.prim.cref += n << 16;
        cycles_of(b, &op);
    }
    cycle(b);
    assert_int_equal(b->memory.writes, 4);
    rest(b, LATENCY);
    assert_int_equal(b->memory.writes, 5);
    close_bench(b);
}

/* Returns the number of lines sent to memory in `cycles` cycles. *at and *line are the cycle and
 * the contents of the last one. */
static uint32_t watch(struct bench *b, uint32_t cycles, uint64_t *at, struct depthcull_mem *line)
{
    uint32_t n = 0;

    for (uint32_t t = 0; t < cycles; ++t) {
        const struct depthcull_outputs out = cycle(b);

        if (!out.mem_valid)
            continue;
        ++n;
        *at = b->cycle - 1;
        *line = out.mem;
    }
    return n;
}

/* Cleaning covers two sets of two ways: one with tiles 0 and 2, one with tiles 1 and 3. */
static void test_cleaned_by_sets(void **unused)
{
    enum { LATENCY = 50, TIME = 2 * LATENCY + 10 };
    struct depthcull_params p = params_of(0, 1);
    struct depthcull_mem line;
    uint32_t seen = 0;
    uint64_t at = 0, taken, filled;
    struct bench *b;
    struct op op;

    (void)unused;
    p.sets = p.ways = 2;
    b = open_bench(&p, LATENCY, seed);
    for (uint32_t t = 0; t < 4; ++t)
        b->tile[t] = t;
    /* Each set has an empty way, so cleaning passes over both. */
    for (uint32_t t = 0; t < 2; ++t) {
        op = easy(b, t);
        cycles_of(b, &op);
    }
    assert_int_equal(watch(b, TIME, &at, &line), 0);
    /* Tile 3, taken in t, gets a slot in t + 4, and then set 1 has no empty way. ORDER is empty
     * again in t + 5: c waits for that if it is 1 in t + 4, and goes on if it is 0. So tile 1, the
     * older one, goes to EV in t + 5 and is on mem in t + 7. Tile 3 is not due, and set 0 still has
     * an empty way. */
    op = easy(b, 3);
    perform(b, &op);
    taken = b->cycle - 1;
    assert_int_equal(watch(b, TIME, &at, &line), 1);
    assert_int_equal(at - taken, 7);
    assert_int_equal(line.write, 1);
    assert_int_equal(line.addr, 1 * 2);
    assert_int_equal(line.tag, 0x100);
    /* Tile 0 becomes PIXELS: it gets its own plane and as many others as there are places. */
    for (uint32_t i = 0; i < p.planes; ++i) {
        op = easy(b, 0);
        op.prim.mask[0] = UINT32_C(1) << i;
        cycles_of(b, &op);
    }
    /* Tile 2 fills set 0, whose older tile is now dirty and PIXELS, so it is not written. As
     * before, c either waits in t + 4 or reaches set 0 then: it is 0 in t + 5, and advances every
     * cycle from there. */
    op = easy(b, 2);
    perform(b, &op);
    filled = b->cycle - 1;
    assert_int_equal(watch(b, TIME, &at, &line), 0);
    /* Tile 1 is used in t + 3, so tile 3 is the older one in t + 4: it goes to EV in the first
     * cycle from then on in which c is 1. */
    for (uint32_t odd = 0; odd < 2; ++odd) {
        op = easy(b, 3);
        op.prim.cref += odd;
        cycles_of(b, &op);
        assert_int_equal(watch(b, TIME, &at, &line), 0);
        op = easy(b, 1);
        op.prim.write = 0;
        if ((b->cycle - filled) % 2 != odd)
            cycle(b);
        perform(b, &op);
        taken = b->cycle - 1;
        assert_int_equal(watch(b, TIME, &at, &line), 1);
        assert_int_equal(at - taken, (taken + 4 - (filled + 5)) % 2 ? 6 : 7);
        assert_int_equal(line.write, 1);
        assert_int_equal(line.addr, 3 * 2);
        assert_int_equal(line.tag, 0x100);
    }
    perform(b, &(struct op){.kind = FLUSH});
    drain(b);
    check_memory(b, &seen);
    close_bench(b);
}

/* Returns a primitive with the same depth everywhere. */
static struct op flat(const struct bench *b, uint32_t at, uint32_t z)
{
    struct op op = easy(b, at);

    op.prim.cref = b->p.fixed ? (uint64_t)z << 8 : z;
    return op;
}

/* Evicts tile 0: it keeps its record but has no slot, because tile 1 takes the only one. */
static void evict(struct bench *b, uint32_t latency)
{
    const struct op op = easy(b, 1);

    cycles_of(b, &op);
    rest(b, latency);
}

/* A row of a table. The record has one depth everywhere, and so has the source. */
struct flat_row {
    uint32_t record, z;
    uint8_t func, enable;
    bool gone;
};

static void check_flat_row(const struct depthcull_params *p, const struct flat_row *row,
                           bool cleared)
{
    enum { LATENCY = 20 };
    const bool infinite = !p->fixed && row->z << 1 == 0xFF000000;
    struct bench *b = open_bench(p, LATENCY, seed);
    struct op op = flat(b, 0, row->record);

    cycles_of(b, &op);
    evict(b, LATENCY);
    perform(b, &(struct op){.kind = CONFIG, .enable = row->enable});
    if (cleared) /* the record no longer exists */
        perform(b, &(struct op){.kind = CLEAR, .z = row->record});
    op = flat(b, 0, row->z);
    op.prim.func = row->func;
    /* Without facts the engine is needed: 8 groups and 3 cycles more. */
    assert_int_equal(cycles_of(b, &op), (cleared     ? 8
                                         : row->gone ? 7
                                                     : 12 + LATENCY) +
                                            (infinite ? 11 : 0));
    assert_int_equal(b->memory.reads, !cleared && !row->gone);
    if (row->gone) {
        assert_int_equal(b->outcome[op.prim.tag].decision, DEPTHCULL_CULL);
        assert_int_equal(b->outcome[op.prim.tag].test, DEPTHCULL_RANGE);
    }
    close_bench(b);
}

/* Which primitives the bounds of a record cull in the time of a hit, and which need the record. */
static void test_gone(void **unused)
{
    enum {
        NEARER = 0x3F000000, /* 0.5 */
        SAME = 0x3F800000,   /* 1 */
        CLOSE = 0x3F80FFFF,  /* larger, but with the same code */
        FARTHER = 0x3F810000,
        INFINITE = 0x7F800000
    };
    static const uint32_t minus = 0x80000000;
    static const struct flat_row rows[] = {
        {SAME, FARTHER, DEPTHCULL_LESS, 1, true},
        {SAME, FARTHER, DEPTHCULL_LEQUAL, 1, true},
        {SAME, FARTHER, DEPTHCULL_EQUAL, 1, true},
        {SAME, FARTHER, DEPTHCULL_GREATER, 1, false},
        {SAME, FARTHER, DEPTHCULL_GEQUAL, 1, false},
        {SAME, FARTHER, DEPTHCULL_NOTEQUAL, 1, false},
        {SAME, FARTHER, DEPTHCULL_NEVER, 1, false},
        {SAME, FARTHER, DEPTHCULL_ALWAYS, 1, false},
        {SAME, NEARER, DEPTHCULL_LESS, 1, false},
        {SAME, NEARER, DEPTHCULL_LEQUAL, 1, false},
        {SAME, NEARER, DEPTHCULL_EQUAL, 1, true},
        {SAME, NEARER, DEPTHCULL_GREATER, 1, true},
        {SAME, NEARER, DEPTHCULL_GEQUAL, 1, true},
        {SAME, NEARER, DEPTHCULL_NOTEQUAL, 1, false},
        {SAME, SAME, DEPTHCULL_LESS, 1, false},
        {SAME, SAME, DEPTHCULL_LEQUAL, 1, false},
        /* The codes are equal; the source is beyond or before. */
        {SAME, CLOSE, DEPTHCULL_LESS, 1, false},
        {SAME, CLOSE, DEPTHCULL_LEQUAL, 1, false},
        {SAME, CLOSE, DEPTHCULL_EQUAL, 1, false},
        {CLOSE, SAME, DEPTHCULL_EQUAL, 1, false},
        {CLOSE, SAME, DEPTHCULL_GREATER, 1, false},
        {CLOSE, SAME, DEPTHCULL_GEQUAL, 1, false},
        {CLOSE, FARTHER, DEPTHCULL_LESS, 1, true},
        {FARTHER, CLOSE, DEPTHCULL_GREATER, 1, true},
        /* Below zero, patterns are ordered the other way round. */
        {minus | SAME, minus | NEARER, DEPTHCULL_LESS, 1, true},
        {minus | SAME, minus | NEARER, DEPTHCULL_GREATER, 1, false},
        {minus | SAME, minus | FARTHER, DEPTHCULL_LESS, 1, false},
        {minus | SAME, minus | FARTHER, DEPTHCULL_GREATER, 1, true},
        {minus | CLOSE, minus | SAME, DEPTHCULL_LESS, 1, false},
        {minus | SAME, minus | CLOSE, DEPTHCULL_GREATER, 1, false},
        {minus | SAME, NEARER, DEPTHCULL_LEQUAL, 1, true},
        {minus | SAME, NEARER, DEPTHCULL_GEQUAL, 1, false},
        {SAME, minus | NEARER, DEPTHCULL_LEQUAL, 1, false},
        {SAME, minus | NEARER, DEPTHCULL_GEQUAL, 1, true},
        /* The range test is off, or the source is not finite. */
        {SAME, FARTHER, DEPTHCULL_LESS, 0x7E, false},
        {SAME, NEARER, DEPTHCULL_GREATER, 0x7E, false},
        {SAME, INFINITE, DEPTHCULL_LESS, 1, false},
        {SAME, minus | INFINITE, DEPTHCULL_GREATER, 1, false},
    };
    static const struct flat_row fixed_rows[] = {
        {0x10000, 0x10100, DEPTHCULL_LESS, 1, true},
        {0x10000, 0x10100, DEPTHCULL_LEQUAL, 1, true},
        {0x10000, 0x10100, DEPTHCULL_EQUAL, 1, true},
        {0x10000, 0x10100, DEPTHCULL_GREATER, 1, false},
        {0x10000, 0x10100, DEPTHCULL_GEQUAL, 1, false},
        {0x10000, 0x0FFFF, DEPTHCULL_LESS, 1, false},
        {0x10000, 0x0FFFF, DEPTHCULL_LEQUAL, 1, false},
        {0x10000, 0x0FFFF, DEPTHCULL_EQUAL, 1, true},
        {0x10000, 0x0FFFF, DEPTHCULL_GREATER, 1, true},
        {0x10000, 0x0FFFF, DEPTHCULL_GEQUAL, 1, true},
        {0x10000, 0x100FF, DEPTHCULL_LESS, 1, false},
        {0x10000, 0x100FF, DEPTHCULL_LEQUAL, 1, false},
        {0x10000, 0x100FF, DEPTHCULL_EQUAL, 1, false},
        {0x100FF, 0x10000, DEPTHCULL_EQUAL, 1, false},
        {0x100FF, 0x10000, DEPTHCULL_GREATER, 1, false},
        {0x100FF, 0x10000, DEPTHCULL_GEQUAL, 1, false},
        {0xFFFFFF, 0x7FFFFF, DEPTHCULL_GREATER, 1, true},
        {0x7FFFFF, 0xFFFFFF, DEPTHCULL_LESS, 1, true},
        {0x10000, 0x10100, DEPTHCULL_LESS, 0x7E, false},
    };
    const struct depthcull_params f32 = params_of(0, 0), fixed = params_of(5, 0);

    (void)unused;
    for (uint32_t cleared = 0; cleared < 2; ++cleared) {
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i)
            check_flat_row(&f32, &rows[i], cleared);
        for (size_t i = 0; i < sizeof fixed_rows / sizeof fixed_rows[0]; ++i)
            check_flat_row(&fixed, &fixed_rows[i], cleared);
    }
}

/* The same for records that differ from pixel to pixel, and for partial coverage. */
static void test_gone_by_halves(void **unused)
{
    enum { LATENCY = 20, LEFT = 0x0F0F0F0F, FEW = 0x00030000 };
    enum { ONE = 0x3F800000, TWO = 0x40000000, MOST = 0x7F7FFFFF, NO_NUMBER = 0x7FC00000 };
    /* The contents of tile 0: depth 1 + x; 1 on the left and NaN on the right; 1, but 2 in the
     * first row on the left; the same with a NaN in one pixel on the right; on the left depths from
     * the greatest finite one to infinity, on the right infinity. */
    enum record { SLANTED, HALF_NAN, OF_PIXELS, PIXELS_NAN, INFINITE };
    static const uint32_t all = 0xFFFFFFFF, right = 0xF0F0F0F0;
    static const struct {
        enum record record;
        uint32_t z, mask;
        uint8_t func;
        bool gone;
        uint8_t groups; /* groups in the engine, unless it is gone */
    } rows[] = {
        {SLANTED, 0x40900000 /* 4.5 */, LEFT, DEPTHCULL_LESS, true, 0},
        {SLANTED, 0x40900000, right, DEPTHCULL_LESS, false, 0},
        {SLANTED, 0x40900000, all, DEPTHCULL_LESS, false, 0},
        {SLANTED, 0x40900000, LEFT, DEPTHCULL_GREATER, false, 0},
        {SLANTED, 0x40900000, right, DEPTHCULL_GREATER, true, 0},
        {SLANTED, 0x40900000, all, DEPTHCULL_GREATER, false, 0},
        {SLANTED, 0x40900000, all, DEPTHCULL_EQUAL, true, 0},
        {SLANTED, 0x40900000, 0, DEPTHCULL_EQUAL, false, 0},
        {SLANTED, 0x40900000, FEW, DEPTHCULL_LESS, true, 0},
        {HALF_NAN, TWO, LEFT, DEPTHCULL_LESS, true, 0},
        {HALF_NAN, TWO, right, DEPTHCULL_LESS, false, 4},
        {HALF_NAN, TWO, all, DEPTHCULL_LESS, false, 4},
        {HALF_NAN, 0, LEFT, DEPTHCULL_GREATER, true, 0},
        {HALF_NAN, 0, right, DEPTHCULL_GREATER, false, 4},
        {OF_PIXELS, 0x3FC00000 /* 1.5 */, LEFT, DEPTHCULL_LESS, false, 4},
        {OF_PIXELS, 0x3FC00000, right, DEPTHCULL_LESS, true, 0},
        {OF_PIXELS, 0x3FC00000, all, DEPTHCULL_LESS, false, 4},
        {OF_PIXELS, 0x40400000 /* 3 */, all, DEPTHCULL_LESS, true, 0},
        {OF_PIXELS, 0x3F000000 /* 0.5 */, all, DEPTHCULL_GEQUAL, true, 0},
        {PIXELS_NAN, 0x40400000, LEFT, DEPTHCULL_LEQUAL, true, 0},
        {PIXELS_NAN, 0x40400000, right, DEPTHCULL_LEQUAL, false, 4},
        {PIXELS_NAN, 0x40400000, all, DEPTHCULL_LEQUAL, false, 4},
        {INFINITE, TWO, all, DEPTHCULL_GREATER, true, 0},
        {INFINITE, TWO, all, DEPTHCULL_EQUAL, true, 0},
        {INFINITE, TWO, all, DEPTHCULL_LESS, false, 0},
        {INFINITE, MOST, right, DEPTHCULL_GREATER, true, 0},
        {INFINITE, MOST, LEFT, DEPTHCULL_GREATER, false, 0},
    };
    const struct depthcull_params p = params_of(0, 0);

    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const enum record record = rows[i].record;
        const bool pixels = record == OF_PIXELS || record == PIXELS_NAN;
        struct bench *b = open_bench(&p, LATENCY, seed);
        struct op op = flat(b, 0, record == INFINITE ? MOST : ONE);

        op.prim.cx = record == SLANTED ? ONE : record == INFINITE ? MOST : 0;
        cycles_of(b, &op);
        if (record == HALF_NAN) {
            op = flat(b, 0, NO_NUMBER);
            op.prim.mask[0] = right;
            cycles_of(b, &op);
        }
        /* As many planes as there are places, and one more for all other pixels. */
        for (uint32_t k = 0; k < p.planes && pixels; ++k) {
            const bool nan = record == PIXELS_NAN && k == 0;

            op = flat(b, 0, nan ? NO_NUMBER : TWO);
            op.prim.mask[0] = UINT32_C(1) << (nan ? p.tw / 2 : k);
            cycles_of(b, &op);
        }
        evict(b, LATENCY);
        op = flat(b, 0, rows[i].z);
        op.prim.mask[0] = rows[i].mask;
        op.prim.func = rows[i].func;
        /* A second plane stays in FILL for one more cycle, and a second line comes one cycle
         * later. */
        assert_int_equal(cycles_of(b, &op), rows[i].gone
                                                ? 7
                                                : 12 + LATENCY + (pixels || record == HALF_NAN) +
                                                      (rows[i].groups ? rows[i].groups + 3 : 0));
        assert_int_equal(b->memory.reads, rows[i].gone ? 0 : pixels ? 2 : 1);
        if (rows[i].gone) {
            assert_int_equal(b->outcome[op.prim.tag].decision, DEPTHCULL_CULL);
            assert_int_equal(b->outcome[op.prim.tag].test, DEPTHCULL_RANGE);
        }
        close_bench(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cleaned),
        cmocka_unit_test(test_cleaned_by_sets),
        cmocka_unit_test(test_gone),
        cmocka_unit_test(test_gone_by_halves),
    };

    return cmocka_run_group_tests(tests, seed_all, NULL);
}
