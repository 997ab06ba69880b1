/*
 * test_zcache_accesses.c - the golden model of zcache: explicit memory accesses, counters and
 * cycles for each kind of access, alone and with others in flight.
 */
#include "unit/zcache_bench.h"

/* --- one access at a time --- */

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

    load(b, 8); /* outside any surface */
    expect(b, "r8 ", 6);
    load(b, 8);
    expect(b, "", 2);
    expect_counters(b, "1 1 0 meta 0 0 array 1-0 1-0 mem 1-0 0-0 meta 0 0");
    store(b, 8, 2, 0);
    expect(b, "", 2);
    load(b, 0); /* evicts 8; metadata before data */
    expect(b, "w8 R35 r0 ", 10);
    expect_counters(b, "2 2 0 meta 0 1 array 2-0 3-0 mem 2-0 1-0 meta 1 0");
    load(b, 3); /* zero by metadata, which is available */
    expect(b, "", 2);
    load(b, 3);
    expect(b, "", 2);
    store(b, 3, 1, 0); /* changes no byte */
    expect_counters(b, "4 3 0 meta 1 1 array 2-1 3-2 mem 2-1 1-0 meta 1 0");
    load(b, 1); /* 3 was clean; 1 is in memory */
    expect(b, "r1 ", 6);
    store(b, 1, UINT64_MAX, 0); /* becomes a zero line */
    expect(b, "", 2);
    expect_counters(b, "5 4 0 meta 2 1 array 2-1 4-3 mem 3-1 1-0 meta 1 0");
    store(b, 3, UINT64_MAX, 0); /* evicts it: only a bit of metadata; allocated without a read */
    expect(b, "", 5);
    expect_counters(b, "5 5 0 meta 2 1 array 2-2 4-4 mem 3-1 1-1 meta 1 0");
    load(b,
         1); /* evicts a zero line whose bit is already set; takes longer, as the victim is dirty */
    expect(b, "", 5);
    expect_counters(b, "5 6 0 meta 3 1 array 2-3 4-5 mem 3-2 1-2 meta 1 0");
    store(b, 1, 4, 7); /* merged with zeros: one write, no read */
    expect(b, "", 2);
    load(b, 1);
    assert_int_equal(b->rsp.data[0], 0x00070000);
    expect_counters(b, "7 6 0 meta 3 1 array 3-3 5-5 mem 3-2 1-2 meta 1 0");
    load(b, 5); /* evicts a line that is no longer zero */
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

/* Ways are filled from the lowest, also after a flush, and are flushed in this order. */
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

enum { MOST_CYCLES = 1000 }; /* of a wait */

/* Offers a request until it is accepted. */
static void offer(struct bench *b, const struct zcache_req *q)
{
    uint32_t t = 0;

    b->in.req = *q;
    b->in.req_valid = 1;
    do
        cycle(b);
    while (!b->out.req_ready && ++t < MOST_CYCLES);
    if (!b->out.req_ready)
        fail_msg("no req_ready in %u cycles", t);
    b->in.req_valid = 0;
}

/* Asserts that the next `n` answers have these tags, in order. */
static void expect_tags(struct bench *b, uint32_t n, const uint8_t *tags)
{
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t t = 0;

        do
            cycle(b);
        while (!b->answered && ++t < MOST_CYCLES);
        assert_true(b->answered);
        assert_int_equal(b->rsp.tag, tags[i]);
    }
}

/* Hits overtake misses; requests to the same line join; a fence waits for all. */
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

/* A written-back line still awaits its reply, which may come after that of the read in its place; a
 * fence waits for both. */
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

/* Memory may reply to the second of two misses first. */
static void test_replies_overtake(void **state)
{
    struct bench *b = &first;

    (void)state;
    rng_begin(SEED + 9);
    begin(b, 4, 2, 16, 2);
    b->latency = 40;
    offer(b, &(struct zcache_req){.op = ZCACHE_LOAD, .addr = 4, .tag = 1});
    offer(b, &(struct zcache_req){.op = ZCACHE_LOAD, .addr = 5, .tag = 2});
    for (uint32_t t = 0; b->n_owed < 2; ++t) {
        if (t == MOST_CYCLES)
            fail_msg("%u reads in %u cycles: expected two", b->n_owed, t);
        cycle(b);
    }
    b->owed[2] = b->owed[0];
    b->owed[0] = b->owed[1];
    b->owed[1] = b->owed[2];
    expect_tags(b, 2, (const uint8_t[]){2, 1});
}

/* Each cycle in which memory does not take what it is offered is counted: a known number exactly;
 * reads, writes and metadata alike; also on the pin. */
static void test_mem_waits(void **state)
{
    struct bench *b = &first;

    (void)state;
    rng_begin(SEED + 13);
    begin(b, 4, 2, 16, 2);
    offer(b, &(struct zcache_req){.op = ZCACHE_LOAD, .addr = 4});
    for (uint32_t t = 0; !b->out.mem_valid; ++t) {
        if (t == MOST_CYCLES)
            fail_msg("no mem_valid in %u cycles", t);
        b->stall = 100; /* memory takes nothing */
        cycle(b);
    }
    for (uint32_t i = 1; i < 7; ++i)
        cycle(b);
    b->stall = 0;
    expect_tags(b, 1, (const uint8_t[]){0});
    assert_int_equal(b->s.counters.mem_waits, 7);
    assert_int_equal(b->out.mem_waits, 7);

    b->stall = 60;
    flush(b); /* a surface can be enabled only while no line is cached */
    assert_int_equal(enable(b, 0, 2, 0, 31), ZCACHE_OK);
    for (uint32_t i = 0; i < 100; ++i) {
        const uint8_t content = (uint8_t)draw(2);

        store(b, draw(32), UINT64_MAX, content);
        load(b, draw(32));
    }
    flush(b);
    assert_true(b->s.counters.mem_reads > 0 && b->s.counters.mem_writes > 0);
    assert_true(b->s.counters.meta_reads > 0 && b->s.counters.meta_writes > 0);
    assert_true(b->waits > 100);
    assert_int_equal(b->s.counters.mem_waits, b->waits);
}

/* Only the answer's register lies between a hit and the next one. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accesses),
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_hits_under_misses),
        cmocka_unit_test(test_fence_behind_write_back),
        cmocka_unit_test(test_replies_overtake),
        cmocka_unit_test(test_mem_waits),
        cmocka_unit_test(test_rate),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
