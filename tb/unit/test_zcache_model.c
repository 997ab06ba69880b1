/*
 * test_zcache_model.c - the golden model of zcache against a flat image of bytes: loads, and memory
 * seen through its metadata after a flush; the same cache with and without surfaces; least recently
 * used against a list; and the order of what goes to memory, the counters and the cycles of each kind
 * of access, written out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "unit/random.h"
#include "zcache/memory.h"
#include "zcache/traffic.h"
#include "zcache/zcache.h"

#define SEED UINT64_C(0xD1B54A32D192ED03)

/* --- memory of bytes, and the block on it --- */

enum {
    LINES = 64, /* addresses 0..63 */
    LINE_BYTES = 64,
    META = 1000, /* entries of surface s start at META + s * LINES */
    ENTRIES = 8 * LINES,
    LOG = 4096
};

struct bench {
    struct zcache_state s;
    uint8_t memory[LINES][LINE_BYTES];
    uint8_t entry[ENTRIES];
    uint32_t stall; /* percent */
    char log[LOG];  /* what went to memory: r17 w17 R1000 W1000=5 */
    size_t logged;
    uint32_t cycles; /* of the last request, from its transfer to the next idle cycle */
    struct zcache_rsp rsp;
    struct zcache_outputs out;
};

static struct bench first, second;

static void bytes_of(const uint32_t *words, uint32_t n, uint8_t *bytes)
{
    for (uint32_t i = 0; i < n; ++i)
        bytes[i] = (uint8_t)(words[i / 4] >> i % 4 * 8);
}

static void words_of(const uint8_t *bytes, uint32_t n, uint32_t *words)
{
    memset(words, 0, LINE_BYTES);
    for (uint32_t i = 0; i < n; ++i)
        words[i / 4] |= (uint32_t)bytes[i] << i % 4 * 8;
}

static void begin(struct bench *b, uint32_t sets, uint32_t ways, uint32_t line)
{
    const struct zcache_params p = {sets, ways, line, 8};

    memset(b, 0, sizeof *b);
    assert_null(zcache_check_params(&p));
    zcache_init(&b->s, &p);
}

static void memory_takes(struct bench *b, const struct zcache_mem *m, struct zcache_fill *fill,
                         bool *filling)
{
    static const char letters[] = "rwRW";

    b->logged +=
        (size_t)snprintf(b->log + b->logged, LOG - b->logged, "%c%u", letters[m->kind], m->addr);
    if (m->kind == ZCACHE_META_WRITE)
        b->logged += (size_t)snprintf(b->log + b->logged, LOG - b->logged, "=%u", m->data[0]);
    b->logged += (size_t)snprintf(b->log + b->logged, LOG - b->logged, " ");
    if (b->logged >= LOG - 100)
        b->logged = 0;
    assert_false(*filling);
    if (m->kind <= ZCACHE_WRITE)
        assert_true(m->addr < LINES);
    else
        assert_true(m->addr >= META && m->addr < META + ENTRIES);
    switch (m->kind) {
    case ZCACHE_READ:
        words_of(b->memory[m->addr], b->s.params.line, fill->data);
        *filling = true;
        break;
    case ZCACHE_WRITE:
        bytes_of(m->data, b->s.params.line, b->memory[m->addr]);
        break;
    case ZCACHE_META_READ:
        memset(fill->data, 0xAA, sizeof fill->data);
        fill->data[0] = 0xAAAAAAA0 | b->entry[m->addr - META];
        *filling = true;
        break;
    default:
        assert_true(m->data[0] < 16);
        b->entry[m->addr - META] = (uint8_t)m->data[0];
    }
}

/* One request from start to end; returns its status. */
static uint8_t run(struct bench *b, const struct zcache_req *q)
{
    struct zcache_inputs in;
    bool filling = false, started = false;

    memset(&in, 0, sizeof in);
    b->logged = 0;
    b->log[0] = 0;
    in.req = *q;
    in.req_valid = 1;
    for (uint32_t t = 0; t < 100000; ++t) {
        in.fill_valid = in.fill_valid || (filling && draw(100) >= b->stall);
        in.mem_ready = draw(100) >= b->stall;
        in.rsp_ready = draw(100) >= b->stall;
        zcache_step(&b->s, &in, &b->out);
        assert_false(in.fill_valid && !b->out.fill_ready);
        if (started && b->out.req_ready) {
            b->cycles = t;
            return b->rsp.status;
        }
        if (b->out.req_ready) {
            started = true;
            in.req_valid = 0;
        }
        if (b->out.fill_ready && in.fill_valid)
            in.fill_valid = filling = false;
        if (b->out.mem_valid && in.mem_ready)
            memory_takes(b, &b->out.mem, &in.fill, &filling);
        if (b->out.rsp_valid && in.rsp_ready)
            b->rsp = b->out.rsp;
    }
    fail_msg("no answer");
    return 255;
}

