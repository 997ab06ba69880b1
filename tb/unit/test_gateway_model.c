/*
 * test_gateway_model.c - the golden model of gateway against host arithmetic: results in any order
 * of arrival, the cycles of integer rounds, and the library call.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gateway/gateway.h"
#include "gateway/reduce.h"
#include "unit/gateway_oracle.h"

enum { ROUNDS = 4000 };

static struct gateway_state work;

static int seed_all(void **unused)
{
    (void)unused;
    random_begin(&rng, 1, "test_gateway_model");
    return 0;
}

static struct gateway_outcome reduce(uint32_t threads, uint32_t op, uint32_t type,
                                     const struct group *g)
{
    const struct gateway_params p = {1, threads, 4};
    const struct gateway_job job = {.op = (uint8_t)op,
                                    .type = (uint8_t)type,
                                    .n = g->n,
                                    .value = g->value,
                                    .mask = g->mask,
                                    .slot = g->slot};
    struct gateway_outcome out;

    gateway_reduce(&p, &work, &job, &out);
    return out;
}

/* --- results --- */

static const uint32_t sizes[] = {4, 8, 32, 64, 256};

static void test_results(void **unused)
{
    struct group g;

    (void)unused;
    for (uint32_t i = 0; i < ROUNDS; ++i) {
        const uint32_t threads = sizes[i % 5];
        struct gateway_outcome out;
        uint32_t op, type;
        uint64_t expected;

        draw_kind(&op, &type);
        draw_group(&g, threads, type);
        out = reduce(threads, op, type, &g);
        expected = oracle(threads, op, type, &g);
        assert_int_equal(out.status, GATEWAY_OK);
        if (out.result != expected)
            fail_msg("operation %u, type %u, %u of %u threads: %016" PRIX64
                     " instead of %016" PRIX64,
                     op, type, g.n, threads, out.result, expected);
        assert_int_equal(out.sum, oracle(threads, GATEWAY_PREDICATE, 0, &g));
    }
}

static void test_extremes(void **unused)
{
    static const uint64_t ends[] = {0, UINT64_MAX, UINT64_C(0x8000000080000000),
                                    UINT64_C(0x7FFFFFFF7FFFFFFF)};
    struct group g;

    (void)unused;
    for (uint32_t op = 0; op < GATEWAY_OPS; ++op) {
        for (uint32_t type = 0; type < GATEWAY_TYPES; ++type) {
            for (uint32_t e = 0; e < 8 && gateway_legal(op, type); ++e) {
                g.n = 256;
                for (uint32_t i = 0; i < 256; ++i) {
                    g.slot[i] = (uint8_t)i;
                    g.mask[i] = UINT32_MAX;
                    g.value[i] = e < 4 ? ends[e] : ends[(e * i / 3) & 3];
                }
                assert_true(reduce(256, op, type, &g).result == oracle(256, op, type, &g));
                assert_int_equal(reduce(256, op, type, &g).sum, 8192);
            }
        }
    }
}

static void test_order_of_arrival(void **unused)
{
    struct group g;

    (void)unused;
    for (uint32_t i = 0; i < ROUNDS / 4; ++i) {
        const uint32_t threads = sizes[i % 5];
        struct gateway_outcome first, other;
        uint32_t op, type;

        draw_kind(&op, &type);
        draw_group(&g, threads, type);
        first = reduce(threads, op, type, &g);
        for (int k = 0; k < 3; ++k) {
            shuffle(&g);
            other = reduce(threads, op, type, &g);
            assert_true(other.result == first.result && other.sum == first.sum &&
                        other.status == first.status);
            /* test_gateway_tree.c covers the cycles of floats. */
            assert_true(gateway_is_float(type) || other.cycles == first.cycles);
        }
    }
}

/* --- cycles --- */

/* Returns ceil(bits/3) of |x|. */
static uint32_t octal_digits(big x)
{
    uint32_t n = 0;

    for (ubig rest = x < 0 ? (ubig)-x : (ubig)x; rest; rest /= 8)
        ++n;
    return n;
}

