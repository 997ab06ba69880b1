/*
 * test_zcache_model.c - the golden model of zcache against a flat image of bytes: loads, atomics, and memory
 * seen through its metadata after a flush, whatever the order of replies; the same cache with and without
 * surfaces; least recently used against a list; and what goes to memory, the counters and the cycles of each kind of
 * access, written out.
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
    ENTRIES = 4096,
    LOG = 4096,
    OWED = 256
};

struct owed {
    struct zcache_mem mem;
    uint32_t age;
};

struct bench {
    struct zcache_state s;
    uint8_t memory[LINES][LINE_BYTES];
    uint8_t entry[ENTRIES];
    uint32_t stall;   /* percent; also shuffles the replies */
    uint32_t latency; /* of memory in cycles, at least */
    struct owed owed[OWED];
    uint32_t n_owed;
    char log[LOG]; /* what went to memory: r17 w17 R15 W15; metadata by its lines */
    size_t logged;
    uint32_t cycles; /* of the last request, from its acceptance to its answer */
    bool answered;
    struct zcache_rsp rsp;
    struct zcache_inputs in;
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

static void begin(struct bench *b, uint32_t sets, uint32_t ways, uint32_t line, uint32_t mshrs)
{
    const struct zcache_params p = {sets, ways, line, 8, mshrs, 2};

    memset(b, 0, sizeof *b);
    assert_null(zcache_check_params(&p));
    zcache_init(&b->s, &p);
    b->latency = 1;
}

/* Done when it is replied to. */
static void perform(struct bench *b, const struct zcache_mem *m, struct zcache_fill *fill)
{
    const uint32_t line = b->s.params.line, at = m->addr * 2 * line;

    memset(fill, 0, sizeof *fill);
    fill->tag = m->tag;
    switch (m->kind) {
    case ZCACHE_READ:
        words_of(b->memory[m->addr], line, fill->data);
        break;
    case ZCACHE_WRITE:
        bytes_of(m->data, line, b->memory[m->addr]);
        break;
    case ZCACHE_META_READ:
        for (uint32_t i = 0; i < 2 * line; ++i)
            fill->data[i / 8] |= (uint32_t)b->entry[at + i] << i % 8 * 4;
        break;
    default:
        for (uint32_t i = 0; i < 2 * line; ++i)
            b->entry[at + i] = m->data[i / 8] >> i % 8 * 4 & 15;
    }
}

static void memory_takes(struct bench *b, const struct zcache_mem *m)
{
    static const char letters[] = "rwRW";

    b->logged +=
        (size_t)snprintf(b->log + b->logged, LOG - b->logged, "%c%u ", letters[m->kind], m->addr);
    if (b->logged >= LOG - 100)
        b->logged = 0;
    if (m->kind <= ZCACHE_WRITE)
        assert_true(m->addr < LINES);
    else
        assert_true((m->addr + 1) * 2 * b->s.params.line <= ENTRIES);
    for (uint32_t i = 0; i < b->n_owed; ++i) { /* nothing may pass a write */
        const struct zcache_mem *o = &b->owed[i].mem;

        assert_false(o->kind / 2 == m->kind / 2 && o->addr == m->addr);
        assert_false(o->tag == m->tag && m->tag < 192);
    }
    assert_true(b->n_owed < OWED);
    b->owed[b->n_owed++] = (struct owed){*m, 0};
}

static void cycle(struct bench *b)
{
    uint32_t ready = b->n_owed, at = 0;

    for (uint32_t i = 0; i < b->n_owed; ++i)
        ready -= ++b->owed[i].age < b->latency; /* the last ones are the youngest */
    b->in.fill_valid = ready && draw(100) >= b->stall;
    if (b->in.fill_valid) {
        at = b->stall ? draw(ready) : 0;
        perform(b, &b->owed[at].mem, &b->in.fill);
    }
    b->in.mem_ready = draw(100) >= b->stall;
    b->in.rsp_ready = draw(100) >= b->stall;
    zcache_step(&b->s, &b->in, &b->out);
    if (b->in.fill_valid && b->out.fill_ready) {
        --b->n_owed;
        memmove(&b->owed[at], &b->owed[at + 1], (b->n_owed - at) * sizeof b->owed[0]);
    }
    if (b->out.mem_valid && b->in.mem_ready)
        memory_takes(b, &b->out.mem);
    b->answered = b->out.rsp_valid && b->in.rsp_ready;
    if (b->answered)
        b->rsp = b->out.rsp;
}