static uint8_t flush(struct bench *b)
{
    return run(b, &(struct zcache_req){.op = ZCACHE_FLUSH});
}

static uint8_t enable(struct bench *b, uint8_t surface, uint8_t lines, uint32_t a, uint32_t z)
{
    return run(b, &(struct zcache_req){.op = ZCACHE_SURFACE,
                                       .enable = 1,
                                       .surface = surface,
                                       .lines = lines,
                                       .addr = a,
                                       .last = z,
                                       .meta = META + (uint32_t)(surface * LINES)});
}

static uint8_t disable(struct bench *b, uint8_t surface)
{
    return run(b, &(struct zcache_req){.op = ZCACHE_SURFACE, .surface = surface});
}

static uint8_t load(struct bench *b, uint32_t addr)
{
    return run(b, &(struct zcache_req){.op = ZCACHE_LOAD, .addr = addr});
}

/* A byte everywhere that the mask says. */
static uint8_t store(struct bench *b, uint32_t addr, uint64_t mask, uint8_t byte)
{
    struct zcache_req q = {.op = ZCACHE_STORE, .addr = addr, .mask = mask};

    memset(q.data, byte, b->s.params.line);
    if (b->s.params.line < 64)
        q.mask &= (UINT64_C(1) << b->s.params.line) - 1;
    return run(b, &q);
}

/* --- against the flat image --- */

static uint8_t image[LINES][LINE_BYTES];

static void draw_access(struct zcache_req *q, uint32_t line)
{
    const uint64_t all = line == 64 ? UINT64_MAX : (UINT64_C(1) << line) - 1;
    const uint64_t random = ((uint64_t)draw(UINT32_MAX) << 32 | draw(UINT32_MAX)) & all;

    memset(q, 0, sizeof *q);
    q->op = (uint8_t)draw(2);
    q->addr = draw(LINES);
    q->tag = (uint8_t)draw(256);
    if (q->op == ZCACHE_LOAD)
        return;
    q->mask = draw(2) ? all : random;
    if (draw(2))
        for (uint32_t w = 0; w < line / 4; ++w)
            q->data[w] = draw(4) ? 0 : draw(UINT32_MAX);
}

static void follow(const struct zcache_req *q)
{
    for (uint32_t i = 0; i < LINE_BYTES; ++i) {
        if (q->op == ZCACHE_STORE && (q->mask >> i & 1))
            image[q->addr][i] = (uint8_t)(q->data[i / 4] >> i % 4 * 8);
    }
}

static void assert_loaded(const struct bench *b, const struct zcache_req *q)
{
    uint32_t words[16] = {0};

    if (q->op == ZCACHE_LOAD)
        words_of(image[q->addr], b->s.params.line, words);
    assert_int_equal(b->rsp.tag, q->tag);
    assert_memory_equal(b->rsp.data, words, sizeof words);
}

/* Surfaces 1 and 4 as in test_image: 8..39 by two lines, 32..63 by four. */
static bool marked(const struct bench *b, uint32_t addr)
{
    if (addr >= 8 && addr < 40)
        return b->entry[1 * LINES + (addr - 8) / 2] >> addr % 2 & 1;
    if (addr >= 40)
        return b->entry[4 * LINES + (addr - 32) / 4] >> addr % 4 & 1;
    return false;
}