/* Returns the digits of one half of the dividend. */
static uint32_t dividend_digits(uint32_t op, const struct group *g, unsigned bits, unsigned shift,
                                bool is_signed)
{
    big sum = 0, squares = 0;

    for (uint32_t i = 0; i < g->n; ++i) {
        big x = bits == 64 ? (big)g->value[i] : (big)(uint32_t)(g->value[i] >> shift);

        if (is_signed && x >> (bits - 1))
            x -= (big)1 << bits;
        sum += x;
        squares += bits == 32 ? x * x : 0;
    }
    return octal_digits(op == GATEWAY_VARIANCE ? (big)g->n * squares - sum * sum : sum);
}

static uint32_t stated_work(uint32_t op, uint32_t type, const struct group *g)
{
    const bool is_signed = type == GATEWAY_S32 || type == GATEWAY_S64 || type == GATEWAY_S32_PAIR;

    if (op == GATEWAY_VARIANCE)
        return 4 + dividend_digits(op, g, 32, 0, is_signed);
    if (op != GATEWAY_MEAN)
        return 0;
    if (type < GATEWAY_F32)
        return 2 + dividend_digits(op, g, 32, 0, is_signed);
    if (type < GATEWAY_U32_PAIR)
        return 2 + dividend_digits(op, g, 64, 0, is_signed);
    return 4 + dividend_digits(op, g, 32, 0, is_signed) + dividend_digits(op, g, 32, 32, is_signed);
}

/* Checks integer rounds; test_gateway_tree.c covers floats. */
static void check_cycles(uint32_t threads, uint32_t op, uint32_t type, const struct group *g)
{
    const uint32_t w = stated_work(op, type, g), beats = threads < 32 ? 1 : threads / 32;

    assert_int_equal(reduce(threads, op, type, g).cycles, g->n + (w ? w + 3 : 2) + beats - 1);
}

static bool is_integer_round(uint32_t op, uint32_t type)
{
    return gateway_legal(op, type) &&
           (!gateway_is_float(type) || op == GATEWAY_OP_NONE || op == GATEWAY_PREDICATE);
}

static void test_cycles(void **unused)
{
    struct group g;

    (void)unused;
    for (uint32_t t = 0; t < 5; ++t) {
        for (uint32_t op = 0; op < GATEWAY_OPS; ++op) {
            for (uint32_t type = 0; type < GATEWAY_TYPES; ++type) {
                if (!is_integer_round(op, type))
                    continue;
                for (int i = 0; i < 8; ++i) {
                    draw_group(&g, sizes[t], type);
                    check_cycles(sizes[t], op, type, &g);
                }
                memset(g.value, 0, sizeof g.value); /* all digits are skipped */
                check_cycles(sizes[t], op, type, &g);
            }
        }
    }
}

/* --- library call --- */

static void test_reduce(void **unused)
{
    const struct gateway_params p = {16, 32, 4};
    const uint64_t value[3] = {3, 5, 8};
    struct gateway_job job = {.op = GATEWAY_MEAN, .type = GATEWAY_U32, .n = 3, .value = value};
    struct gateway_outcome out;

    (void)unused;
    assert_int_equal(gateway_reduce(&p, &work, &job, &out), GATEWAY_OK);
    assert_int_equal(out.result, 5);
    assert_int_equal(out.sum, 96);
    assert_int_equal(out.cycles, 3 + (2 + 2) + 3); /* 16 has two octal digits */
    job.op = GATEWAY_ADD;
    job.fence = GATEWAY_BOTH;
    assert_int_equal(gateway_reduce(&p, &work, &job, &out), GATEWAY_OK);
    assert_int_equal(out.result, 16);
    assert_int_equal(out.cycles, 3 + 2 + 3); /* request, its transfer, acknowledgement */
    job.n = 33;
    assert_int_equal(gateway_reduce(&p, &work, &job, &out), GATEWAY_BAD_COUNT);
    assert_int_equal(out.cycles, 0);
    job.n = 0;
    assert_int_equal(gateway_reduce(&p, &work, &job, &out), GATEWAY_BAD_COUNT);
    job.n = 3;
    job.op = 13;
    assert_int_equal(gateway_reduce(&p, &work, &job, &out), GATEWAY_BAD_OP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),          cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_order_of_arrival), cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_reduce),
    };

    return cmocka_run_group_tests(tests, seed_all, NULL);
}
