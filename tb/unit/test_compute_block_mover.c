/*
 * test_compute_block_mover.c - the golden model of compute_block's mover: the cycles that the
 * contract states, conflicting accesses, answers, and the rows that a move holds. What moves do to
 * rows and memory is compared with an interpreter in test_compute_block_model.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compute_block/compute_block.h"
#include "unit/compute_block_bench.h"

/* Returns a move of whole lines, two rows each. */
static struct compute_block_msg move(uint8_t op, uint16_t row, uint8_t items, uint32_t addr)
{
    return (struct compute_block_msg){.op = op,
                                      .src0 = row,
                                      .dst = row,
                                      .items = items,
                                      .per = 2,
                                      .row_step = 2,
                                      .addr = addr,
                                      .addr_step = 64};
}

/* Returns a message of two repeats. */
static struct compute_block_msg dpas(uint16_t src1, uint16_t dst)
{
    return (struct compute_block_msg){.src1_type = DPAS_S8,
                                      .src2_type = DPAS_S8,
                                      .sd = 4,
                                      .rc = 2,
                                      .exec_size = 8,
                                      .src0_null = 1,
                                      .src1 = src1,
                                      .src2 = 200,
                                      .dst = dst};
}

/* Sends a move in cycle 0, as in the example of the contract. */
static void move_alone(uint8_t op, uint32_t n, uint32_t latency)
{
    open_bench(2, latency);
    send(move(op, 0, (uint8_t)n, 0));
    wait_notes(1);
    assert_int_equal(b.lines, n);
    for (uint32_t i = 0; i < n; ++i)
        assert_int_equal(b.line[i].at, 4 + i);
    assert_int_equal(b.noted_at, 6 + n + latency);
    assert_int_equal(b.note.status, 0);
    assert_true(b.out.mover_idle);
}

static void a_move_takes_what_the_contract_says(void **state)
{
    (void)state;
    move_alone(CB_OP_FILL, 1, 1);
    move_alone(CB_OP_FILL, 16, 40);
    move_alone(CB_OP_FILL, 64, 14);
    move_alone(CB_OP_DRAIN, 7, 3);
    move_alone(CB_OP_DRAIN, 64, 14);
}

static void sixteen_lines_are_in_flight(void **state)
{
    (void)state;
    /* One long move, then short ones: 16 lines in 30 + 2 cycles. */
    open_bench(2, 30);
    send(move(CB_OP_FILL, 0, 64, 0));
    wait_notes(1);
    for (uint32_t i = 16; i < 64; ++i)
        assert_int_equal(b.line[i].at, b.line[i - 16].at + 32);
    open_bench(2, 30);
    for (uint32_t i = 0; i < 12; ++i)
        send(move(CB_OP_FILL, (uint16_t)(4 * i), 2, 128 * i));
    wait_notes(12);
    assert_int_equal(b.lines, 24);
    assert_true(b.line[15].at < b.line[0].at + 32);
}

static void moves_wait_for_accesses_that_meet(void **state)
{
    (void)state;
    /* A fill of the line that a drain writes; two fills of the same bytes; drains of halves of a
     * line. */
    open_bench(2, 20);
    send(move(CB_OP_DRAIN, 0, 1, 64));
    send(move(CB_OP_FILL, 2, 1, 64));
    wait_notes(2);
    assert_int_equal(b.line[1].at, b.line[0].at + 22);
    open_bench(2, 20);
    send(move(CB_OP_FILL, 0, 1, 64));
    send(move(CB_OP_FILL, 2, 1, 64));
    wait_notes(2);
    assert_in_range(b.line[1].at, b.line[0].at + 1, b.line[0].at + 2);
    open_bench(2, 20);
    b.in.msg = move(CB_OP_DRAIN, 0, 2, 64);
    b.in.msg.per = 1;
    b.in.msg.addr_step = 32;
    send(b.in.msg);
    b.in.msg.addr_step = 0;
    send(b.in.msg);
    wait_notes(2);
    assert_int_equal(b.line[1].at, b.line[0].at + 1);
    assert_int_equal(b.line[2].at, b.line[0].at + 22);
    assert_int_equal(b.line[3].at, b.line[2].at + 22);
}

static void answers_come_in_any_order(void **state)
{
    (void)state;
    open_bench(2, NEVER);
    send(move(CB_OP_FILL, 0, 3, 0));
    steps(10);
    assert_int_equal(b.lines, 3);
    for (uint8_t tag = 2; tag < 3; --tag) {
        assert_int_equal(word(2U * tag), 0);
        answer(tag, 0);
        step();
        assert_int_equal(word(2U * tag), 100 + tag);
        assert_int_equal(word(2U * tag + 1), 100 + tag);
    }
    wait_notes(1);
    assert_int_equal(b.note.status, 0);
}

