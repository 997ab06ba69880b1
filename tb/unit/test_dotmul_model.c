/*
 * test_dotmul_model.c - the golden model of dotmul against bit-by-bit long multiplication.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "dotmul/dotmul.h"
#include "unit/random.h"

static const uint64_t seed = UINT64_C(0x2545F4914F6CDD1D);

/* --- oracle --- */

/* Long multiplication of two fields of `bits` bits. Every pair of bits adds its weight, or
 * subtracts it if one of them is the sign bit of a two's complement operand. */
static __int128 long_product(uint32_t a, uint32_t b, uint32_t bits, int a_signed, int b_signed)
{
    __int128 sum = 0;

    for (uint32_t i = 0; i < bits; ++i) {
        for (uint32_t j = 0; j < bits; ++j) {
            const int a_minus = a_signed && i == bits - 1;
            const int b_minus = b_signed && j == bits - 1;
            const __int128 weight = (__int128)1 << (i + j);

            if ((a >> i & 1) && (b >> j & 1))
                sum += a_minus != b_minus ? -weight : weight;
        }
    }
    return sum;
}

static uint32_t field(uint32_t x, uint32_t low, uint32_t bits)
{
    uint32_t value = 0;

    for (uint32_t i = 0; i < bits; ++i)
        value |= (x >> (low + i) & 1) << i;
    return value;
}

/* Returns the bits of the result, from its exact value and the width of its field. Asserts that the
 * field can hold the value. */
static uint64_t oracle(const struct dotmul_params *p, const struct dotmul_op *op)
{
    const uint32_t n = p->n, k = p->k;
    const uint32_t field_bits = op->dot ? (k + 1) * n : 2 * n * k;
    const uint32_t field_low = op->dot ? (k - 1) * n : 0;
    const int any_signed = op->a_signed || op->b_signed;
    const __int128 span = (__int128)1 << field_bits;
    __int128 sum = 0;
    uint64_t bits = 0;

    if (op->dot) {
        for (uint32_t i = 0; i < k; ++i)
            sum += long_product(field(op->a, n * i, n), field(op->b, n * i, n), n, op->a_signed,
                                op->b_signed);
    } else {
        sum = long_product(op->a, op->b, n * k, op->a_signed, op->b_signed);
    }
    if (any_signed ? sum < -span / 2 || sum >= span / 2 : sum < 0 || sum >= span)
        fail_msg("the field overflows: n=%u k=%u a=%x b=%x", n, k, op->a, op->b);
    if (sum < 0)
        sum += span;
    for (uint32_t i = 0; i < field_bits; ++i)
        bits |= (uint64_t)(sum >> i & 1) << (field_low + i);
    return bits;
}

static void check(const struct dotmul_params *p, const struct dotmul_op *op)
{
    const uint64_t got = dotmul(p, op);
    const uint64_t want = oracle(p, op);

    if (got != want)
        fail_msg("n=%u k=%u a=%x b=%x dot=%u signed=%u,%u: %" PRIx64 " instead of %" PRIx64 "",
                 p->n, p->k, op->a, op->b, op->dot, op->a_signed, op->b_signed, got, want);
}

static struct dotmul_op make_op(uint32_t a, uint32_t b, uint32_t mode)
{
    const struct dotmul_op op = {a, b, (uint8_t)(mode & 1), (uint8_t)(mode >> 1 & 1),
                                 (uint8_t)(mode >> 2 & 1)};

    return op;
}

/* --- arithmetic --- */

static void test_exhaustive(void **unused)
{
    static const struct dotmul_params sets[] = {{2, 2, 0}, {4, 2, 0}, {2, 4, 0},
                                                {2, 3, 0}, {3, 2, 0}, {4, 2, 1}};

    (void)unused;
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; ++i) {
        const uint32_t count = UINT32_C(1) << sets[i].n * sets[i].k;

        for (uint32_t mode = 0; mode < 8; ++mode) {
            for (uint32_t a = 0; a < count; ++a) {
                for (uint32_t b = 0; b < count; ++b) {
                    const struct dotmul_op op = make_op(a, b, mode);
                    check(&sets[i], &op);
                }
            }
        }
    }
}

/* For every legal n and k: corner values of the whole operand and of its elements, then random
 * operands. */