static void test_image(void **state)
{
    static const uint32_t shapes[][3] = {{2, 2, 16}, {4, 1, 32}, {2, 8, 64}, {16, 4, 64}};
    static const uint8_t zeros[LINE_BYTES];

    (void)state;
    rng_begin(SEED);
    for (uint32_t i = 0; i < 80; ++i) {
        const uint32_t *shape = shapes[i % 4];
        struct bench *b = &first;

        begin(b, shape[0], shape[1], shape[2]);
        b->stall = i / 4 % 2 * 40;
        for (uint32_t a = 0; a < LINES; ++a) {
            for (uint32_t k = 0; k < shape[2]; ++k)
                b->memory[a][k] = (uint8_t)(a % 3 ? draw(256) : 0);
        }
        for (uint32_t e = 0; e < ENTRIES; ++e)
            b->entry[e] = (uint8_t)draw(16);
        assert_int_equal(enable(b, 1, 2, 8, 39), ZCACHE_OK);
        assert_int_equal(enable(b, 4, 4, 32, 63), ZCACHE_OK);
        for (uint32_t a = 0; a < LINES; ++a)
            memcpy(image[a], marked(b, a) ? zeros : b->memory[a], LINE_BYTES);
        for (uint32_t n = 0; n < 600; ++n) {
            struct zcache_req q;

            if (draw(100) == 0)
                assert_int_equal(flush(b), ZCACHE_OK);
            draw_access(&q, shape[2]);
            follow(&q);
            assert_int_equal(run(b, &q), ZCACHE_OK);
            assert_loaded(b, &q);
        }
        assert_int_equal(flush(b), ZCACHE_OK);
        for (uint32_t a = 0; a < LINES; ++a)
            assert_memory_equal(marked(b, a) ? zeros : b->memory[a], image[a], LINE_BYTES);

        /* Without surfaces memory must be the image by itself; 4 first, whose lines 32..39 are 1's. */
        assert_int_equal(disable(b, 4), ZCACHE_OK);
        assert_int_equal(disable(b, 1), ZCACHE_OK);
        assert_memory_equal(b->memory, image, sizeof image);
        for (uint32_t e = 0; e < 16; ++e)
            assert_int_equal(b->entry[LINES + e] & 3, 0);
    }
}

/* --- with zero bits and without --- */

static void test_on_and_off(void **state)
{
    struct bench *on = &first, *off = &second;

    (void)state;
    rng_begin(SEED + 1);
    for (uint32_t i = 0; i < 20; ++i) {
        const struct zcache_counters *x = &on->s.counters, *y = &off->s.counters;

        begin(on, 4, 2, 32);
        begin(off, 4, 2, 32);
        assert_int_equal(enable(on, 0, 4, 0, LINES - 1), ZCACHE_OK);
        for (uint32_t n = 0; n < 1000; ++n) {
            struct zcache_req q;

            draw_access(&q, 32);
            run(on, &q);
            run(off, &q);
            assert_memory_equal(&on->rsp, &off->rsp, sizeof on->rsp);
        }
        flush(on);
        flush(off);
        /* What is not done is counted; a line that a store left clean is not written back at all. */
        assert_int_equal(x->array_writes + x->array_writes_bypassed, y->array_writes);
        assert_int_equal(x->mem_reads + x->mem_reads_bypassed, y->mem_reads);
        assert_true(x->array_reads + x->array_reads_bypassed <= y->array_reads);
        assert_true(x->mem_writes + x->mem_writes_bypassed <= y->mem_writes);
        assert_int_equal(y->array_reads_bypassed | y->array_writes_bypassed |
                             y->mem_reads_bypassed | y->mem_writes_bypassed | y->meta_reads |
                             y->meta_writes,
                         0);
        assert_true(x->array_writes_bypassed && x->array_reads_bypassed && x->mem_writes_bypassed);
        disable(on, 0);
        assert_memory_equal(on->memory, off->memory, sizeof on->memory);
    }
}

/* --- least recently used --- */

static void test_least_recently_used(void **state)
{
    enum { SETS = 4, WAYS = 4 };
    uint32_t list[SETS][WAYS], n[SETS] = {0}; /* latest first */
    struct bench *b = &first;

    (void)state;
    rng_begin(SEED + 2);
    begin(b, SETS, WAYS, 16);
    for (uint32_t i = 0; i < 20000; ++i) {
        const uint32_t addr = draw(LINES / 2), set = addr % SETS;
        const uint32_t reads = b->s.counters.mem_reads;
        uint32_t *l = list[set], at = 0;

        if (draw(300) == 0) {
            flush(b);
            memset(n, 0, sizeof n);
        }
        load(b, addr);
        while (at < n[set] && l[at] != addr)
            ++at;
        assert_int_equal(b->s.counters.mem_reads - reads, at == n[set]);
        if (at == n[set])
            at = n[set] < WAYS ? n[set]++ : WAYS - 1;
        memmove(l + 1, l, at * sizeof *l);
        l[0] = addr;
    }
}

/* --- one access at a time: what memory sees, what is counted, how long it takes --- */

