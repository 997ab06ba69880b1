/*
 * test_compute_block_sparse.c - the golden model of compute_block: what the contract states about
 * the time of sparse messages, messages without survivors, counters, and the cycle in which a
 * generated map is available. Their results and the contents of maps are compared with an
 * interpreter in test_compute_block_model.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "compute_block/compute_block.h"
#include "unit/compute_block_bench.h"
#include "unit/random.h"

enum { MAP1 = 130, MAP2 = 131, SRC0 = 132, DST = 140, MANY = 14 };

static void write_row(uint32_t row, const uint32_t *data)
{
    b.in.wr_valid = 1;
    b.in.wr.row = (uint16_t)row;
    memset(b.in.wr.data, 0, sizeof b.in.wr.data);
    memcpy(b.in.wr.data, data, 8 * sizeof *data);
    step();
    b.in.wr_valid = 0;
}

/* The block ignores bits above the map. */
static void write_map(uint32_t row, uint64_t map)
{
    const uint32_t data[8] = {(uint32_t)map, (uint32_t)(map >> 32), 5, 6, 7, 8, 9, 10};

    write_row(row, data);
}

/* A message of eight repeats: 64 rows of src1 from row 0, then 64 rows of src2. */
static struct compute_block_msg sparse(uint8_t sd)
{
    return (struct compute_block_msg){.src1_type = DPAS_S8,
                                      .src2_type = DPAS_S8,
                                      .sd = sd,
                                      .rc = 8,
                                      .exec_size = 8,
                                      .src0_null = 1,
                                      .src2 = 64,
                                      .dst = DST,
                                      .sparse = 1,
                                      .map1 = MAP1,
                                      .map2 = MAP2};
}

/* --- time --- */

/* Draws two maps that have n bits below sd in common, and other bits that are in only one of them
 * or not below sd. */
static void draw_maps(struct assay_rng *r, uint32_t n, uint32_t sd, uint64_t *map)
{
    uint32_t left = sd, common = n;

    map[0] = map[1] = 0;
    for (uint32_t s = 0; s < 64; ++s) {
        const uint64_t bit = UINT64_C(1) << s;
        bool both = s >= sd;

        if (s < sd) {
            both = assay_rng_below(r, left--) < common;
            common -= both;
        }
        if (both)
            map[0] |= bit, map[1] |= bit;
        else if (assay_rng_below(r, 3))
            map[assay_rng_below(r, 2)] |= bit;
    }
}

/* Returns the cycles from one notification to the next for back-to-back messages in which n of sd
 * slices survive. */
static uint32_t cycles_of(struct assay_rng *r, uint32_t n, uint8_t sd)
{
    struct compute_block_msg m = sparse(sd);
    uint64_t map[2];
    uint32_t began;

    open_bench(1, 1);
    draw_maps(r, n, sd, map);
    write_map(MAP1, map[0]);
    write_map(MAP2, map[1]);
    for (uint32_t i = 0; i < MANY; ++i) {
        m.dst = (uint16_t)(DST + 8 * i);
        send(m);
    }
    wait_notes(MANY / 2);
    began = b.noted_at;
    wait_notes(MANY);
    assert_int_equal(b.out.slices_fed, MANY * n);
    assert_int_equal(b.out.slices_skipped, MANY * (sd - n));
    return b.noted_at - began;
}

static void survivors_take_their_passes(void **state)
{
    struct assay_rng r;

    (void)state;
    assay_rng_init(&r, random_seed(1), "test.compute_block.sparse");
    for (uint32_t n = 0; n <= 64; ++n) {
        const uint32_t passes = n == 0 ? 1 : (n + 3) / 4;
        const uint8_t sd = (uint8_t)(n == 64 ? 64 : n + 1 + assay_rng_below(&r, 64 - n));

        assert_int_equal(cycles_of(&r, n, 64), MANY / 2 * 8 * passes);
        assert_int_equal(cycles_of(&r, n, sd), MANY / 2 * 8 * passes);
    }
}

static void a_dense_message_counts_no_slices(void **state)
{
    struct compute_block_msg m = sparse(64);

    (void)state;
    open_bench(1, 1);
    m.sparse = 0;
    m.strict = 1; /* ignored */
    send(m);
    m.sparse = 1;
    send(m);
    wait_notes(1);
    assert_int_equal(b.note.status, CB_OK);
    wait_notes(2);
    assert_int_equal(b.note.status, CB_BAD_SPARSE);
    assert_int_equal(b.out.slices_fed, 0);
    assert_int_equal(b.out.slices_skipped, 0);
}

/* --- no survivors --- */