static void check_set(const struct dotmul_params *p, struct assay_rng *rng, int rounds)
{
    const uint32_t bits = p->n * p->k;
    const uint32_t ones = (uint32_t)((UINT64_C(1) << bits) - 1);
    const uint32_t element = (UINT32_C(1) << p->n) - 1;
    const uint32_t element_corners[] = {0, 1, element >> 1, element - (element >> 1), element};
    uint32_t corners[12] = {0, 1, ones >> 1, ones - (ones >> 1), ones, ones - 1};

    for (uint32_t c = 0; c < 5; ++c) {
        for (uint32_t i = 0; i < p->k; ++i)
            corners[6 + c] |= element_corners[c] << i * p->n;
    }
    corners[11] = element << (p->k - 1) * p->n;
    for (uint32_t mode = 0; mode < 8; ++mode) {
        for (uint32_t a = 0; a < 12; ++a) {
            for (uint32_t b = 0; b < 12; ++b) {
                const struct dotmul_op op = make_op(corners[a], corners[b], mode);
                check(p, &op);
            }
        }
        for (int i = 0; i < rounds; ++i) {
            uint32_t x[2];

            for (int side = 0; side < 2; ++side) {
                x[side] = assay_rng_u32(rng) & ones;
                if (assay_rng_u64(rng) >> 62 == 0) {
                    x[side] = 0;
                    for (uint32_t e = 0; e < p->k; ++e)
                        x[side] |= element_corners[(assay_rng_u64(rng) >> 32) % 5] << e * p->n;
                }
            }
            const struct dotmul_op op = make_op(x[0], x[1], mode);
            check(p, &op);
        }
    }
}

static void test_random(void **unused)
{
    static const struct dotmul_params sets[] = {{8, 2, 0}, {4, 3, 0}, {16, 2, 0}, {2, 8, 0},
                                                {4, 8, 0}, {8, 4, 0}, {10, 3, 0}};
    struct assay_rng rng;

    (void)unused;
    random_begin(&rng, seed, "test");
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; ++i)
        check_set(&sets[i], &rng, 2000);
}

static void test_every_set(void **unused)
{
    struct assay_rng rng;

    (void)unused;
    random_begin(&rng, seed + 1, "test");
    for (uint32_t n = 2; n <= 16; ++n) {
        for (uint32_t k = 2; k <= 8 && n * k <= 32; ++k) {
            const struct dotmul_params p = {n, k, 0};
            check_set(&p, &rng, 50);
        }
    }
}

/* Values computed by hand. */
static void test_known(void **unused)
{
    static const struct dotmul_params p = {4, 2, 0};
    struct dotmul_op op = make_op(0xFF, 0xFF, 0);

    (void)unused;
    assert_int_equal(dotmul(&p, &op), 0xFE01); /* 255 * 255 */
    op = make_op(0xFF, 0xFF, 2);
    assert_int_equal(dotmul(&p, &op), 0xFF01); /* -1 * 255 = -255 */
    op = make_op(0x80, 0x80, 6);
    assert_int_equal(dotmul(&p, &op), 0x4000); /* -128 * -128 */
    op = make_op(0x80, 0xFF, 2);
    assert_int_equal(dotmul(&p, &op), 0x8080); /* -128 * 255 = -32640 */
    op = make_op(0x23, 0x54, 1);
    assert_int_equal(dotmul(&p, &op), 0x0160); /* 3*4 + 2*5 = 22, shifted left by four bits */
    op = make_op(0x88, 0xFF, 3);
    assert_int_equal(dotmul(&p, &op), 0xF100); /* 2 * (-8 * 15) = -240 in 12 bits */
    op = make_op(0x88, 0x88, 7);
    assert_int_equal(dotmul(&p, &op), 0x0800); /* 2 * 64 */
}

static void test_bits_above_are_ignored(void **unused)
{
    static const struct dotmul_params p = {4, 2, 0};

    (void)unused;
    for (uint32_t mode = 0; mode < 8; ++mode) {
        const struct dotmul_op clean = make_op(0x9C, 0xE7, mode);
        const struct dotmul_op dirty = make_op(0xABCDEF9C, 0x123456E7, mode);

        assert_int_equal(dotmul(&p, &clean), dotmul(&p, &dirty));
    }
}

static void test_params(void **unused)
{
    (void)unused;
    for (uint32_t n = 0; n < 20; ++n) {
        for (uint32_t k = 0; k < 12; ++k) {
            for (uint32_t duplex = 0; duplex < 4; ++duplex) {
                const struct dotmul_params p = {n, k, duplex};
                const int legal =
                    n >= 2 && n <= 16 && k >= 2 && k <= 8 && n * k <= 32 && duplex <= 1;

                assert_int_equal(dotmul_check_params(&p) == NULL, legal);
            }
        }
    }
}

/* --- cycles --- */

static const struct dotmul_params default_set = {4, 2, 0};

/* Runs one cycle without reset. If op is NULL, none is offered. */
static struct dotmul_outputs cycle(struct dotmul_state *s, const struct dotmul_op *op,
                                   int res_ready)
{
    struct dotmul_inputs in;
    struct dotmul_outputs out;

    memset(&in, 0, sizeof in);
    memset(&out, 0xA5, sizeof out); /* reveals a field that the step does not set */
    in.op_valid = op != NULL;
    if (op)
        in.op = *op;
    in.res_ready = (uint8_t)res_ready;
    dotmul_step(s, &in, &out);
    assert_true(out.op_ready <= 1 && out.res_valid <= 1);
    assert_int_equal(out.res.p >> 16, 0);
    return out;
}