static void expect(struct bench *b, const char *log, uint32_t cycles)
{
    if (strcmp(b->log, log) != 0)
        fail_msg("memory saw '%s', expected '%s'", b->log, log);
    assert_int_equal(b->cycles, cycles);
}

/* All counters, in the order of the pins. */
static void expect_counters(const struct bench *b, const char *expected)
{
    const struct zcache_counters *c = &b->s.counters;
    char text[160];

    snprintf(text, sizeof text, "array %u-%u %u-%u mem %u-%u %u-%u meta %u %u", c->array_reads,
             c->array_reads_bypassed, c->array_writes, c->array_writes_bypassed, c->mem_reads,
             c->mem_reads_bypassed, c->mem_writes, c->mem_writes_bypassed, c->meta_reads,
             c->meta_writes);
    if (strcmp(text, expected) != 0)
        fail_msg("counters are '%s', expected '%s'", text, expected);
}

static void test_accesses(void **state)
{
    struct bench *b = &first;

    (void)state;
    rng_begin(SEED + 3);
    begin(b, 2, 1, 16); /* every other address evicts */
    memset(b->memory[8], 1, 16);
    b->entry[2 * LINES + 1] = 2; /* line 3 */
    enable(b, 2, 2, 0, 7);

    load(b, 8); /* nobody's */
    expect(b, "r8 ", 6);
    load(b, 8);
    expect(b, "", 3);
    expect_counters(b, "array 1-0 1-0 mem 1-0 0-0 meta 0 0");
    store(b, 8, 2, 0);
    expect(b, "", 3);
    load(b, 0); /* evicts 8; metadata before data */
    expect(b, "w8 R1128 r0 ", 9);
    expect_counters(b, "array 2-0 3-0 mem 2-0 1-0 meta 1 0");
    load(b, 3); /* zero by metadata */
    expect(b, "R1129 ", 6);
    load(b, 3);
    expect(b, "", 3);
    store(b, 3, 1, 0); /* changes nothing */
    expect_counters(b, "array 2-1 3-2 mem 2-1 1-0 meta 2 0");
    load(b, 1); /* 3 was clean; 1 is in memory */
    expect(b, "R1128 r1 ", 8);
    store(b, 1, UINT64_MAX, 0); /* becomes a zero line */
    expect(b, "", 3);
    expect_counters(b, "array 2-1 4-3 mem 3-1 1-0 meta 3 0");
    store(b, 3, UINT64_MAX, 0); /* evicts it: metadata alone; allocated without a read */
    expect(b, "R1128 W1128=2 ", 7);
    expect_counters(b, "array 2-2 4-4 mem 3-1 1-1 meta 4 1");
    load(b, 1); /* evicts a zero line whose bit is set already */
    expect(b, "R1129 R1128 ", 8);
    expect_counters(b, "array 2-3 4-5 mem 3-2 1-2 meta 6 1");
    store(b, 1, 4, 7); /* merged with zeros: one write, no read */
    expect(b, "", 3);
    load(b, 1);
    assert_int_equal(b->rsp.data[0], 0x00070000);
    expect_counters(b, "array 3-3 5-5 mem 3-2 1-2 meta 6 1");
    load(b, 5); /* evicts a line that is not zero any more */
    expect(b, "R1128 W1128=0 w1 R1130 r5 ", 12);
    expect_counters(b, "array 4-3 6-5 mem 4-2 2-2 meta 8 2");
    store(b, 5, 1, 9);
    store(b, 5, 1, 0);
    store(b, 7, UINT64_MAX, 1); /* evicts a line that the codec finds to be zero */
    expect(b, "R1130 W1130=2 ", 7);
    expect_counters(b, "array 5-3 9-5 mem 4-2 2-3 meta 9 3");
    flush(b);
    expect(b, "R1131 w7 ", 6 + 3);
    flush(b);
    expect(b, "", 2 + 4);
    expect_counters(b, "array 6-3 9-5 mem 4-2 3-3 meta 10 3");
    disable(b, 2);
    expect(b, "R1128 R1129 w3 W1129=0 R1130 w5 W1130=0 R1131 ", 3 + 4 * 2 + 2 * (2 + 1));
    expect_counters(b, "array 6-3 9-5 mem 4-2 5-3 meta 14 5");
}

