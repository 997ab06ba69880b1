/*
 * test_compute_block_model.c - the golden model of compute_block: messages in any interleaving
 * against an interpreter that executes one group after the other in host arithmetic, and the cycles
 * that the contract states.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compute_block/compute_block.h"
#include "compute_block/memory.h"
#include "compute_block/messages.h"
#include "unit/compute_block_oracle.h"
#include "unit/random.h"

static const struct compute_block_params sets[] = {
    {4, 2, 2, 2, 32, 2}, {8, 4, 4, 2, 256, 4}, {16, 8, 16, 2, 512, 4},
    {4, 2, 3, 1, 16, 3}, {4, 2, 5, 4, 256, 4}, {8, 2, 1, 3, 128, 4},
};
enum { SETS = sizeof sets / sizeof sets[0], EPOCHS = 250, MESSAGES = 40 };
enum { MOST_CYCLES = 5000 }; /* of any wait in a cycle test */

/* --- the bench --- */

struct bench {
    struct compute_block_state s;
    struct compute_block_inputs in;
    struct compute_block_outputs out;
    struct interpreter t;
    struct cb_memory memory; /* the block's memory */
    uint64_t both;           /* cycles with two or more arrays busy */
};

static struct bench bench;

static void step(struct bench *b)
{
    uint8_t before[CB_MAX_PRS];
    uint32_t busy = 0;

    for (uint32_t q = 0; q < CB_MAX_PRS; ++q)
        before[q] = b->s.queue[q].accepted;
    b->in.line_rsp_valid = cb_memory_answer(&b->memory, &b->in.line_rsp);
    compute_block_step(&b->s, &b->in, &b->out);
    assert_true(b->out.line_rsp_ready);
    if (b->out.line_valid && b->in.line_ready)
        cb_memory_take(&b->memory, &b->out.line);
    if (b->in.line_rsp_valid)
        cb_memory_answered(&b->memory);
    if (b->memory.wrong)
        fail_msg("memory: %s", b->memory.wrong);
    if (b->out.note_valid && b->in.note_ready) {
        int32_t *e = &b->t.expected[b->out.note.pr][b->out.note.tag];

        assert_int_equal(*e, b->out.note.status);
        *e = -1;
        --b->t.outstanding;
    }
    if (b->in.msg_valid && b->out.msg_ready && b->in.msg.pr < b->t.p.prs) {
        struct sent *s = &b->t.pr[b->in.msg.pr];

        s->m[s->n++] = b->in.msg;
    }
    /* Groups must appear to execute in the order in which they are accepted. */
    for (uint32_t q = 0; q < b->t.p.prs; ++q)
        if (!before[q] && b->s.queue[q].accepted)
            run_group(&b->t, q);
    for (uint32_t i = 0; i < b->t.p.arrays; ++i)
        busy += !(b->out.idle >> i & 1);
    b->both += busy > 1;
}

static void open_bench(struct bench *b, const struct compute_block_params *p)
{
    memset(b, 0, sizeof *b);
    b->t.p = *p;
    memset(b->t.expected, 0xFF, sizeof b->t.expected);
    compute_block_init(&b->s, p);
    b->in.rdata_ready = b->in.note_ready = b->in.line_ready = 1;
    cb_memory_begin(&b->memory, 1, 3);
    cb_memory_begin(&b->t.memory, 1, 0);
}

static void fill(struct bench *b, struct assay_rng *r)
{
    for (uint32_t i = 0; i < b->t.p.rows; ++i) {
        b->in.wr_valid = 1;
        b->in.wr.row = (uint16_t)i;
        memset(b->in.wr.data, 0, sizeof b->in.wr.data);
        cb_draw_row(r, 30, b->t.p.lanes, b->in.wr.data);
        memcpy(b->t.row[i], b->in.wr.data, sizeof b->t.row[i]);
        step(b);
    }
    b->in.wr_valid = 0;
}

/* Waits until everything is done. The PRs must then read what the interpreter has, and memory must
 * match too. */