static void answers_that_nobody_waits_for_are_ignored(void **state)
{
    (void)state;
    open_bench(2, NEVER);
    send(move(CB_OP_FILL, 0, 2, 0));
    steps(10);
    for (uint32_t tag = 2; tag < 256; ++tag) {
        answer((uint8_t)tag, tag & 1);
        step();
    }
    answer(1, 0);
    step();
    answer(1, 1); /* tag 1 is free by now */
    step();
    assert_int_equal(b.notes, 0);
    answer(0, 0);
    wait_notes(1);
    assert_int_equal(b.note.status, 0);
    assert_int_equal(word(0), 100);
    assert_int_equal(word(2), 101);
    assert_int_equal(word(4), 0);
}

static void an_error_leaves_its_item_only(void **state)
{
    (void)state;
    open_bench(2, NEVER);
    send(move(CB_OP_FILL, 0, 3, 0));
    steps(10);
    answer(1, 1);
    step();
    answer(0, 0);
    step();
    answer(2, 0);
    wait_notes(1);
    assert_int_equal(b.note.status, CB_BAD_MEMORY);
    assert_int_equal(word(0), 100);
    assert_int_equal(word(2), 0);
    assert_int_equal(word(4), 102);
    /* The next move in the same place of the ring starts without its error. */
    b.latency = 1;
    b.answered = b.lines;
    for (uint32_t i = 0; i < CB_MOVES; ++i)
        send(move(CB_OP_FILL, 0, 1, 0));
    wait_notes(1 + CB_MOVES);
    assert_int_equal(b.note.status, 0);
}

static bool busy(void)
{
    return !(b.out.idle & 1);
}

static void moves_hold_rows_as_long_as_they_need_them(void **state)
{
    uint32_t since, began;

    (void)state;
    /* A fill holds its rows until its answers have arrived, a drain until all of it has been
     * sent. */
    open_bench(1, 30);
    send(move(CB_OP_FILL, 0, 2, 0));
    send(dpas(0, 100));
    since = b.cycle;
    while (!busy())
        step_waiting(since, "a busy array");
    began = b.cycle - 1;
    /* Answered in 34 and 35, done in 36, clear in 37, dispatched then. */
    assert_int_equal(began, 38);
    open_bench(1, 30);
    send(move(CB_OP_DRAIN, 100, 2, 0));
    send(dpas(0, 100));
    since = b.cycle;
    while (!busy())
        step_waiting(since, "a busy array");
    began = b.cycle - 1;
    /* Sent in 3 and 4; released in 5, dispatched then. */
    assert_int_equal(began, 6);
    assert_int_equal(b.notes, 0);
}

static void full_arrays_let_moves_past(void **state)
{
    (void)state;
    open_bench(1, 1);
    /* PR 0 fills the ring of the array and waits; PR 1 moves. */
    b.in.note_ready = 0;
    for (uint32_t i = 0; i < 8; ++i)
        send(dpas(0, (uint16_t)(100 + 2 * i)));
    b.in.msg = move(CB_OP_FILL, 20, 1, 0);
    b.in.msg.pr = 1;
    send(b.in.msg);
    steps(20);
    assert_int_equal(b.s.array[0].tail - b.s.array[0].note, CB_RING);
    assert_int_equal(b.lines, 1);
}

static void moves_keep_their_order(void **state)
{
    struct compute_block_msg m;
    uint32_t since;

    (void)state;
    open_bench(1, 1);
    send(dpas(0, 100));
    steps(2);
    /* The drain waits for the result; the fill of another PR waits behind it. */
    send(move(CB_OP_DRAIN, 100, 1, 0));
    m = move(CB_OP_FILL, 20, 1, 640);
    m.pr = 1;
    send(m);
    steps(6);
    assert_int_equal(b.lines, 0);
    since = b.cycle;
    while (b.lines < 2)
        step_waiting(since, "a second line");
    assert_int_equal(b.out.line.addr, 640);
}

static void a_full_mover_takes_no_more(void **state)
{
    (void)state;
    open_bench(2, NEVER);
    for (uint32_t i = 0; i < CB_MOVES + 2; ++i)
        send(move(CB_OP_DRAIN, 0, 1, 64 * i));
    steps(20);
    assert_int_equal(b.lines, CB_MOVES);
    /* The done pointer advances in the next cycle, the notification in the one after it; then the
     * next move is dispatched, sent, and on the line port. */
    answer(0, 0);
    step();
    steps(4);
    assert_int_equal(b.lines, CB_MOVES);
    step();
    assert_int_equal(b.lines, CB_MOVES + 1);
    steps(20);
    assert_int_equal(b.lines, CB_MOVES + 1);
}