/* Ways are filled from the lowest, also after a flush, and flushed in their order. */
static void test_ways(void **state)
{
    struct bench *b = &first;

    (void)state;
    rng_begin(SEED + 6);
    begin(b, 2, 4, 16);
    for (uint32_t i = 0; i < 4; ++i)
        store(b, 7 - 2 * i, UINT64_MAX, 1);
    load(b, 7); /* the lowest way is used last */
    store(b, 8, UINT64_MAX, 1);
    flush(b);
    expect(b, "w8 w7 w5 w3 w1 ", 8 + 4 + 5);
    load(b, 3);
    assert_string_equal(b->log, "r3 ");
    for (uint32_t addr = 9; addr < 15; addr += 2)
        store(b, addr, 1, 1);
    store(b, 3, 2, 2);
    flush(b);
    expect(b, "w3 w9 w11 w13 ", 8 + 4 + 4);
}

/* --- surfaces --- */

static void test_surfaces(void **state)
{
    struct bench *b = &first;
    struct zcache_req q = {.op = ZCACHE_SURFACE, .enable = 1, .lines = 2, .last = 7, .meta = META};

    (void)state;
    rng_begin(SEED + 4);
    begin(b, 2, 2, 16);
    b->s.params.surfaces = 3;
    for (uint8_t op = 4; op < 8; ++op) {
        const struct zcache_req bad = {.op = op, .tag = op};

        assert_int_equal(run(b, &bad), ZCACHE_BAD_OP);
        assert_int_equal(b->rsp.tag, op);
    }
    for (uint8_t lines = 0; lines < 8; ++lines) {
        q.lines = lines;
        assert_int_equal(run(b, &q), lines == 2 || lines == 4 ? ZCACHE_OK : ZCACHE_BAD_RANGE);
        assert_int_equal(disable(b, 0), ZCACHE_OK);
    }
    q.lines = 4;
    for (q.addr = 0; q.addr < 12; ++q.addr) {
        for (q.last = 0; q.last < 12; ++q.last) {
            const bool good = q.addr % 4 == 0 && q.last % 4 == 3 && q.addr < q.last;

            assert_int_equal(run(b, &q), good ? ZCACHE_OK : ZCACHE_BAD_RANGE);
            assert_int_equal(disable(b, 0), ZCACHE_OK);
        }
    }
    for (uint8_t s = 0; s < 8; ++s) {
        assert_int_equal(enable(b, s, 2, 0, 1), s < 3 ? ZCACHE_OK : ZCACHE_BAD_SURFACE);
        assert_int_equal(enable(b, s, 3, 0, 1), ZCACHE_BAD_SURFACE);
        assert_int_equal(disable(b, s), s < 3 ? ZCACHE_OK : ZCACHE_BAD_SURFACE);
    }
    load(b, 9);
    assert_int_equal(enable(b, 7, 3, 0, 0), ZCACHE_NOT_CLEAN);
    assert_int_equal(disable(b, 0), ZCACHE_NOT_CLEAN);
    flush(b);
    assert_int_equal(enable(b, 0, 2, 0, 1), ZCACHE_OK);
    store(b, 1, UINT64_MAX, 0);
    assert_int_equal(disable(b, 0), ZCACHE_NOT_CLEAN);
    flush(b);
    assert_int_equal(b->entry[0], 2);

    /* Two over one another: the lines of the lower are not the upper's to write. */
    assert_int_equal(enable(b, 1, 4, 0, 7), ZCACHE_OK);
    b->entry[LINES] = b->entry[LINES + 1] = 15;
    assert_int_equal(disable(b, 1), ZCACHE_OK);
    expect(b, "R1064 w2 w3 W1064=0 R1065 w4 w5 w6 w7 W1065=0 ", 3 + 2 * 2 + 2 * (4 + 1));
}

/* A reset loses lines and surfaces, and nothing waits afterwards. */
static void test_reset(void **state)
{
    struct bench *b = &first;
    struct zcache_inputs in;

    (void)state;
    rng_begin(SEED + 5);
    for (uint32_t t = 1; t < 40; ++t) {
        begin(b, 2, 1, 16);
        enable(b, 0, 2, 0, 7);
        store(b, 0, UINT64_MAX, 3);
        memset(&in, 0, sizeof in);
        in.req = (struct zcache_req){.op = ZCACHE_LOAD, .addr = 2};
        in.req_valid = 1;
        in.mem_ready = in.rsp_ready = in.fill_valid = 1;
        for (uint32_t i = 0; i < t; ++i)
            zcache_step(&b->s, &in, &b->out);
        in.rst = 1;
        zcache_step(&b->s, &in, &b->out);
        memset(&in, 0, sizeof in);
        zcache_step(&b->s, &in, &b->out);
        assert_true(b->out.req_ready);
        assert_false(b->out.mem_valid || b->out.rsp_valid || b->out.fill_ready);
        expect_counters(b, "array 0-0 0-0 mem 0-0 0-0 meta 0 0");
        memset(b->memory[0], 5, 16);
        load(b, 0); /* neither the old line nor the old surface */
        expect(b, "r0 ", 6);
        assert_int_equal(b->rsp.data[3], 0x05050505);
    }
}

