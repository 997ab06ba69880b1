/*
 * test_compute_block_model.c - the golden model of compute_block: messages in any interleaving
 * against an interpreter that executes groups one after the other, in host arithmetic; and what the
 * contract says of cycles.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compute_block/compute_block.h"
#include "compute_block/memory.h"
#include "compute_block/messages.h"
#include "unit/random.h"

static const struct compute_block_params sets[] = {
    {4, 2, 2, 2, 32, 2}, {8, 4, 4, 2, 256, 4}, {16, 8, 16, 2, 512, 4},
    {4, 2, 3, 1, 16, 3}, {4, 2, 5, 4, 256, 4}, {8, 2, 1, 3, 128, 4},
};
enum { SETS = sizeof sets / sizeof sets[0], EPOCHS = 250, MESSAGES = 40, PENDING = 256 };

/* --- the interpreter --- */

struct interpreter {
    struct compute_block_params p;
    uint32_t row[CB_MAX_ROWS][CB_MAX_LANES];
    struct sent {
        struct compute_block_msg m[PENDING];
        uint32_t n, next;
    } pr[CB_MAX_PRS];
    struct cb_memory memory;           /* as after the groups, one after the other */
    int32_t expected[CB_MAX_PRS][256]; /* status of the notification with a tag; -1: none */
    uint32_t outstanding;
};

static float as_float(uint32_t x)
{
    float f;

    memcpy(&f, &x, sizeof f);
    return f;
}

static uint32_t pattern(float f)
{
    uint32_t x;

    memcpy(&x, &f, sizeof x);
    return isnan(f) ? UINT32_C(0x7FC00000) : x;
}

static float half(uint32_t x)
{
    const uint32_t e = x >> 10 & 31, f = x & 1023;
    float r;

    if (e == 31)
        r = f ? NAN : INFINITY;
    else
        r = e ? ldexpf((float)(1024 + f), (int)e - 25) : ldexpf((float)f, -24);
    return x >> 15 & 1 ? -r : r;
}

static uint32_t bits_of(uint8_t type)
{
    static const uint8_t bits[] = {2, 2, 4, 4, 8, 8, 16, 16, 32};

    return bits[type];
}

/* Element of `type` at a bit of a row of dwords that run on. */
static uint32_t element(const struct interpreter *t, uint32_t row, uint32_t bit, uint8_t type)
{
    const uint32_t w = row * t->p.lanes + bit / 32, n = bits_of(type);
    const uint32_t x = t->row[w / t->p.lanes][w % t->p.lanes] >> bit % 32;

    return n == 32 ? x : x & ((1U << n) - 1);
}

static int64_t integer(uint32_t x, uint8_t type)
{
    const uint32_t n = bits_of(type);

    return type & 1 && x >> (n - 1) ? (int64_t)x - (1 << n) : (int64_t)x;
}

static float floating(uint32_t x, uint8_t type)
{
    return type == DPAS_BF16 ? as_float(x << 16) : type == DPAS_F16 ? half(x) : as_float(x);
}

static uint32_t ops_of(const struct compute_block_msg *m)
{
    if (m->src1_type >= DPAS_BF16)
        return m->src1_type == DPAS_F32 ? 1 : 2;
    return bits_of(m->src1_type) == 8 || bits_of(m->src2_type) == 8 ? 4 : 8;
}

static uint32_t activated(const struct compute_block_msg *m, uint32_t x)
{
    const bool tanh = m->act == 3;
    const struct cb_table *table = tanh ? &cb_tanh_table : &cb_sigmoid_table;
    const float f = as_float(x), size = fabsf(f), scale = tanh ? 16 : 8;
    float y;

    if (m->act == 0)
        return x;
    if (m->acc_type == DPAS_ACC_S32)
        return (int32_t)x > 0 ? x : 0;
    if (isnan(f))
        return UINT32_C(0x7FC00000);
    if (m->act == 1)
        return f > 0 ? x : 0;
    y = 1;
    if (size * scale < 64) {
        const uint32_t i = (uint32_t)(size * scale);

        y = fmaf(as_float(table->slope[i]), size, as_float(table->icept[i]));
    }
    if (signbit(f))
        y = tanh ? -y : 1 - y;
    return pattern(y);
}

