/*
 * test_gateway_baseline.c - the golden model of gateway_baseline against a brute-force reduction in
 * the host's arithmetic, and against a clock that follows each request to a memory and knows only
 * how long the memory takes. Random groups, pauses, stalls and resets; then explicit numbers of
 * cycles.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gateway_baseline/gateway_baseline.h"
#include "unit/host_words.h"
#include "unit/random.h"

enum { MOST = 256, NEVER = 1 << 30 };

static struct gateway_baseline_state model;

static int seed_all(void **unused)
{
    (void)unused;
    rng_begin(1);
    return 0;
}

/* --- brute force --- */

static uint32_t canonical(uint32_t x)
{
    return (x & 0x7FFFFFFF) > 0x7F800000 ? 0x7FC00000 : x;
}

static void reduce(uint32_t kind, const uint32_t *x, uint32_t n, uint64_t *word)
{
    uint64_t sum = 0, squares = 0;
    uint32_t chain = canonical(x[0]), all = x[0], any = x[0];
    int64_t least = with_sign(x[0]), greatest = least;

    for (uint32_t i = 0; i < n; ++i) {
        const int64_t value = with_sign(x[i]);

        sum += x[i];
        squares += (uint64_t)x[i] * x[i];
        if (i)
            chain = host_add(chain, x[i]);
        all &= x[i];
        any |= x[i];
        least = value < least ? value : least;
        greatest = value > greatest ? value : greatest;
    }
    word[0] = kind == BASELINE_ADD        ? (uint32_t)sum
              : kind == BASELINE_ADD_F32  ? chain
              : kind == BASELINE_MAX      ? (uint32_t)greatest
              : kind == BASELINE_AND      ? all
              : kind == BASELINE_OR       ? any
              : kind == BASELINE_VARIANCE ? sum
                                          : (uint32_t)least;
    word[1] = kind == BASELINE_RANGE ? (uint32_t)greatest : kind == BASELINE_VARIANCE ? squares : 0;
}

/* --- the clock --- */

struct group {
    uint32_t kind, count, n, value[MOST];
    bool marked[MOST];
    int fences; /* cycle of the last fence answer so far */
    uint32_t released;
    uint32_t slot[MOST]; /* slots to read, ascending, and the cycles of their answers */
    int there[MOST];
    uint32_t n_reads;
};

struct clock {
    struct gateway_baseline_params p;
    struct group g;
    int ready; /* first cycle in which a thread can arrive; NEVER when the group is full */
    int memory_free;
};

static void begin(struct clock *c, int cycle)
{
    memset(&c->g, 0, sizeof c->g);
    c->ready = cycle;
}

/* Sends a request. Returns the cycle in which its answer is back. */
static int request(struct clock *c, int sent, int length)
{
    const int back = (int)c->p.distance / 2, offered = sent + (int)c->p.distance - back;
    const int accepted = offered > c->memory_free ? offered : c->memory_free;

    c->memory_free = accepted + length;
    return accepted + length + 1 + back;
}

static void arrival(struct clock *c, const struct gateway_baseline_arr *a, int cycle)
{
    struct group *g = &c->g;
    int sent = cycle + 1;

    if (g->n == 0) {
        g->kind = a->kind;
        g->count = a->count < 1 ? 1 : a->count > c->p.threads ? c->p.threads : a->count;
        request(c, sent++, 1);
    }
    g->value[g->n++] = a->data;
    g->marked[a->sender % c->p.threads] = true;
    request(c, sent++, g->kind == BASELINE_ADD_F32 ? 4 : 1);
    g->fences = request(c, sent, 1);
    c->ready = sent;
    if (g->n < g->count)
        return;
    c->ready = NEVER;
    sent = g->fences + 4;
    for (uint32_t slot = 0; slot < c->p.threads; ++slot)
        if (g->marked[slot]) {
            g->slot[g->n_reads] = slot;
            g->there[g->n_reads++] = request(c, sent++, 1);
        }
}

/* Compares the outputs with those expected in a cycle. */
static void check(const struct clock *c, const struct gateway_baseline_outputs *out, int cycle)
{
    const struct group *g = &c->g;
    const bool valid = g->n_reads && g->there[g->released] <= cycle;
    uint64_t word[2];

    assert_int_equal(out->arr_ready, c->ready <= cycle);
    assert_int_equal(out->rel_valid, valid);
    if (!valid)
        return;
    reduce(g->kind, g->value, g->n, word);
    assert_int_equal(out->rel.thread, g->slot[g->released]);
    assert_int_equal(out->rel.last, g->released + 1 == g->n_reads);
    assert_int_equal(out->rel.word0, word[0]);
    assert_int_equal(out->rel.word1, word[1]);
}

/* --- random groups --- */

static uint32_t draw_value(void)
{
    static const uint32_t corners[] = {0,          1,          0x7FFFFFFF, 0x80000000, 0xFFFFFFFF,
                                       0x7F800000, 0xFF800000, 0x00800000, 0x3F800000, 0xBF800001};
    const uint32_t bits = (uint32_t)(assay_rng_u64(&random_stream) >> 32);

    return draw(4) == 0   ? corners[draw(10)]
           : draw(4) == 0 ? 0x3F800000 ^ (bits & 0x81FFFFFF)
                          : bits;
}