static void check(struct bench *b)
{
    b->in.msg_valid = 0;
    b->in.note_ready = b->in.line_ready = 1;
    for (uint32_t i = 0; i < 20000; ++i) {
        bool whole = false;

        for (uint32_t q = 0; q < b->t.p.prs; ++q)
            whole |= group_length(&b->t.pr[q]) > 0;
        if (!whole && b->t.outstanding == 0)
            break;
        step(b);
    }
    assert_int_equal(b->t.outstanding, 0);
    assert_int_equal(b->out.idle, (1 << b->t.p.arrays) - 1);
    assert_true(b->out.mover_idle);
    assert_memory_equal(b->memory.byte, b->t.memory.byte, sizeof b->memory.byte);
    for (uint32_t i = 0; i <= b->t.p.rows; ++i) {
        b->in.rd_valid = i < b->t.p.rows;
        b->in.rd.row = (uint16_t)(b->in.rd_valid ? i : 0);
        step(b);
        if (i > 0) {
            assert_true(b->out.rdata_valid);
            assert_memory_equal(b->out.rdata.data, b->t.row[i - 1], b->t.p.lanes * 4);
        }
    }
    b->in.rd_valid = 0;
}

static void compact(struct bench *b)
{
    for (uint32_t q = 0; q < CB_MAX_PRS; ++q) {
        struct sent *s = &b->t.pr[q];

        s->n -= s->next;
        memmove(s->m, s->m + s->next, s->n * sizeof s->m[0]);
        s->next = 0;
    }
}

/* Asserts that messages with no, some and only survivors, and maps with no, few and many slices,
 * were executed. */
static void check_sparse(const uint32_t survived[2][3], const uint32_t mapped[2][3])
{
    for (uint32_t i = 0; i < 2; ++i)
        for (uint32_t n = 0; n < 3; ++n) {
            assert_true(survived[i][n] > 200);
            assert_true(mapped[i][n] > 5);
        }
}

/* A few messages at a time in a small register file, so that rows overlap. At times the PRs do not
 * take their notifications. */
static void any_interleaving_is_in_order(void **state)
{
    const uint64_t seed = random_seed(1);
    uint32_t statuses = 0, survived[2][3] = {{0}}, mapped[2][3] = {{0}};

    (void)state;
    for (uint32_t set = 0; set < SETS; ++set) {
        struct cb_messages messages;
        struct assay_rng r;

        open_bench(&bench, &sets[set]);
        cb_messages_begin(&messages, &sets[set], 1, 5); /* 5 is the seed of memory's windows */
        assay_rng_init(&messages.rng, seed + set, "test.compute_block.messages");
        messages.roams = true;
        assay_rng_init(&r, seed + set, "test.compute_block");
        for (uint32_t epoch = 0; epoch < EPOCHS; ++epoch) {
            const uint32_t stall = assay_rng_below(&r, 3) * 45;

            fill(&bench, &r);
            for (uint32_t n = 0; n < MESSAGES;) {
                if (!bench.in.msg_valid && assay_rng_percent(&r, 80)) {
                    cb_messages_next(&messages, &bench.in.msg);
                    bench.in.msg_valid = 1;
                }
                bench.in.note_ready = !assay_rng_percent(&r, stall);
                bench.in.line_ready = !assay_rng_percent(&r, stall);
                step(&bench);
                if (bench.in.msg_valid && bench.out.msg_ready) {
                    bench.in.msg_valid = 0;
                    ++n;
                }
                if (bench.out.note_valid)
                    statuses |= 1U << bench.out.note.status;
            }
            check(&bench);
            compact(&bench);
        }
        if (sets[set].arrays > 1)
            assert_true(bench.both > 1000);
        for (uint32_t i = 0; i < 6; ++i) {
            survived[i / 3][i % 3] += bench.t.survived[i / 3][i % 3];
            mapped[i / 3][i % 3] += bench.t.mapped[i / 3][i % 3];
        }
    }
    check_sparse(survived, mapped);
    assert_int_equal(statuses, 0x1FFF);
}

/* --- cycles --- */