static void arrays_notify_before_the_mover(void **state)
{
    struct compute_block_msg m = move(CB_OP_FILL, 0, 1, 0);

    (void)state;
    open_bench(1, 1);
    b.in.note_ready = 0;
    m.tag = 1;
    send(m);
    m.tag = 2;
    m.dst = 20;
    send(m);
    m = dpas(40, 100);
    m.tag = 3;
    send(m);
    steps(60);
    b.in.note_ready = 1;
    step();
    assert_int_equal(b.note.tag, 1);
    step();
    assert_int_equal(b.note.tag, 3);
    step();
    assert_int_equal(b.note.tag, 2);
}

static void a_fill_stays_when_a_pr_writes_its_row(void **state)
{
    (void)state;
    open_bench(2, NEVER);
    send(move(CB_OP_FILL, 0, 1, 0));
    steps(10);
    b.in.wr_valid = 1;
    b.in.wr.row = 1;
    b.in.wr.data[0] = 7;
    answer(0, 0);
    step();
    assert_int_equal(word(1), 100);
    step();
    assert_int_equal(word(1), 7);
}

static void a_reset_forgets_moves_and_tags(void **state)
{
    (void)state;
    open_bench(2, NEVER);
    send(move(CB_OP_FILL, 0, 8, 0));
    steps(7);
    assert_in_range(b.lines, 2, 7);
    /* An answer that arrives in the cycle of the reset is lost. */
    b.in.rst = 1;
    answer(0, 0);
    step();
    b.in.rst = 0;
    b.lines = 0;
    step();
    assert_int_equal(word(0), 0);
    assert_true(b.out.mover_idle);
    assert_false(b.out.line_valid);
    /* The next move begins with its first item and the lowest tag; the other tags are free. */
    send(move(CB_OP_FILL, 4, 2, 640));
    steps(10);
    assert_int_equal(b.lines, 2);
    assert_int_equal(b.line[0].tag, 0);
    answer(2, 1);
    step();
    answer(1, 0);
    step();
    answer(0, 0);
    wait_notes(1);
    assert_int_equal(b.note.status, 0);
    assert_int_equal(word(0), 0);
    assert_int_equal(word(4), 100);
    assert_int_equal(word(6), 101);
}

static void the_lowest_free_tag_is_taken(void **state)
{
    static const uint8_t tags[] = {0, 1, 2, 3, 1, 2, 4};

    (void)state;
    open_bench(2, NEVER);
    send(move(CB_OP_FILL, 0, 4, 0));
    steps(10);
    answer(2, 0);
    step();
    answer(1, 0);
    step();
    send(move(CB_OP_FILL, 20, 3, 640));
    steps(10);
    assert_int_equal(b.lines, sizeof tags);
    for (uint32_t i = 0; i < sizeof tags; ++i)
        assert_int_equal(b.line[i].tag, tags[i]);
}

/* A dpas message and a move wait for two rows of the same result. Returns the cycles from the
 * dispatch of the message to the line of the move. */
static uint32_t line_after_dispatch(bool move_first)
{
    struct compute_block_msg waits = dpas(100, 120), fills = move(CB_OP_FILL, 101, 1, 0);
    uint32_t dispatched = 0;

    open_bench(1, 1);
    waits.sd = 1;
    waits.pr = 1;
    fills.per = 1;
    fills.pr = 2;
    send(dpas(0, 100));
    steps(3);
    send(move_first ? fills : waits);
    steps(3);
    send(move_first ? waits : fills);
    for (uint32_t i = 0; i < 60; ++i) {
        step();
        if (dispatched == 0 && b.s.array[0].tail == 2)
            dispatched = b.cycle - 1;
    }
    assert_int_equal(b.lines, 1);
    assert_true(dispatched > 0);
    return b.line[0].at - dispatched;
}

static void the_older_candidate_goes_first(void **state)
{
    (void)state;
    /* A move's line follows two cycles after its dispatch. */
    assert_int_equal(line_after_dispatch(false), 3);
    assert_int_equal(line_after_dispatch(true), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_takes_what_the_contract_says),
        cmocka_unit_test(sixteen_lines_are_in_flight),
        cmocka_unit_test(moves_wait_for_accesses_that_meet),
        cmocka_unit_test(answers_come_in_any_order),
        cmocka_unit_test(answers_that_nobody_waits_for_are_ignored),
        cmocka_unit_test(an_error_leaves_its_item_only),
        cmocka_unit_test(moves_hold_rows_as_long_as_they_need_them),
        cmocka_unit_test(full_arrays_let_moves_past),
        cmocka_unit_test(moves_keep_their_order),
        cmocka_unit_test(the_lowest_free_tag_is_taken),
        cmocka_unit_test(the_older_candidate_goes_first),
        cmocka_unit_test(a_full_mover_takes_no_more),
        cmocka_unit_test(arrays_notify_before_the_mover),
        cmocka_unit_test(a_fill_stays_when_a_pr_writes_its_row),
        cmocka_unit_test(a_reset_forgets_moves_and_tags),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