/* With remainders and masks, as inference libraries do it. */
static uint32_t requantised(const struct interpreter *t, const struct compute_block_msg *m,
                            uint32_t lane, uint32_t x)
{
    const int64_t multiplier = (int32_t)t->row[m->mul][lane];
    const int32_t s = (int32_t)(t->row[m->shift][lane] << 26) >> 26;
    const int64_t low = (int16_t)m->low, high = (int16_t)m->high;
    uint64_t v = (uint64_t)((int32_t)x * multiplier); /* modulo 2^64 from here on */
    int64_t y;

    for (int32_t i = 0; i < s; ++i)
        v *= 2;
    y = (int64_t)(v + (UINT64_C(1) << 30)) >> 31;
    if (s < 0) {
        const int64_t rem = y & ((INT64_C(1) << -s) - 1), mask = (INT64_C(1) << -s) - 1;

        y >>= -s;
        y += rem > (mask >> 1) + (y < 0);
    }
    y += (int16_t)m->offset;
    return (uint32_t)(y < low ? low : y > high ? high : y);
}

static void run_message(struct interpreter *t, const struct compute_block_msg *m,
                        uint32_t kept[8][CB_MAX_LANES])
{
    const uint32_t ops = ops_of(m), b1 = bits_of(m->src1_type), b2 = bits_of(m->src2_type);
    const uint32_t per = 32 / (ops * b1);
    uint32_t result[8][CB_MAX_LANES];

    for (uint32_t r = 0; r < m->rc; ++r)
        for (uint32_t n = 0; n < t->p.lanes; ++n) {
            const uint32_t lane = m->src0_scalar ? 0 : n;
            const uint32_t c = m->chain ? kept[r][n] : m->src0_null ? 0 : t->row[m->src0 + r][lane];
            int64_t sum = m->acc_type == DPAS_ACC_S32 ? (int32_t)c : (int64_t)c;
            float chain = as_float(c);

            result[r][n] = c;
            if (n >= m->exec_size)
                continue;
            for (uint32_t k = 0; k < m->sd * ops; ++k) {
                const uint32_t s = k / ops;
                const uint32_t x = element(t, m->src1 + s / per,
                                           n * 32 + (s % per * ops + k % ops) * b1, m->src1_type);
                /* Eight slices of all repeats, then the next eight. */
                const uint32_t fed = s / 8 * m->rc + r;
                const uint32_t y =
                    element(t, m->src2, (fed * 8 * ops + k % (8 * ops)) * b2, m->src2_type);

                if (m->acc_type == DPAS_ACC_F32)
                    chain = as_float(
                        pattern(fmaf(floating(x, m->src1_type), floating(y, m->src2_type), chain)));
                else
                    sum += integer(x, m->src1_type) * integer(y, m->src2_type);
            }
            if (m->saturate) {
                const int64_t least = m->acc_type == DPAS_ACC_S32 ? INT32_MIN : 0;
                const int64_t most = m->acc_type == DPAS_ACC_S32 ? INT32_MAX : UINT32_MAX;

                sum = sum < least ? least : sum > most ? most : sum;
            }
            result[r][n] = m->acc_type == DPAS_ACC_F32 ? pattern(chain) : (uint32_t)sum;
        }
    for (uint32_t r = 0; r < m->rc; ++r)
        for (uint32_t n = 0; n < t->p.lanes; ++n) {
            if (m->keep)
                kept[r][n] = result[r][n];
            else
                t->row[m->dst + r][n] = n >= m->exec_size ? result[r][n]
                                        : m->act == 4     ? requantised(t, m, n, result[r][n])
                                                          : activated(m, result[r][n]);
        }
}

static bool overlap(uint32_t a, uint32_t na, uint32_t b, uint32_t nb)
{
    return a < b + nb && b < a + na;
}

/* Of a move. */
static int move_status(const struct compute_block_params *p, const struct compute_block_msg *m)
{
    const uint32_t row_bytes = p->lanes * (m->narrow ? 1 : 4),
                   first = m->op == 1 ? m->dst : m->src0;

    if (m->op == 3 || m->keep || m->chain)
        return 9;
    if (m->items < 1 || m->items > 64 || m->per < 1 || m->per > 16 / p->lanes || m->per == 3)
        return 10;
    if (m->addr % (row_bytes * m->per) || m->addr_step % (row_bytes * m->per))
        return 10;
    if (m->op == 1 && (m->narrow || (m->items > 1 && m->row_step < m->per)))
        return 10;
    for (uint32_t i = 0; i < m->items; ++i)
        if (first + i * m->row_step + m->per > p->rows)
            return 6;
    return 0;
}