static struct compute_block_msg message(uint8_t pr, uint8_t dst, uint8_t tag)
{
    return (struct compute_block_msg){.pr = pr,
                                      .src1_type = DPAS_S8,
                                      .src2_type = DPAS_S8,
                                      .acc_type = DPAS_ACC_S32,
                                      .sd = 4,
                                      .rc = 8,
                                      .exec_size = (uint8_t)bench.t.p.lanes,
                                      .src0_null = 1,
                                      .src1 = 0,
                                      .src2 = 4,
                                      .dst = dst,
                                      .tag = tag};
}

/* A message of two repeats, for a small register file. */
static struct compute_block_msg message_small(uint8_t pr, uint8_t dst, uint8_t tag)
{
    struct compute_block_msg m = message(pr, dst, tag);

    m.rc = 2;
    return m;
}

/* Sends one message in this cycle. */
static void send(struct bench *b, struct compute_block_msg m)
{
    b->in.msg = m;
    b->in.msg_valid = 1;
    step(b);
    assert_true(b->out.msg_ready);
    b->in.msg_valid = 0;
}

static uint32_t cycles_both(bool second_pr, uint8_t dst)
{
    struct assay_rng r;

    open_bench(&bench, &sets[1]);
    random_begin(&r, 7, "test.compute_block");
    fill(&bench, &r);
    send(&bench, message(0, 16, 1));
    send(&bench, message(second_pr, dst, 2));
    check(&bench);
    return (uint32_t)bench.both;
}

static void independent_messages_run_on_both_arrays(void **state)
{
    (void)state;
    /* From one PR or from two, both arrays are busy except for the cycles by which the second
     * starts later. */
    assert_true(cycles_both(true, 24) >= 18);
    assert_true(cycles_both(false, 24) >= 18);
    /* Write after write: one runs after the other. */
    assert_int_equal(cycles_both(true, 16), 0);
    assert_int_equal(cycles_both(false, 23), 0);
}

static void latency_is_that_of_the_contract(void **state)
{
    struct assay_rng r;
    uint32_t cycles = 0, first_busy = 0;

    (void)state;
    open_bench(&bench, &sets[1]);
    random_begin(&r, 7, "test.compute_block");
    fill(&bench, &r);
    assert_int_equal(bench.out.idle_cycles[0], 255);
    send(&bench, message(2, 16, 9));
    do {
        if (cycles == MOST_CYCLES)
            fail_msg("no notification in %u cycles", cycles);
        step(&bench);
        ++cycles;
        if (!first_busy && bench.out.idle == 2)
            first_busy = cycles;
    } while (!bench.out.note_valid);
    assert_int_equal(bench.out.note.pr, 2);
    /* Queue in 0, accept in 1, dispatch in 2; in 3 the ring takes the command. src1 row 0 in 4,
     * loaded in 5: repeats enter in 5 to 12. The last one shows dst in 12 + 2*4 + 1 = 21 and is
     * written in 23, and the notification is formed in 24. */
    assert_int_equal(first_busy, 3);
    assert_int_equal(cycles, 25);
    assert_int_equal(bench.out.busy_cycles[0], 21);
    assert_int_equal(bench.out.busy_cycles[1], 0);
}

/* With two arrays, eight repeats per message and six places for results, one repeat enters each
 * array per cycle. */
static void arrays_work_at_full_rate(void **state)
{
    struct assay_rng r;
    uint32_t sent = 0, notes = 0, cycles = 0;

    (void)state;
    open_bench(&bench, &sets[1]);
    random_begin(&r, 7, "test.compute_block");
    fill(&bench, &r);
    bench.in.msg_valid = 1;
    for (uint32_t t = 0; notes < 100; ++t) {
        if (t == MOST_CYCLES)
            fail_msg("%u notifications in %u cycles: expected 100", notes, t);
        bench.in.msg = message((uint8_t)(sent % 4), (uint8_t)(16 + sent % 6 * 8), (uint8_t)sent);
        step(&bench);
        sent += bench.out.msg_ready;
        notes += bench.out.note_valid;
        cycles += notes >= 20;
    }
    /* 80 messages. */
    assert_in_range(cycles, 80 * 8 / 2, 80 * 8 / 2 + 4);
    check(&bench);
}

/* Returns the tag of the message that follows those with tags 1 and 2 when all write the same rows:
 * 3 of PR 0, or 4 of PR 1, which is sent in the given cycle. */