static void test_latency_and_rate(void **unused)
{
    struct dotmul_state s;

    (void)unused;
    dotmul_init(&s, &default_set);
    for (uint32_t i = 0; i <= 20; ++i) {
        const struct dotmul_op op = make_op(i, 3, 0);
        const struct dotmul_outputs out = cycle(&s, i < 20 ? &op : NULL, 1);

        assert_int_equal(out.op_ready, 1);
        assert_int_equal(out.res_valid, i > 0);
        if (i > 0)
            assert_int_equal(out.res.p, (i - 1) * 3);
    }
    assert_int_equal(cycle(&s, NULL, 1).res_valid, 0);
}

static void test_hold_and_ready(void **unused)
{
    const struct dotmul_op first = make_op(7, 9, 0), second = make_op(5, 5, 0);
    struct dotmul_state s;
    struct dotmul_outputs out;

    (void)unused;
    dotmul_init(&s, &default_set);
    out = cycle(&s, &first, 0);
    assert_int_equal(out.op_ready, 1); /* empty: ready whatever res_ready is */
    assert_int_equal(out.res_valid, 0);
    for (int i = 0; i < 5; ++i) {
        out = cycle(&s, &second, 0);
        assert_int_equal(out.op_ready, 0);
        assert_int_equal(out.res_valid, 1);
        assert_int_equal(out.res.p, 63);
    }
    out = cycle(&s, &second, 1); /* leaves and is replaced in one cycle */
    assert_int_equal(out.op_ready, 1);
    assert_int_equal(out.res.p, 63);
    out = cycle(&s, NULL, 1);
    assert_int_equal(out.res_valid, 1);
    assert_int_equal(out.res.p, 25);
    assert_int_equal(cycle(&s, NULL, 0).res_valid, 0);
}

static void test_reset(void **unused)
{
    const struct dotmul_op op = make_op(7, 9, 0);
    struct dotmul_state s, fresh;
    struct dotmul_inputs in;
    struct dotmul_outputs out;

    (void)unused;
    dotmul_init(&fresh, &default_set);
    dotmul_init(&s, &default_set);
    cycle(&s, &op, 0);
    memset(&in, 0, sizeof in);
    memset(&out, 0xA5, sizeof out);
    in.rst = 1;
    in.op_valid = 1; /* lost */
    in.op = op;
    in.res_ready = 1;
    dotmul_step(&s, &in, &out);
    assert_int_equal(out.op_ready, 1); /* the outputs are the same as without reset */
    assert_int_equal(out.res_valid, 1);
    assert_int_equal(out.res.p, 63);
    assert_memory_equal(&s, &fresh, sizeof s);
    assert_int_equal(cycle(&s, NULL, 1).res_valid, 0);

    cycle(&s, &op, 0);
    dotmul_reset(&s);
    assert_memory_equal(&s, &fresh, sizeof s);
}

/* With random valid and ready, each result arrives exactly once, in order. */
static void test_random_stalls(void **unused)
{
    static const struct dotmul_params sets[] = {{2, 2, 0}, {4, 2, 0}, {2, 4, 0},
                                                {4, 3, 0}, {8, 2, 0}, {4, 2, 1}};
    struct assay_rng rng;

    (void)unused;
    random_begin(&rng, seed + 2, "test");
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; ++i) {
        const uint32_t ones = (UINT32_C(1) << sets[i].n * sets[i].k) - 1;
        struct dotmul_state s;
        struct dotmul_inputs in;
        struct dotmul_outputs out;
        uint64_t expected = 0;
        int waiting = 0, results = 0;

        memset(&in, 0, sizeof in);
        dotmul_init(&s, &sets[i]);
        for (int t = 0; t < 20000; ++t) {
            if (!in.op_valid && assay_rng_u64(&rng) >> 63) {
                const uint32_t mode = (uint32_t)(assay_rng_u64(&rng) >> 61);
                const uint32_t b = assay_rng_u32(&rng) & ones, a = assay_rng_u32(&rng) & ones;

                in.op_valid = 1;
                in.op = make_op(a, b, mode);
            }
            in.res_ready = (uint8_t)(assay_rng_u64(&rng) >> 63);
            dotmul_step(&s, &in, &out);
            assert_int_equal(out.res_valid, waiting);
            assert_int_equal(out.op_ready, !waiting || in.res_ready);
            if (waiting)
                assert_true(out.res.p == expected);
            if (waiting && in.res_ready) {
                waiting = 0;
                ++results;
            }
            if (in.op_valid && out.op_ready) {
                expected = oracle(&sets[i], &in.op);
                waiting = 1;
                in.op_valid = 0;
            }
        }
        assert_true(results > 2000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_exhaustive),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_every_set),
        cmocka_unit_test(test_bits_above_are_ignored),
        cmocka_unit_test(test_params),
        cmocka_unit_test(test_latency_and_rate),
        cmocka_unit_test(test_hold_and_ready),
        cmocka_unit_test(test_reset),
        cmocka_unit_test(test_random_stalls),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