static int own_status(const struct compute_block_params *p, const struct compute_block_msg *m)
{
    const uint32_t rc = m->rc;
    uint32_t r1, r2;

    if (m->op)
        return move_status(p, m);
    if (m->src1_type > DPAS_F32 || m->src2_type > DPAS_F32 || m->acc_type == 3)
        return 1;
    if (m->src1_type >= DPAS_BF16 || m->src2_type >= DPAS_BF16) {
        if (m->src1_type != m->src2_type || m->acc_type != DPAS_ACC_F32)
            return 1;
    } else if (m->acc_type == DPAS_ACC_F32) {
        return 1;
    }
    if (m->sd == 0 || m->sd >= 65)
        return 2;
    if (rc < 1 || rc > 8)
        return 3;
    if (m->exec_size < 1 || m->exec_size > p->lanes)
        return 4;
    if (m->saturate && m->acc_type == DPAS_ACC_F32)
        return 5;
    r1 = (m->sd * ops_of(m) * bits_of(m->src1_type) + 31) / 32;
    r2 = ((m->sd + 7U) / 8 * rc * 8 * ops_of(m) * bits_of(m->src2_type) + 32 * p->lanes - 1) /
         (32 * p->lanes);
    if (m->src1 + r1 > p->rows || m->src2 + r2 > p->rows)
        return 6;
    if (!m->chain && !m->src0_null && m->src0 + rc > p->rows)
        return 6;
    if (!m->keep) {
        if (m->dst + rc > p->rows || overlap(m->dst, rc, m->src1, r1) ||
            overlap(m->dst, rc, m->src2, r2))
            return 6;
        if (!m->chain && !m->src0_null && m->dst != m->src0 && overlap(m->dst, rc, m->src0, rc))
            return 6;
        if (m->act == 4 && (m->mul >= p->rows || m->shift >= p->rows ||
                            overlap(m->dst, rc, m->mul, 1) || overlap(m->dst, rc, m->shift, 1)))
            return 6;
        if ((m->act == 4 && (m->acc_type != DPAS_ACC_S32 || (int16_t)m->low > (int16_t)m->high)) ||
            m->act > 4)
            return 7;
        if ((m->act == 1 && m->acc_type == DPAS_ACC_U32) ||
            (m->act > 1 && m->act < 4 && m->acc_type != DPAS_ACC_F32))
            return 7;
    }
    return 0;
}

/* Messages of a group; 0 while its end is missing. */
static uint32_t group_length(const struct sent *s)
{
    for (uint32_t i = s->next; i < s->n; ++i)
        if (!s->m[i].keep)
            return i - s->next + 1;
    return 0;
}

static int group_status(const struct compute_block_params *p, const struct compute_block_msg *m,
                        uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i) {
        const int own = own_status(p, &m[i]);

        if (own)
            return own;
        if (m[i].chain != (i > 0) || i >= p->queue ||
            (i > 0 && (m[i].acc_type != m[i - 1].acc_type || m[i].rc != m[i - 1].rc)))
            return 8;
    }
    return 0;
}

static void run_group(struct interpreter *t, uint32_t pr)
{
    struct sent *s = &t->pr[pr];
    const struct compute_block_msg *m = &s->m[s->next];
    const uint32_t n = group_length(s);
    uint32_t kept[8][CB_MAX_LANES];
    int status;

    assert_int_not_equal(n, 0);
    memset(kept, 0, sizeof kept);
    status = group_status(&t->p, m, n);
    if (m->op && status == 0)
        status = cb_memory_move(&t->memory, m, t->p.lanes, t->row);
    else
        for (uint32_t i = 0; i < n && status == 0; ++i)
            run_message(t, &m[i], kept);
    t->expected[pr][m[n - 1].tag] = status;
    ++t->outstanding;
    s->next += n;
}

/* --- the bench --- */