static uint32_t third(uint32_t cycle)
{
    struct assay_rng r;
    uint32_t cycles = 0;

    open_bench(&bench, &sets[1]);
    random_begin(&r, 7, "test.compute_block");
    fill(&bench, &r);
    for (uint8_t tag = 1; tag <= 3; ++tag)
        send(&bench, message(0, 16, tag));
    for (uint32_t i = 3; i < cycle; ++i)
        step(&bench);
    send(&bench, message(1, 16, 4));
    do {
        if (cycles++ == MOST_CYCLES)
            fail_msg("no notification of a third message in %u cycles", MOST_CYCLES);
        step(&bench);
    } while (!bench.out.note_valid || bench.out.note.tag < 3);
    return bench.out.note.tag;
}

static void equals_take_turns(void **state)
{
    (void)state;
    /* The first message is unfinished up to cycle 23, so the second is dispatched in 24, and PR
     * 0 requests again in 25. PR 0 was accepted last, so PR 1 goes first if it also requests in
     * 25. */
    assert_int_equal(third(24), 4);
    assert_int_equal(third(25), 3);
}

static void reset_leaves_the_rows(void **state)
{
    static uint32_t rows[CB_MAX_ROWS][CB_MAX_LANES];
    struct assay_rng r;

    (void)state;
    open_bench(&bench, &sets[0]);
    random_begin(&r, 3, "test.compute_block");
    fill(&bench, &r);
    memcpy(rows, bench.t.row, sizeof rows);
    /* Resets while the array is busy, before its first row is written. */
    send(&bench, message_small(1, 20, 1));
    for (int i = 0; i < 8; ++i)
        step(&bench);
    assert_int_equal(bench.out.idle, 2);
    bench.in.rst = 1;
    compute_block_step(&bench.s, &bench.in, &bench.out);
    bench.in.rst = 0;
    memcpy(bench.t.row, rows, sizeof rows);
    memset(bench.t.expected, 0xFF, sizeof bench.t.expected);
    bench.t.outstanding = 0;
    memset(bench.t.pr, 0, sizeof bench.t.pr);
    step(&bench);
    assert_int_equal(bench.out.idle, 3);
    assert_int_equal(bench.out.idle_cycles[0], 0);
    check(&bench);
}

static void parameters_are_checked(void **state)
{
    static const struct compute_block_params bad[] = {
        {5, 2, 2, 2, 32, 2},   {4, 3, 2, 2, 32, 2}, {4, 2, 0, 2, 32, 2}, {4, 2, 17, 2, 32, 2},
        {4, 2, 2, 0, 32, 2},   {4, 2, 2, 5, 32, 2}, {4, 2, 2, 2, 48, 2}, {4, 2, 2, 2, 8, 2},
        {4, 2, 2, 2, 1024, 2}, {4, 2, 2, 2, 32, 1}, {4, 2, 2, 2, 32, 5},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
        assert_non_null(compute_block_check_params(&bad[i]));
    for (uint32_t i = 0; i < SETS; ++i)
        assert_null(compute_block_check_params(&sets[i]));
}

static void memory_keeps_the_first_error(void **state)
{
    static struct cb_memory m;
    const struct compute_block_line misplaced = {.tag = 1, .addr = 1};
    const struct compute_block_line again = {.tag = 1, .addr = CB_LINE};

    (void)state;
    cb_memory_begin(&m, 1, 0);
    cb_memory_take(&m, &again);
    assert_null(m.wrong);
    cb_memory_take(&m, &misplaced);
    cb_memory_take(&m, &again);
    assert_string_equal(m.wrong, "an address on line that is not a multiple of its size");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_interleaving_is_in_order),
        cmocka_unit_test(independent_messages_run_on_both_arrays),
        cmocka_unit_test(latency_is_that_of_the_contract),
        cmocka_unit_test(arrays_work_at_full_rate),
        cmocka_unit_test(equals_take_turns),
        cmocka_unit_test(reset_leaves_the_rows),
        cmocka_unit_test(parameters_are_checked),
        cmocka_unit_test(memory_keeps_the_first_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