/* One request from start to end; returns its status. */
static uint8_t run(struct bench *b, const struct zcache_req *q)
{
    uint32_t started = 0;

    b->logged = 0;
    b->log[0] = 0;
    b->in.req = *q;
    b->in.req_valid = 1;
    for (uint32_t t = 1; t < 100000; ++t) {
        cycle(b);
        if (b->in.req_valid && b->out.req_ready) {
            started = t;
            b->in.req_valid = 0;
        }
        if (b->answered) {
            b->cycles = t - started;
            return b->rsp.status;
        }
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

/* --- against the flat image, many requests under way --- */

static uint8_t image[LINES][LINE_BYTES];

struct asked {
    bool there;
    uint32_t number; /* in order of acceptance */
    struct zcache_req req;
    uint32_t expected[16];
};

static struct asked asked[256];

static void draw_access(struct zcache_req *q, uint32_t line)
{
    const uint64_t all = line == 64 ? UINT64_MAX : (UINT64_C(1) << line) - 1;
    const uint64_t random = ((uint64_t)draw(UINT32_MAX) << 32 | draw(UINT32_MAX)) & all;

    memset(q, 0, sizeof *q);
    q->op = (uint8_t)draw(2);
    q->addr = draw(4) ? draw(8) * 7 : draw(LINES);
    if (draw(8) == 0) {
        q->op = (uint8_t)(ZCACHE_EXCH + draw(11));
        q->word = (uint8_t)draw(line / 4);
        q->data[0] = draw(2) ? draw(3) : draw(UINT32_MAX);
        q->data[1] = draw(3);
    }
    if (q->op != ZCACHE_STORE)
        return;
    q->mask = draw(2) ? all : random;
    if (draw(2))
        for (uint32_t w = 0; w < line / 4; ++w)
            q->data[w] = draw(4) ? 0 : draw(UINT32_MAX);
}

/* What the request makes of the image, and has to answer. */
static void follow(struct asked *a, uint32_t line)
{
    const struct zcache_req *q = &a->req;
    uint32_t words[16];

    memset(a->expected, 0, sizeof a->expected);
    words_of(image[q->addr], line, words);
    if (q->op == ZCACHE_LOAD) {
        memcpy(a->expected, words, sizeof words);
    } else if (q->op == ZCACHE_STORE) {
        for (uint32_t i = 0; i < line; ++i)
            if (q->mask >> i & 1)
                image[q->addr][i] = (uint8_t)(q->data[i / 4] >> i % 4 * 8);
    } else {
        a->expected[0] = words[q->word];
        words[q->word] = zmem_atomic(q->op, words[q->word], q->data[0], q->data[1]);
        bytes_of(words, line, image[q->addr]);
    }
}

/* Accesses to a line are answered in order. */
static void check_answer(const struct bench *b)
{
    struct asked *a = &asked[b->rsp.tag];

    assert_true(a->there);
    assert_int_equal(b->rsp.status, ZCACHE_OK);
    assert_memory_equal(b->rsp.data, a->expected, sizeof a->expected);
    for (uint32_t i = 0; i < 256; ++i)
        assert_false(asked[i].there && asked[i].req.addr == a->req.addr &&
                     asked[i].number < a->number);
    a->there = false;
}

static void follow_many(struct bench *b, uint32_t n)
{
    const uint32_t line = b->s.params.line;
    uint32_t accepted = 0, answered = 0;

    for (uint32_t t = 0; answered < n; ++t) {
        assert_true(t < 100000);
        if (!b->in.req_valid && accepted < n && draw(100) >= b->stall) {
            draw_access(&b->in.req, line);
            b->in.req.tag = (uint8_t)accepted;
            b->in.req_valid = !asked[b->in.req.tag].there;
        }
        cycle(b);
        if (b->in.req_valid && b->out.req_ready) {
            struct asked *a = &asked[b->in.req.tag];

            *a = (struct asked){.there = true, .number = accepted, .req = b->in.req};
            follow(a, line);
            b->in.req_valid = 0;
            ++accepted;
        }
        if (b->answered) {
            check_answer(b);
            ++answered;
        }
    }
}

/* Surfaces 1 and 4 as in test_image: 8..39 by two lines, 32..63 by four. */
static bool marked(const struct bench *b, uint32_t addr)
{
    if (addr >= 8 && addr < 40)
        return b->entry[META + 1 * LINES + (addr - 8) / 2] >> addr % 2 & 1;
    if (addr >= 40)
        return b->entry[META + 4 * LINES + (addr - 32) / 4] >> addr % 4 & 1;
    return false;
}

static void test_image(void **state)
{
    static const uint32_t shapes[][4] = {
        {2, 2, 16, 1}, {4, 1, 32, 4}, {2, 8, 64, 3}, {16, 4, 64, 64}};
    static const uint8_t zeros[LINE_BYTES];
    static uint8_t before[ENTRIES];

    (void)state;
    rng_begin(SEED);
    for (uint32_t i = 0; i < 80; ++i) {
        const uint32_t *shape = shapes[i % 4];
        struct bench *b = &first;

        begin(b, shape[0], shape[1], shape[2], shape[3]);
        b->stall = i / 4 % 2 * 40;
        b->latency = 1 + draw(50);
        for (uint32_t a = 0; a < LINES; ++a) {
            for (uint32_t k = 0; k < shape[2]; ++k)
                b->memory[a][k] = (uint8_t)(a % 3 ? draw(256) : 0);
        }
        for (uint32_t e = 0; e < ENTRIES; ++e)
            b->entry[e] = (uint8_t)draw(16);
        memcpy(before, b->entry, sizeof before);
        assert_int_equal(enable(b, 1, 2, 8, 39), ZCACHE_OK);
        assert_int_equal(enable(b, 4, 4, 32, 63), ZCACHE_OK);
        for (uint32_t a = 0; a < LINES; ++a)
            memcpy(image[a], marked(b, a) ? zeros : b->memory[a], LINE_BYTES);
        for (uint32_t n = 0; n < 6; ++n) {
            follow_many(b, 100);
            assert_int_equal(flush(b), ZCACHE_OK);
            assert_int_equal(b->n_owed, 0);
            for (uint32_t a = 0; a < LINES; ++a)
                assert_memory_equal(marked(b, a) ? zeros : b->memory[a], image[a], LINE_BYTES);
        }

        /* Without surfaces memory must be the image by itself; 4 first, whose lines 32..39 are 1's. */
        assert_int_equal(disable(b, 4), ZCACHE_OK);
        assert_int_equal(disable(b, 1), ZCACHE_OK);
        assert_memory_equal(b->memory, image, sizeof image);
        for (uint32_t e = 0; e < ENTRIES; ++e) {
            const bool of_1 = e >= META + LINES && e < META + LINES + 16;
            const bool of_4 = e >= META + 4 * LINES && e < META + 4 * LINES + 8;

            if (of_1 || of_4)
                assert_int_equal(b->entry[e], of_1 ? before[e] & 12 : 0);
            else
                assert_int_equal(b->entry[e], before[e]);
        }
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

        begin(on, 4, 2, 32, 4);
        begin(off, 4, 2, 32, 4);
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
        assert_int_equal(x->hits, y->hits);
        assert_int_equal(x->misses, y->misses);
        assert_int_equal(x->array_writes + x->array_writes_bypassed, y->array_writes);
        assert_int_equal(x->mem_reads + x->mem_reads_bypassed, y->mem_reads);
        assert_true(x->array_reads + x->array_reads_bypassed <= y->array_reads);
        assert_true(x->mem_writes + x->mem_writes_bypassed <= y->mem_writes);
        assert_int_equal(y->array_reads_bypassed | y->array_writes_bypassed |
                             y->mem_reads_bypassed | y->mem_writes_bypassed | y->meta_reads |
                             y->meta_writes | y->meta_hits | y->meta_misses,
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
    begin(b, SETS, WAYS, 16, 2);
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

/* All counters but mem_waits, in the order of the pins. */
static void expect_counters(const struct bench *b, const char *expected)
{
    const struct zcache_counters *c = &b->s.counters;
    char text[160];

    snprintf(text, sizeof text, "%u %u %u meta %u %u array %u-%u %u-%u mem %u-%u %u-%u meta %u %u",
             c->hits, c->misses, c->joins, c->meta_hits, c->meta_misses, c->array_reads,
             c->array_reads_bypassed, c->array_writes, c->array_writes_bypassed, c->mem_reads,
             c->mem_reads_bypassed, c->mem_writes, c->mem_writes_bypassed, c->meta_reads,
             c->meta_writes);
    if (strcmp(text, expected) != 0)
        fail_msg("counters are '%s', expected '%s'", text, expected);
}

/* Lines of metadata have 32 entries: those of surface 2 begin in the middle of line 35. */
static void test_accesses(void **state)
{
    struct bench *b = &first;

    (void)state;
    rng_begin(SEED + 3);
    begin(b, 2, 1, 16, 1); /* every other address evicts */
    memset(b->memory[8], 1, 16);
    b->entry[META + 2 * LINES + 1] = 2; /* line 3 */
    enable(b, 2, 2, 0, 7);

    load(b, 8); /* nobody's */
    expect(b, "r8 ", 6);
    load(b, 8);
    expect(b, "", 2);
    expect_counters(b, "1 1 0 meta 0 0 array 1-0 1-0 mem 1-0 0-0 meta 0 0");
    store(b, 8, 2, 0);
    expect(b, "", 2);
    load(b, 0); /* evicts 8; metadata before data */
    expect(b, "w8 R35 r0 ", 10);
    expect_counters(b, "2 2 0 meta 0 1 array 2-0 3-0 mem 2-0 1-0 meta 1 0");
    load(b, 3); /* zero by metadata, which is at hand */
    expect(b, "", 2);
    load(b, 3);
    expect(b, "", 2);
    store(b, 3, 1, 0); /* changes nothing */
    expect_counters(b, "4 3 0 meta 1 1 array 2-1 3-2 mem 2-1 1-0 meta 1 0");
    load(b, 1); /* 3 was clean; 1 is in memory */
    expect(b, "r1 ", 6);
    store(b, 1, UINT64_MAX, 0); /* becomes a zero line */
    expect(b, "", 2);
    expect_counters(b, "5 4 0 meta 2 1 array 2-1 4-3 mem 3-1 1-0 meta 1 0");
    store(b, 3, UINT64_MAX, 0); /* evicts it: a bit of metadata alone; allocated without a read */
    expect(b, "", 5);
    expect_counters(b, "5 5 0 meta 2 1 array 2-2 4-4 mem 3-1 1-1 meta 1 0");
    load(
        b,
        1); /* evicts a zero line whose bit is set already; takes longer, for the victim is dirty */
    expect(b, "", 5);
    expect_counters(b, "5 6 0 meta 3 1 array 2-3 4-5 mem 3-2 1-2 meta 1 0");
    store(b, 1, 4, 7); /* merged with zeros: one write, no read */
    expect(b, "", 2);
    load(b, 1);
    assert_int_equal(b->rsp.data[0], 0x00070000);
    expect_counters(b, "7 6 0 meta 3 1 array 3-3 5-5 mem 3-2 1-2 meta 1 0");
    load(b, 5); /* evicts a line that is not zero any more */
    expect(b, "w1 r5 ", 7);
    expect_counters(b, "7 7 0 meta 4 1 array 4-3 6-5 mem 4-2 2-2 meta 1 0");
    store(b, 5, 1, 9);
    store(b, 5, 1, 0);
    store(b, 7, UINT64_MAX, 1); /* evicts a line that the codec finds to be zero */
    expect(b, "", 5);
    expect_counters(b, "9 8 0 meta 4 1 array 5-3 9-5 mem 4-2 2-3 meta 1 0");
    flush(b);
    expect_counters(b, "9 8 0 meta 4 1 array 6-3 9-5 mem 4-2 3-3 meta 1 1");
    assert_string_equal(b->log, "w7 W35 ");
    assert_int_equal(b->entry[META + 2 * LINES], 0);
    assert_int_equal(b->entry[META + 2 * LINES + 1], 2);
    assert_int_equal(b->entry[META + 2 * LINES + 2], 2);
    assert_int_equal(b->entry[META + 2 * LINES + 3], 0);
    flush(b);
    assert_string_equal(b->log, "");
    disable(b, 2);
    assert_string_equal(b->log, "R35 w3 w5 W35 ");
    expect_counters(b, "9 8 0 meta 4 1 array 6-3 9-5 mem 4-2 5-3 meta 2 2");
}

/* Ways are filled from the lowest, also after a flush, and flushed in their order. */
static void test_ways(void **state)
{
    struct bench *b = &first;

    (void)state;
    rng_begin(SEED + 6);
    begin(b, 2, 4, 16, 1);
    for (uint32_t i = 0; i < 4; ++i)
        store(b, 7 - 2 * i, UINT64_MAX, 1);
    load(b, 7); /* the lowest way is used last */
    store(b, 8, UINT64_MAX, 1);
    flush(b);
    assert_string_equal(b->log, "w8 w7 w5 w3 w1 ");
    load(b, 3);
    assert_string_equal(b->log, "r3 ");
    for (uint32_t addr = 9; addr < 15; addr += 2)
        store(b, addr, 1, 1);
    store(b, 3, 2, 2);
    flush(b);
    assert_string_equal(b->log, "w3 w9 w11 w13 ");
}

/* --- several at once --- */

/* Offers a request until it is accepted. */
static void offer(struct bench *b, const struct zcache_req *q)
{
    b->in.req = *q;
    b->in.req_valid = 1;
    do
        cycle(b);
    while (!b->out.req_ready);
    b->in.req_valid = 0;
}

/* Tags of the next `n` answers, in order. */
static void expect_tags(struct bench *b, uint32_t n, const uint8_t *tags)
{
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t t = 0;

        do
            cycle(b);
        while (!b->answered && ++t < 1000);
        assert_true(b->answered);
        assert_int_equal(b->rsp.tag, tags[i]);
    }
}

/* Hits go past misses; requests join; a fence waits for all. */
static void test_hits_under_misses(void **state)
{
    struct bench *b = &first;
    const struct zcache_req miss = {.op = ZCACHE_LOAD, .addr = 4, .tag = 1};
    const struct zcache_req joined = {.op = ZCACHE_STORE, .addr = 4, .mask = 1, .tag = 2};
    const struct zcache_req hit = {.op = ZCACHE_LOAD, .addr = 1, .tag = 3};
    const struct zcache_req fence = {.op = ZCACHE_FENCE, .tag = 4};

    (void)state;
    rng_begin(SEED + 8);
    begin(b, 4, 2, 16, 2);
    load(b, 1);
    b->latency = 50;
    b->logged = 0;
    offer(b, &miss);
    offer(b, &joined);
    offer(b, &hit);
    offer(b, &fence);
    expect_tags(b, 4, (const uint8_t[]){3, 1, 2, 4});
    assert_string_equal(b->log, "r4 ");
    assert_int_equal(b->s.counters.joins, 1);
    assert_int_equal(b->n_owed, 0);
}

/* A line that is written back is owed an answer, which may come after that of the read in its place; a fence waits for
 * both. */
static void test_fence_behind_write_back(void **state)
{
    struct bench *b = &first;
    uint32_t waited = 0;

    (void)state;
    rng_begin(SEED + 12);
    begin(b, 4, 1, 16, 2);
    b->stall = 50;
    b->latency = 20;
    for (uint32_t i = 0; i < 200; ++i) {
        store(b, 1, 1, (uint8_t)(i | 1));
        load(b, 5); /* the same set, which has one way */
        waited += b->n_owed > 0;
        assert_int_equal(run(b, &(struct zcache_req){.op = ZCACHE_FENCE}), ZCACHE_OK);
        assert_int_equal(b->n_owed, 0);
    }
    assert_true(waited > 0);
}

/* Memory may answer the second of two misses first. */
static void test_replies_overtake(void **state)
{
    struct bench *b = &first;

    (void)state;
    rng_begin(SEED + 9);
    begin(b, 4, 2, 16, 2);
    b->latency = 40;
    offer(b, &(struct zcache_req){.op = ZCACHE_LOAD, .addr = 4, .tag = 1});
    offer(b, &(struct zcache_req){.op = ZCACHE_LOAD, .addr = 5, .tag = 2});
    while (b->n_owed < 2)
        cycle(b);
    b->owed[2] = b->owed[0];
    b->owed[0] = b->owed[1];
    b->owed[1] = b->owed[2];
    expect_tags(b, 2, (const uint8_t[]){2, 1});
}

/* Nothing but the answer's register is between a hit and the next. */
static void test_rate(void **state)
{
    struct bench *b = &first;
    uint32_t answers = 0;

    (void)state;
    rng_begin(SEED + 10);
    begin(b, 4, 2, 16, 1);
    load(b, 3);
    b->in.req = (struct zcache_req){.op = ZCACHE_LOAD, .addr = 3};
    b->in.req_valid = 1;
    for (uint32_t t = 0; t < 100; ++t) {
        cycle(b);
        assert_true(b->out.req_ready);
        answers += b->answered;
    }
    assert_int_equal(answers, 98);
}

/* --- surfaces --- */

static void test_surfaces(void **state)
{
    struct bench *b = &first;
    struct zcache_req q = {.op = ZCACHE_SURFACE, .enable = 1, .lines = 2, .last = 7, .meta = META};

    (void)state;
    rng_begin(SEED + 4);
    begin(b, 2, 2, 16, 2);
    b->s.params.surfaces = 3;
    for (unsigned k = ZCACHE_EXCH; k <= ZCACHE_FADD; ++k) {
        const uint8_t op = (uint8_t)k;
        const struct zcache_req bad = {.op = op, .tag = op, .word = (uint8_t)(4 + op % 12)};

        assert_int_equal(run(b, &bad), ZCACHE_BAD_WORD);
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
    assert_int_equal(b->entry[META], 2);

    /* Two over one another: the lines of the lower are not the upper's to write. */
    assert_int_equal(enable(b, 1, 4, 0, 7), ZCACHE_OK);
    b->entry[META + LINES] = b->entry[META + LINES + 1] = 15;
    assert_int_equal(disable(b, 1), ZCACHE_OK);
    assert_string_equal(b->log, "R33 w2 w3 w4 w5 w6 w7 W33 ");
    assert_int_equal(b->entry[META + LINES] | b->entry[META + LINES + 1], 0);
}

/* A reset loses lines and surfaces, and nothing waits afterwards. */
static void test_reset(void **state)
{
    struct bench *b = &first;
    struct zcache_inputs in;

    (void)state;
    rng_begin(SEED + 5);
    for (uint32_t t = 1; t < 40; ++t) {
        begin(b, 2, 1, 16, 1);
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
        assert_true(b->out.req_ready && b->out.fill_ready);
        assert_false(b->out.mem_valid || b->out.rsp_valid);
        expect_counters(b, "0 0 0 meta 0 0 array 0-0 0-0 mem 0-0 0-0 meta 0 0");
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
    const struct ztraffic_shape shape = {64, 8, 32, 4, 64, 4};
    static uint8_t weights[N][LINE_BYTES];
    struct ztraffic on, off;
    uint32_t zero = 0;

    (void)state;
    rng_begin(SEED + 7);
    for (uint32_t i = 0; i < N; ++i) {
        memset(weights[i], draw(4) ? 0 : 1 + (int)draw(255), LINE_BYTES);
        zero += weights[i][0] == 0;
    }
    assert_true(ztraffic_run(&shape, weights[0], N, 2, true, &on));
    assert_true(ztraffic_run(&shape, weights[0], N, 2, false, &off));
    assert_true(on.right && off.right);
    assert_int_equal(off.counters.mem_writes, N);
    assert_int_equal(off.counters.mem_reads, 2 * N);
    assert_int_equal(on.counters.mem_writes, N - zero);
    assert_int_equal(on.counters.mem_reads, 2 * (N - zero));
    assert_int_equal(on.counters.array_writes, 3 * (N - zero));
    /* 128 entries in a line of metadata, four lines an entry: written once, read once a pass, or ahead. */
    assert_in_range(on.counters.meta_reads, 3 * N / 512, 3 * N / 512 + 4);
    assert_in_range(on.counters.meta_writes, N / 512, N / 512 + 4);
    /* Memory takes a line in four cycles, and then nothing else takes time. */
    assert_in_range(off.cycles, 2 * N * 4, 2 * N * 4 * 20 / 19);
    assert_in_range(on.cycles, 2 * (N - zero) * 4, 2 * (N - zero) * 4 * 11 / 10);
}

/* The scenarios' own oracle does not pass everything. */
static void test_scenario_oracle(void **state)
{
    static struct zmem good, m;
    const struct zcache_params p = {2, 2, 16, 2, 2, 2};
    struct zcache_req q = {.op = ZCACHE_LOAD, .tag = 5};
    struct zcache_rsp r = {.tag = 5};
    const struct zcache_mem read = {.kind = ZCACHE_READ, .addr = 0};
    const struct zcache_mem write = {.kind = ZCACHE_WRITE, .addr = 0, .tag = 64};
    struct zcache_mem nowhere = {.kind = ZCACHE_READ, .addr = 1u << 20};

    (void)state;
    zmem_begin(&good, &p, 0, 1);
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
    r.status = ZCACHE_BAD_WORD;
    zmem_response(&m, &r);
    assert_non_null(m.wrong);
    r.status = ZCACHE_OK;
    m = good; /* the second of two on one line */
    q.tag = r.tag = 6;
    zmem_request(&m, &q);
    zmem_response(&m, &r);
    assert_non_null(m.wrong);
    q.tag = r.tag = 5;
    m = good;
    zmem_take(&m, &nowhere);
    assert_non_null(m.wrong);
    m = good;
    zmem_take(&m, &read);
    assert_null(m.wrong);
    zmem_take(&m, &write);
    assert_non_null(m.wrong); /* either could come first */

    /* A store that memory has not got after a flush. */
    m = good;
    zmem_response(&m, &r);
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
    const struct zcache_params bad[] = {
        {1, 2, 16, 2, 1, 2},  {3, 2, 16, 2, 1, 2},  {512, 2, 16, 2, 1, 2}, {2, 0, 16, 2, 1, 2},
        {2, 3, 16, 2, 1, 2},  {2, 16, 16, 2, 1, 2}, {2, 2, 8, 2, 1, 2},    {2, 2, 48, 2, 1, 2},
        {2, 2, 128, 2, 1, 2}, {16, 4, 64, 0, 1, 2}, {16, 4, 64, 9, 1, 2},  {0, 4, 64, 8, 1, 2},
        {2, 2, 16, 2, 0, 2},  {2, 2, 16, 2, 65, 2}, {2, 2, 16, 2, 1, 1},   {2, 2, 16, 2, 1, 9}};

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
        cmocka_unit_test(test_hits_under_misses),
        cmocka_unit_test(test_fence_behind_write_back),
        cmocka_unit_test(test_replies_overtake),
        cmocka_unit_test(test_rate),
        cmocka_unit_test(test_surfaces),
        cmocka_unit_test(test_reset),
        cmocka_unit_test(test_traffic),
        cmocka_unit_test(test_scenario_oracle),
        cmocka_unit_test(test_params),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