/* Of pruned weights as many lines stay where they are as are zero. */
static void test_traffic(void **state)
{
    enum { N = 4096 };
    static uint8_t weights[N][LINE_BYTES];
    struct ztraffic on, off;
    uint32_t zero = 0;

    (void)state;
    rng_begin(SEED + 7);
    for (uint32_t i = 0; i < N; ++i) {
        memset(weights[i], draw(3) ? 0 : 1 + (int)draw(255), LINE_BYTES);
        zero += weights[i][0] == 0;
    }
    assert_true(ztraffic_run(weights[0], N, 2, true, &on));
    assert_true(ztraffic_run(weights[0], N, 2, false, &off));
    assert_true(on.right && off.right);
    assert_int_equal(off.counters.mem_writes, N);
    assert_int_equal(off.counters.mem_reads, 2 * N);
    assert_int_equal(on.counters.mem_writes, N - zero);
    assert_int_equal(on.counters.mem_reads, 2 * (N - zero));
    assert_int_equal(on.counters.array_writes, 3 * (N - zero));
}

/* The scenarios' own oracle does not pass everything. */
static void test_scenario_oracle(void **state)
{
    static struct zmem good, m;
    const struct zcache_params p = {2, 2, 16, 2};
    struct zcache_req q = {.op = ZCACHE_LOAD, .tag = 5};
    struct zcache_rsp r = {.tag = 5};
    const struct zcache_mem read = {.kind = ZCACHE_READ, .addr = 0};
    struct zcache_mem nowhere = {.kind = ZCACHE_READ, .addr = 1u << 20};

    (void)state;
    zmem_begin(&good, &p, 1);
    q.addr = zmem_address(&good, 3);
    memcpy(r.data, good.image[3], sizeof r.data);
    zmem_request(&good, &q);
    m = good;
    zmem_response(&m, &r);
    assert_null(m.wrong);
    zmem_response(&m, &r);
    assert_non_null(m.wrong); /* nobody asked */
    m = good;
    r.data[3] ^= 1u << 31;
    zmem_response(&m, &r);
    assert_non_null(m.wrong);
    m = good;
    r.data[3] ^= 1u << 31;
    r.status = ZCACHE_BAD_OP;
    zmem_response(&m, &r);
    assert_non_null(m.wrong);
    m = good;
    zmem_take(&m, &nowhere);
    assert_non_null(m.wrong);
    m = good;
    zmem_take(&m, &read);
    assert_null(m.wrong);
    zmem_take(&m, &read);
    assert_non_null(m.wrong); /* two outstanding */

    /* A store that memory has not got after a flush. */
    m = good;
    q.op = ZCACHE_STORE;
    q.mask = 1;
    q.data[0] = ~m.image[3][0] & 0xFF;
    zmem_request(&m, &q);
    memset(&r, 0, sizeof r);
    r.tag = 5;
    zmem_response(&m, &r);
    assert_null(m.wrong);
    q.op = ZCACHE_FLUSH;
    zmem_request(&m, &q);
    zmem_response(&m, &r);
    assert_non_null(m.wrong);
}

static void test_params(void **state)
{
    const struct zcache_params bad[] = {{1, 2, 16, 2},  {3, 2, 16, 2},  {128, 2, 16, 2},
                                        {2, 0, 16, 2},  {2, 3, 16, 2},  {2, 16, 16, 2},
                                        {2, 2, 8, 2},   {2, 2, 48, 2},  {2, 2, 128, 2},
                                        {16, 4, 64, 0}, {16, 4, 64, 9}, {0, 4, 64, 8}};

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
        assert_non_null(zcache_check_params(&bad[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_image),
        cmocka_unit_test(test_on_and_off),
        cmocka_unit_test(test_least_recently_used),
        cmocka_unit_test(test_accesses),
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_surfaces),
        cmocka_unit_test(test_reset),
        cmocka_unit_test(test_traffic),
        cmocka_unit_test(test_scenario_oracle),
        cmocka_unit_test(test_params),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