static void nothing_but_NaN_changes_without_survivors(void **state)
{
    static const uint32_t c[8] = {0x80000000, 0x7F800001, 0xFF800000, 1,
                                  0,          0x3F800000, 0x7F800001, 0x80000000};
    static const uint32_t ones[8] = {0x3F803F80, 0x3F803F80, 0x3F803F80, 0x3F803F80,
                                     0x3F803F80, 0x3F803F80, 0x3F803F80, 0x3F803F80};

    (void)state;
    for (uint32_t type = DPAS_BF16; type <= DPAS_F32; ++type) {
        struct compute_block_msg m = sparse(3);

        open_bench(1, 1);
        write_row(0, ones);
        write_row(64, ones);
        write_row(SRC0, c);
        write_map(MAP1, 5);
        write_map(MAP2, 2);
        m.src1_type = m.src2_type = (uint8_t)type;
        m.acc_type = DPAS_ACC_F32;
        m.rc = 1;
        m.exec_size = 6;
        m.src0_null = 0;
        m.src0 = SRC0;
        send(m);
        wait_notes(1);
        for (uint32_t n = 0; n < 8; ++n)
            assert_int_equal(b.s.word[DST * 8 + n], n == 1 ? 0x7FC00000 : c[n]);
    }
}

static void an_infinity_that_is_left_out_is_not_seen(void **state)
{
    static const uint32_t zeros[8] = {0};
    uint32_t slices[8] = {0x3F800000, 0x7F800000, 0x40000000};

    (void)state;
    for (uint32_t sees = 0; sees < 2; ++sees) {
        struct compute_block_msg m = sparse(3);

        open_bench(1, 1);
        /* src2 holds 1, infinity, 2; src1 holds 1, 0, 1. */
        write_row(64, slices);
        for (uint32_t s = 0; s < 3; ++s) {
            const uint32_t one[8] = {0x3F800000};

            write_row(s, s == 1 ? zeros : one);
        }
        write_map(MAP1, sees ? 7 : 5);
        write_map(MAP2, 7);
        m.src1_type = m.src2_type = DPAS_F32;
        m.acc_type = DPAS_ACC_F32;
        m.rc = 1;
        send(m);
        wait_notes(1);
        assert_int_equal(word(DST), sees ? 0x7FC00000 : 0x40400000);
    }
}

/* --- generated maps --- */

/* A fill of two rows of src1 per item. */
static struct compute_block_msg fill(uint8_t items)
{
    return (struct compute_block_msg){.op = CB_OP_FILL,
                                      .src1_type = DPAS_S8,
                                      .src2_type = DPAS_S8,
                                      .items = items,
                                      .per = 2,
                                      .row_step = 2,
                                      .addr_step = 64,
                                      .sparse = 1,
                                      .map1 = MAP1};
}

static void a_map_is_written_as_its_move_is_done(void **state)
{
    (void)state;
    open_bench(1, NEVER);
    write_map(MAP1, 77);
    b.cycle = 0;
    send(fill(2));
    steps(8);
    answer(1, 0);
    step();
    answer(0, 0);
    step();
    assert_int_equal(word(MAP1), 77);
    assert_false(b.out.mover_idle);
    step();
    assert_int_equal(word(MAP1), 15);
    for (uint32_t n = 1; n < 8; ++n)
        assert_int_equal(b.s.word[MAP1 * 8 + n], 0);
    step();
    assert_true(b.out.mover_idle);
}

static void a_message_waits_for_its_map(void **state)
{
    struct compute_block_msg m = sparse(8);

    (void)state;
    open_bench(1, 20);
    write_map(MAP1, 0);
    write_map(MAP2, ~UINT64_C(0));
    send(fill(2));
    m.src1 = 40; /* not the rows being filled */
    send(m);
    wait_notes(2);
    assert_int_equal(b.out.slices_fed, 4);
}

static void an_error_leaves_the_map(void **state)
{
    (void)state;
    open_bench(1, NEVER);
    write_map(MAP1, 77);
    send(fill(2));
    steps(8);
    answer(0, 1);
    step();
    answer(1, 0);
    wait_notes(1);
    assert_int_equal(b.note.status, CB_BAD_MEMORY);
    assert_int_equal(word(MAP1), 77);
    /* The next map in the same place starts empty: it has no slices 2 and 3. */
    for (uint32_t i = 0; i < CB_MOVES; ++i) {
        struct compute_block_msg m = fill(1);

        m.map1 = (uint16_t)(MAP1 + i);
        m.dst = (uint16_t)(2 * i);
        send(m);
        steps(6);
        answer(0, 0);
        wait_notes(2 + i);
        assert_int_equal(word(MAP1 + i), 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(survivors_take_their_passes),
        cmocka_unit_test(a_dense_message_counts_no_slices),
        cmocka_unit_test(nothing_but_NaN_changes_without_survivors),
        cmocka_unit_test(an_infinity_that_is_left_out_is_not_seen),
        cmocka_unit_test(a_map_is_written_as_its_move_is_done),
        cmocka_unit_test(a_message_waits_for_its_map),
        cmocka_unit_test(an_error_leaves_the_map),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
