/*
 * test_zcache_model.c - the golden model of zcache against a flat image of bytes: loads, atomics,
 * and memory as seen through its metadata after a flush, in any order of replies; the same cache
 * with and without surfaces; least recently used against a list; surfaces, resets, and the memory
 * and traffic that scenarios and figures use.
 */
#include "unit/zcache_bench.h"

#include "zcache/memory.h"
#include "zcache/traffic.h"

/* --- against the flat image, many requests in flight --- */

static struct bench second;
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
    const uint64_t random = draw_long() & all;

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

/* Applies the request to the image and computes its answer. */
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

        /* Without surfaces, memory itself must equal the image. 4 is disabled first, because its
         * lines 32..39 are also 1's. */
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

/* --- with and without zero bits --- */

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
        /* Bypassed accesses are counted; a line that a store left clean is not written back at
         * all. */
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
    uint32_t list[SETS][WAYS], n[SETS] = {0}; /* most recent first */
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

    /* Overlapping surfaces: the upper must not write the lines of the lower. */
    assert_int_equal(enable(b, 1, 4, 0, 7), ZCACHE_OK);
    b->entry[META + LINES] = b->entry[META + LINES + 1] = 15;
    assert_int_equal(disable(b, 1), ZCACHE_OK);
    assert_string_equal(b->log, "R33 w2 w3 w4 w5 w6 w7 W33 ");
    assert_int_equal(b->entry[META + LINES] | b->entry[META + LINES + 1], 0);
}

/* A reset drops lines and surfaces, and nothing waits afterwards. */
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

/* With pruned weights, as many lines are not transferred as are zero. */
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
    /* A line of metadata has 128 entries, and an entry covers four lines. Metadata are written once
     * and read once per pass, or ahead. */
    assert_in_range(on.counters.meta_reads, 3 * N / 512, 3 * N / 512 + 4);
    assert_in_range(on.counters.meta_writes, N / 512, N / 512 + 4);
    /* Memory takes one line every four cycles, and nothing else takes time. */
    assert_in_range(off.cycles, 2 * N * 4, 2 * N * 4 * 20 / 19);
    assert_in_range(on.cycles, 2 * (N - zero) * 4, 2 * (N - zero) * 4 * 11 / 10);
}

/* The scenarios' own oracle detects errors. */
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
    assert_string_equal(m.wrong, "a response without a request");
    zmem_take(&m, &nowhere);
    assert_string_equal(m.wrong, "a response without a request"); /* the first counts */
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
    m = good; /* the second of two to one line */
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

    /* A store that is not in memory after a flush. */
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
        cmocka_unit_test(test_surfaces),
        cmocka_unit_test(test_reset),
        cmocka_unit_test(test_traffic),
        cmocka_unit_test(test_scenario_oracle),
        cmocka_unit_test(test_params),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