struct bench {
    struct compute_block_state s;
    struct compute_block_inputs in;
    struct compute_block_outputs out;
    struct interpreter t;
    struct cb_memory memory; /* that of the block */
    uint64_t both;           /* cycles with two or more arrays at work */
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
    /* The order in which groups are accepted is that in which they have to seem executed. */
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

/* Wait until all is done; what the interpreter has is what the PRs read, and what memory has. */
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

/* A few messages at a time in a small register file, so that rows overlap; PRs that do not take
 * their notifications now and then. */
static void any_interleaving_is_in_order(void **state)
{
    const uint64_t seed = random_seed(1);
    uint32_t statuses = 0;

    (void)state;
    for (uint32_t set = 0; set < SETS; ++set) {
        struct cb_messages messages;
        struct assay_rng r;

        open_bench(&bench, &sets[set]);
        cb_messages_begin(&messages, &sets[set], 1, 5); /* the seed of memory's windows */
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
    }
    assert_int_equal(statuses, 0xFFF);
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

/* Of two repeats, for a small register file. */
static struct compute_block_msg message_small(uint8_t pr, uint8_t dst, uint8_t tag)
{
    struct compute_block_msg m = message(pr, dst, tag);

    m.rc = 2;
    return m;
}

/* Send one message in this cycle. */
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
    assay_rng_init(&r, 7, "test.compute_block");
    fill(&bench, &r);
    send(&bench, message(0, 16, 1));
    send(&bench, message(second_pr, dst, 2));
    check(&bench);
    return (uint32_t)bench.both;
}

static void independent_messages_run_on_both_arrays(void **state)
{
    (void)state;
    /* From one PR or from two: all but the cycles that the second starts later. */
    assert_true(cycles_both(true, 24) >= 18);
    assert_true(cycles_both(false, 24) >= 18);
    /* Write after write: one after the other. */
    assert_int_equal(cycles_both(true, 16), 0);
    assert_int_equal(cycles_both(false, 23), 0);
}

static void latency_is_that_of_the_contract(void **state)
{
    struct assay_rng r;
    uint32_t cycles = 0, first_busy = 0;

    (void)state;
    open_bench(&bench, &sets[1]);
    assay_rng_init(&r, 7, "test.compute_block");
    fill(&bench, &r);
    assert_int_equal(bench.out.idle_cycles[0], 255);
    send(&bench, message(2, 16, 9));
    do {
        step(&bench);
        ++cycles;
        if (!first_busy && bench.out.idle == 2)
            first_busy = cycles;
    } while (!bench.out.note_valid);
    assert_int_equal(bench.out.note.pr, 2);
    /* Queue 0, accept 1, dispatch 2, in the ring 3: the command is taken. src1 row 0 in 4, loaded
     * in 5: repeats enter in 5 to 12. The last shows dst in 12 + 2*4 + 1 = 21, is written in 23,
     * and the notification is formed in 24. */
    assert_int_equal(first_busy, 3);
    assert_int_equal(cycles, 25);
    assert_int_equal(bench.out.busy_cycles[0], 21);
    assert_int_equal(bench.out.busy_cycles[1], 0);
}

/* Two arrays, eight repeats a message, six places for results: a repeat a cycle into each array. */
static void arrays_work_at_full_rate(void **state)
{
    struct assay_rng r;
    uint32_t sent = 0, notes = 0, cycles = 0;

    (void)state;
    open_bench(&bench, &sets[1]);
    assay_rng_init(&r, 7, "test.compute_block");
    fill(&bench, &r);
    bench.in.msg_valid = 1;
    while (notes < 100) {
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

/* Tag of the message that comes after those with tags 1 and 2, when all write the same rows: 3 of PR
 * 0, or 4 of PR 1, sent in a given cycle. */
static uint32_t third(uint32_t cycle)
{
    struct assay_rng r;

    open_bench(&bench, &sets[1]);
    assay_rng_init(&r, 7, "test.compute_block");
    fill(&bench, &r);
    for (uint8_t tag = 1; tag <= 3; ++tag)
        send(&bench, message(0, 16, tag));
    for (uint32_t i = 3; i < cycle; ++i)
        step(&bench);
    send(&bench, message(1, 16, 4));
    do
        step(&bench);
    while (!bench.out.note_valid || bench.out.note.tag < 3);
    return bench.out.note.tag;
}

static void equals_take_turns(void **state)
{
    (void)state;
    /* The first message is unfinished up to cycle 23, so the second is dispatched in 24 and PR 0
     * applies again in 25. It was accepted last: PR 1 goes first when it applies in 25 too. */
    assert_int_equal(third(24), 4);
    assert_int_equal(third(25), 3);
}

static void reset_leaves_the_rows(void **state)
{
    static uint32_t rows[CB_MAX_ROWS][CB_MAX_LANES];
    struct assay_rng r;

    (void)state;
    open_bench(&bench, &sets[0]);
    assay_rng_init(&r, 3, "test.compute_block");
    fill(&bench, &r);
    memcpy(rows, bench.t.row, sizeof rows);
    /* Reset while the array is at work, before its first row is written. */
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
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