static void draw_arrival(const struct clock *c, struct gateway_baseline_arr *a)
{
    const uint32_t threads = c->p.threads;

    a->kind = draw(8) & 7;
    a->count = (uint16_t)(draw(3) ? 1 + draw(threads > 8 ? 8 : threads) : draw(512));
    a->sender = (uint8_t)(draw(8) ? draw(threads) : draw(256));
    a->data = draw_value();
}

/* Returns the number of groups that ended. */
static unsigned run(uint32_t threads, uint32_t distance, bool resets)
{
    const int cycles = 20000 + 100 * (int)distance;
    struct clock c = {.p = {threads, distance}};
    struct gateway_baseline_inputs in;
    struct gateway_baseline_outputs out;
    uint32_t late = 0, stall = 0;
    unsigned groups = 0;

    gateway_baseline_init(&model, &c.p);
    begin(&c, 0);
    memset(&in, 0, sizeof in);
    for (int cycle = 0; cycle < cycles; ++cycle) {
        if (draw(256) == 0) {
            late = draw(4) * 30;
            stall = draw(4) * 30;
        }
        in.rst = resets && draw(1000 + 4 * distance) == 0;
        if (!in.arr_valid && draw(100) >= late) {
            in.arr_valid = 1;
            draw_arrival(&c, &in.arr);
        }
        in.rel_ready = draw(100) >= stall;
        gateway_baseline_step(&model, &in, &out);
        check(&c, &out, cycle);
        if (in.rst) {
            c.memory_free = 0;
            begin(&c, cycle + 1);
            continue;
        }
        if (out.rel_valid && in.rel_ready && ++c.g.released == c.g.n_reads) {
            ++groups;
            begin(&c, cycle + 1);
        }
        if (in.arr_valid && out.arr_ready) {
            arrival(&c, &in.arr, cycle);
            in.arr_valid = 0;
        }
    }
    return groups;
}

static void test_random(void **unused)
{
    static const uint32_t distance[] = {2, 3, 4, 7, 32, 301, 1022, 1023};

    (void)unused;
    for (uint32_t threads = 4; threads <= 256; threads *= 2)
        for (size_t i = 0; i < sizeof distance / sizeof distance[0]; ++i) {
            assert_true(run(threads, distance[i], false) >= 4);
            assert_true(run(threads, distance[i], true) >= 4);
        }
}

/* --- explicit cycle counts --- */

/* Returns the cycles from the first arrival to the last release, with both back to back and without
 * stalls. */
static uint32_t measured(const struct gateway_baseline_params *p, uint32_t kind, uint32_t n)
{
    struct gateway_baseline_inputs in;
    struct gateway_baseline_outputs out;
    uint32_t sent = 0, cycle = 0;

    gateway_baseline_init(&model, p);
    memset(&in, 0, sizeof in);
    in.rel_ready = 1;
    in.arr.kind = kind & 7;
    in.arr.count = (uint16_t)n;
    do {
        assert_true(cycle < 10000);
        in.arr_valid = sent < n;
        in.arr.sender = (uint8_t)sent;
        in.arr.data = ++cycle;
        gateway_baseline_step(&model, &in, &out);
        sent += in.arr_valid && out.arr_ready;
    } while (!out.rel_valid || !out.rel.last);
    return cycle - 1;
}

static void test_cycles(void **unused)
{
    const struct gateway_baseline_params near = {32, 2}, far = {256, 300};

    (void)unused;
    /* Clear, atomic and fence leave in 1 to 3 and are accepted in 2 to 4. The fence is answered in
     * 4 + 2, and the answer is back a cycle later. The read is sent in 7 + 4, accepted in 12,
     * answered in 14, and back in 15. */
    assert_int_equal(measured(&near, BASELINE_ADD, 1), 15);
    assert_int_equal(measured(&near, BASELINE_ADD_F32, 1), 18);
    assert_int_equal(measured(&far, BASELINE_ADD, 8), 632);
    assert_int_equal(measured(&far, BASELINE_ADD_F32, 8), 656);
    assert_int_equal(measured(&far, BASELINE_VARIANCE, 256), 256 * 3 + 608);
    for (uint32_t kind = 0; kind < 8; ++kind)
        for (uint32_t n = 1; n <= 256; n = 2 * n + (n == 16))
            assert_int_equal(measured(&far, kind, n), gateway_baseline_cycles(&far, kind, n));
}

static void test_params(void **unused)
{
    static const struct gateway_baseline_params bad[] = {{2, 32}, {12, 32}, {512, 32},
                                                         {32, 0}, {32, 1},  {32, 1024}};
    static const struct gateway_baseline_params good[] = {{4, 2}, {256, 1023}};

    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
        assert_non_null(gateway_baseline_check_params(&bad[i]));
    for (size_t i = 0; i < sizeof good / sizeof good[0]; ++i)
        assert_null(gateway_baseline_check_params(&good[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_params),
    };

    return cmocka_run_group_tests(tests, seed_all, NULL);
}
