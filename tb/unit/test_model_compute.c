/*
 * test_model_compute.c - whole operations in one call against the host's arithmetic, and every
 * error that a caller can make.
 */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unit/host_words.h"
#include "unit/random.h"

#include <assay/model.h>

#include "base/rng.h"

enum { SEED = 20261122, ROUNDS = 3000, K = 64 };

static struct assay_rng rng;

static uint32_t random32(void)
{
    return assay_rng_u32(&rng);
}

static const unsigned bits_of[] = {2, 2, 4, 4, 8, 8, 16, 16, 32};

/* Returns an integer element as a number. */
static int64_t value_of(unsigned type, uint32_t e)
{
    const unsigned bits = bits_of[type];

    return type & 1 ? (int64_t)(e ^ 1u << (bits - 1)) - (INT64_C(1) << (bits - 1)) : (int64_t)e;
}

static uint32_t wrap_or_clamp(int64_t sum, unsigned acc, int saturate)
{
    const int64_t low = acc ? 0 : INT32_MIN, high = acc ? UINT32_MAX : INT32_MAX;

    if (saturate)
        sum = sum < low ? low : sum > high ? high : sum;
    return (uint32_t)sum;
}

static int64_t start_of(uint32_t c, unsigned acc)
{
    return acc ? (int64_t)c : (int64_t)(int32_t)c;
}

/* Draws a float that leads to sums of all kinds: moderate numbers, or any pattern. */
static uint32_t random_float(void)
{
    return random32() % 8 ? (random32() & 0x83FFFFFF) + 0x3C000000 : random32();
}

static void test_types(void **unused)
{
    static const struct {
        const char *name;
        unsigned bits, size;
        int is_signed, is_float;
    } type[ASSAY_TYPES] = {
        [ASSAY_TYPE_U2] = {"u2", 2, 1, 0, 0},      [ASSAY_TYPE_S2] = {"s2", 2, 1, 1, 0},
        [ASSAY_TYPE_U4] = {"u4", 4, 1, 0, 0},      [ASSAY_TYPE_S4] = {"s4", 4, 1, 1, 0},
        [ASSAY_TYPE_U8] = {"u8", 8, 1, 0, 0},      [ASSAY_TYPE_S8] = {"s8", 8, 1, 1, 0},
        [ASSAY_TYPE_BF16] = {"bf16", 16, 2, 0, 1}, [ASSAY_TYPE_F16] = {"f16", 16, 2, 0, 1},
        [ASSAY_TYPE_F32] = {"f32", 32, 4, 0, 1},
    };

    (void)unused;
    for (unsigned i = 0; i < ASSAY_TYPES; ++i) {
        const enum assay_type t = (enum assay_type)i;

        assert_string_equal(assay_type_name(t), type[i].name);
        assert_int_equal(assay_type_bits(t), type[i].bits);
        assert_int_equal(assay_type_size(t), type[i].size);
        assert_int_equal(assay_type_is_signed(t), type[i].is_signed);
        assert_int_equal(assay_type_is_float(t), type[i].is_float);
    }
    assert_null(assay_type_name(ASSAY_TYPES));
}

/* --- dot product --- */

static void test_dot_integers(void **unused)
{
    (void)unused;
    for (int round = 0; round < ROUNDS; ++round) {
        const unsigned ta = random32() % 6, tb = random32() % 6, acc = random32() % 2;
        const int saturate = random32() % 2;
        const size_t k = random32() % (K + 1);
        const uint32_t c = random32() % 4 ? random32() : 0x7FFFFFF0 + random32() % 32;
        int64_t sum = start_of(c, acc);
        uint32_t a[K], b[K], d;

        for (size_t i = 0; i < k; ++i) {
            a[i] = random32() >> (32 - bits_of[ta]);
            b[i] = random32() >> (32 - bits_of[tb]);
            sum += value_of(ta, a[i]) * value_of(tb, b[i]);
        }
        assert_int_equal(assay_dot((enum assay_type)ta, (enum assay_type)tb,
                                   (enum assay_acc_type)acc, saturate, k, a, b, c, &d),
                         ASSAY_MODEL_OK);
        assert_int_equal(d, wrap_or_clamp(sum, acc, saturate));
    }
}

static void test_dot_floats(void **unused)
{
    uint32_t d = 0;

    (void)unused;
    for (int round = 0; round < ROUNDS; ++round) {
        const bool wide = random32() % 2;
        const size_t k = random32() % 9;
        uint32_t a[8], b[8], c = random_float();
        float sum = as_float(c);

        for (size_t i = 0; i < k; ++i) {
            a[i] = random_float() >> (wide ? 0 : 16);
            b[i] = random_float() >> (wide ? 0 : 16);
            sum = fmaf(as_float(a[i] << (wide ? 0 : 16)), as_float(b[i] << (wide ? 0 : 16)), sum);
        }
        assert_int_equal(assay_dot(wide ? ASSAY_TYPE_F32 : ASSAY_TYPE_BF16,
                                   wide ? ASSAY_TYPE_F32 : ASSAY_TYPE_BF16, ASSAY_ACC_F32, 0, k, a,
                                   b, c, &d),
                         ASSAY_MODEL_OK);
        assert_int_equal(d, k ? canonical_bits(sum) : c);
    }
    /* f16: 1.5 * 2 + 0.25 */
    assert_int_equal(assay_dot(ASSAY_TYPE_F16, ASSAY_TYPE_F16, ASSAY_ACC_F32, 0, 1,
                               (uint32_t[]){0x3E00}, (uint32_t[]){0x4000}, canonical_bits(0.25F),
                               &d),
                     ASSAY_MODEL_OK);
    assert_int_equal(d, canonical_bits(3.25F));
}

static void test_dot_errors(void **unused)
{
    const enum assay_type s8 = ASSAY_TYPE_S8, bf16 = ASSAY_TYPE_BF16, f32 = ASSAY_TYPE_F32;
    const enum assay_acc_type s32 = ASSAY_ACC_S32, single = ASSAY_ACC_F32;
    const uint32_t one[1] = {1}, wide[1] = {256};
    uint32_t d = 77;

    (void)unused;
    assert_int_equal(assay_dot(s8, s8, s32, 0, 0, NULL, NULL, 5, &d), ASSAY_MODEL_OK);
    assert_int_equal(d, 5);
    assert_int_equal(assay_dot(s8, s8, s32, 0, 1, NULL, one, 0, &d), ASSAY_MODEL_NULL);
    assert_int_equal(assay_dot(s8, s8, s32, 0, 1, one, NULL, 0, &d), ASSAY_MODEL_NULL);
    assert_int_equal(assay_dot(s8, s8, s32, 0, 1, one, one, 0, NULL), ASSAY_MODEL_NULL);
    assert_int_equal(assay_dot((enum assay_type)9, s8, s32, 0, 1, one, one, 0, &d),
                     ASSAY_MODEL_RANGE);
    assert_int_equal(assay_dot(s8, (enum assay_type) - 1, s32, 0, 1, one, one, 0, &d),
                     ASSAY_MODEL_RANGE);
    assert_int_equal(assay_dot(s8, s8, (enum assay_acc_type)3, 0, 1, one, one, 0, &d),
                     ASSAY_MODEL_RANGE);
    assert_int_equal(assay_dot(s8, s8, s32, 2, 1, one, one, 0, &d), ASSAY_MODEL_RANGE);
    assert_int_equal(assay_dot(s8, s8, s32, 0, (size_t)ASSAY_DOT_MAX + 1, one, one, 0, &d),
                     ASSAY_MODEL_RANGE);
    assert_int_equal(assay_dot(s8, s8, s32, 0, 1, wide, one, 0, &d), ASSAY_MODEL_RANGE);
    assert_int_equal(assay_dot(s8, s8, s32, 0, 1, one, wide, 0, &d), ASSAY_MODEL_RANGE);
    assert_int_equal(assay_dot(s8, bf16, s32, 0, 1, one, one, 0, &d), ASSAY_MODEL_UNSUPPORTED);
    assert_int_equal(assay_dot(s8, s8, single, 0, 1, one, one, 0, &d), ASSAY_MODEL_UNSUPPORTED);
    assert_int_equal(assay_dot(f32, f32, s32, 0, 1, one, one, 0, &d), ASSAY_MODEL_UNSUPPORTED);
    assert_int_equal(assay_dot(f32, f32, single, 1, 1, one, one, 0, &d), ASSAY_MODEL_UNSUPPORTED);
    assert_int_equal(d, 5);
}

/* --- dotmul --- */

static void test_dotmul(void **unused)
{
    uint64_t p = 0;

    (void)unused;
    for (int round = 0; round < ROUNDS; ++round) {
        const uint32_t a = random32() >> 16, b = random32() >> 16;
        const int as = random32() % 2, bs = random32() % 2;
        const int64_t wa = as ? (int16_t)a : (int64_t)a, wb = bs ? (int16_t)b : (int64_t)b;
        int64_t sum = 0;

        assert_int_equal(assay_dotmul(8, 2, 0, a, as, b, bs, &p), ASSAY_MODEL_OK);
        assert_int_equal(p, (uint32_t)(wa * wb));
        for (int i = 0; i < 2; ++i) {
            const uint8_t ea = (uint8_t)(a >> 8 * i), eb = (uint8_t)(b >> 8 * i);

            sum += (as ? (int8_t)ea : (int)ea) * (bs ? (int8_t)eb : (int)eb);
        }
        assert_int_equal(assay_dotmul(8, 2, 1, a, as, b, bs, &p), ASSAY_MODEL_OK);
        assert_int_equal(p, (uint32_t)((uint64_t)sum << 8));
    }
    p = 77;
    assert_int_equal(assay_dotmul(8, 2, 0, 1, 0, 1, 0, NULL), ASSAY_MODEL_NULL);
    assert_int_equal(assay_dotmul(1, 2, 0, 1, 0, 1, 0, &p), ASSAY_MODEL_BAD_PARAMS);
    assert_int_equal(assay_dotmul(16, 8, 0, 1, 0, 1, 0, &p), ASSAY_MODEL_BAD_PARAMS);
    assert_int_equal(assay_dotmul(8, 2, 2, 1, 0, 1, 0, &p), ASSAY_MODEL_RANGE);
    assert_int_equal(assay_dotmul(8, 2, 0, 1, 2, 1, 0, &p), ASSAY_MODEL_RANGE);
    assert_int_equal(assay_dotmul(8, 2, 0, 1, 0, 1, -1, &p), ASSAY_MODEL_RANGE);
    assert_int_equal(assay_dotmul(8, 2, 0, 0x10000, 0, 1, 0, &p), ASSAY_MODEL_RANGE);
    assert_int_equal(assay_dotmul(8, 2, 0, 1, 0, 0x10000, 0, &p), ASSAY_MODEL_RANGE);
    assert_int_equal(p, 77);
    assert_int_equal(assay_dotmul(8, 4, 0, UINT32_MAX, 0, UINT32_MAX, 0, &p), ASSAY_MODEL_OK);
    assert_int_equal(p, UINT64_C(0xFFFFFFFE00000001));
}

/* --- dpas: operands packed by the test itself, each element of D compared with the dot product
 * --- */

enum { ROWS = 8, LANES = 16, A_ROW = 8 };

struct operands {
    uint32_t a[ROWS * A_ROW], b[ROWS * LANES], c[ROWS * LANES], d[ROWS * LANES];
};

static void put(uint32_t *words, size_t element, unsigned bits, uint32_t value)
{
    words[element * bits / 32] |= value << element * bits % 32;
}

static void one_dpas(const struct assay_dpas *cmd, struct operands *o)
{
    static uint32_t ea[ROWS][K], eb[LANES][K];
    const unsigned abits = bits_of[cmd->a_type], bbits = bits_of[cmd->b_type];
    struct assay_dpas_shape s;
    unsigned refusal = 9, ops, per_row;

    assert_int_equal(assay_dpas_measure(cmd, &s, &refusal), ASSAY_MODEL_OK);
    assert_int_equal(refusal, 0);
    ops = s.k / cmd->systolic_depth;
    per_row = 32 / (ops * bbits);
    assert_int_equal(ops, abits <= 4 && bbits <= 4 ? 8 : abits <= 8 ? 4 : abits == 16 ? 2 : 1);
    assert_int_equal(s.b_rows, (cmd->systolic_depth + per_row - 1) / per_row);
    assert_int_equal(s.a_words, cmd->repeat_count * A_ROW);
    assert_int_equal(s.c_words, cmd->c_null ? 0 : cmd->repeat_count * cmd->lanes);
    memset(o, 0, sizeof *o);
    for (unsigned m = 0; m < cmd->repeat_count; ++m)
        for (unsigned k = 0; k < s.k; ++k) {
            ea[m][k] = abits == 32 ? random_float() : random_float() >> (32 - abits);
            put(o->a + (size_t)m * A_ROW, k, abits, ea[m][k]);
        }
    for (unsigned n = 0; n < cmd->lanes; ++n)
        for (unsigned k = 0; k < s.k; ++k) {
            const unsigned slice = k / ops, row = slice / per_row;

            eb[n][k] = bbits == 32 ? random_float() : random_float() >> (32 - bbits);
            put(&o->b[row * cmd->lanes + n], slice % per_row * ops + k % ops, bbits, eb[n][k]);
        }
    for (size_t i = 0; i < (size_t)ROWS * LANES; ++i)
        o->c[i] = random_float();
    assert_int_equal(assay_dpas_compute(cmd, o->a, s.a_words, o->b, s.b_words,
                                        cmd->c_null ? NULL : o->c, s.c_words, o->d, s.d_words,
                                        NULL),
                     ASSAY_MODEL_OK);
    for (unsigned m = 0; m < cmd->repeat_count; ++m)
        for (unsigned n = 0; n < cmd->lanes; ++n) {
            const uint32_t c = cmd->c_null ? 0 : o->c[m * cmd->lanes + (cmd->c_scalar ? 0 : n)];
            uint32_t d;

            assert_int_equal(assay_dot(cmd->a_type, cmd->b_type, cmd->acc_type, cmd->saturate,
                                       n < cmd->exec_size ? s.k : 0, ea[m], eb[n], c, &d),
                             ASSAY_MODEL_OK);
            assert_int_equal(o->d[m * cmd->lanes + n], d);
        }
}

static void test_dpas(void **unused)
{
    struct operands o;

    (void)unused;
    for (int round = 0; round < ROUNDS; ++round) {
        const bool floats = random32() % 3 == 0;
        struct assay_dpas cmd = {0};

        cmd.lanes = 4u << random32() % 3;
        cmd.b_type = (enum assay_type)(random32() % 6);
        cmd.a_type = (enum assay_type)(random32() % 6);
        cmd.acc_type = (enum assay_acc_type)(random32() % 2);
        cmd.systolic_depth = 1u << random32() % 4;
        cmd.repeat_count = 1 + random32() % 8;
        cmd.saturate = random32() % 2;
        cmd.c_null = random32() % 4 == 0;
        cmd.c_scalar = random32() % 4 == 0;
        cmd.exec_size = 1 + random32() % cmd.lanes;
        if (floats) {
            cmd.a_type = cmd.b_type = (enum assay_type)(ASSAY_TYPE_BF16 + random32() % 3);
            cmd.acc_type = ASSAY_ACC_F32;
            cmd.saturate = 0;
        }
        one_dpas(&cmd, &o);
    }
}

static void test_dpas_errors(void **unused)
{
    static const struct assay_dpas good = {.lanes = 4,
                                           .b_type = ASSAY_TYPE_S8,
                                           .a_type = ASSAY_TYPE_U8,
                                           .systolic_depth = 1,
                                           .repeat_count = 1,
                                           .exec_size = 4};
    struct assay_dpas_shape s;
    struct assay_dpas cmd;
    uint32_t w[64] = {0};
    unsigned refusal = 9;

    (void)unused;
    assert_int_equal(assay_dpas_measure(NULL, &s, &refusal), ASSAY_MODEL_NULL);
    assert_int_equal(assay_dpas_measure(&good, NULL, &refusal), ASSAY_MODEL_NULL);
    assert_int_equal(assay_dpas_compute(NULL, w, 8, w, 4, w, 4, w, 4, NULL), ASSAY_MODEL_NULL);
    assert_int_equal(assay_dpas_compute(&good, NULL, 8, w, 4, w, 4, w, 4, NULL), ASSAY_MODEL_NULL);
    assert_int_equal(assay_dpas_compute(&good, w, 8, NULL, 4, w, 4, w, 4, NULL), ASSAY_MODEL_NULL);
    assert_int_equal(assay_dpas_compute(&good, w, 8, w, 4, NULL, 4, w, 4, NULL), ASSAY_MODEL_NULL);
    assert_int_equal(assay_dpas_compute(&good, w, 8, w, 4, w, 4, NULL, 4, NULL), ASSAY_MODEL_NULL);
    assert_int_equal(assay_dpas_compute(&good, w, 7, w, 4, w, 4, w, 4, NULL), ASSAY_MODEL_SIZE);
    assert_int_equal(assay_dpas_compute(&good, w, 8, w, 8, w, 4, w, 4, NULL), ASSAY_MODEL_SIZE);
    assert_int_equal(assay_dpas_compute(&good, w, 8, w, 4, w, 0, w, 4, NULL), ASSAY_MODEL_SIZE);
    assert_int_equal(assay_dpas_compute(&good, w, 8, w, 4, w, 4, w, 16, NULL), ASSAY_MODEL_SIZE);
    assert_int_equal(assay_dpas_compute(&good, w, 8, w, 4, w, 4, w, 4, NULL), ASSAY_MODEL_OK);

#define WITH(change, status, why)                                     \
    cmd = good, cmd.change, refusal = 9;                              \
    assert_int_equal(assay_dpas_measure(&cmd, &s, &refusal), status); \
    assert_int_equal(refusal, why);                                   \
    assert_int_equal(assay_dpas_compute(&cmd, w, 8, w, 4, w, 4, w, 4, NULL), status)
    WITH(lanes = 5, ASSAY_MODEL_RANGE, 9);
    WITH(lanes = 0, ASSAY_MODEL_RANGE, 9);
    WITH(lanes = 32, ASSAY_MODEL_RANGE, 9);
    WITH(a_type = (enum assay_type)16, ASSAY_MODEL_RANGE, 9);
    WITH(acc_type = (enum assay_acc_type)4, ASSAY_MODEL_RANGE, 9);
    WITH(saturate = 2, ASSAY_MODEL_RANGE, 9);
    WITH(c_null = -1, ASSAY_MODEL_RANGE, 9);
    WITH(c_scalar = 2, ASSAY_MODEL_RANGE, 9);
    WITH(repeat_count = 16, ASSAY_MODEL_RANGE, 9);
    WITH(a_type = ASSAY_TYPE_F32, ASSAY_MODEL_UNSUPPORTED, 1);
    WITH(acc_type = ASSAY_ACC_F32, ASSAY_MODEL_UNSUPPORTED, 1);
    WITH(systolic_depth = 3, ASSAY_MODEL_UNSUPPORTED, 2);
    WITH(repeat_count = 0, ASSAY_MODEL_UNSUPPORTED, 3);
    WITH(repeat_count = 9, ASSAY_MODEL_UNSUPPORTED, 3);
    WITH(exec_size = 5, ASSAY_MODEL_UNSUPPORTED, 4);
#undef WITH
}

/* --- reduction --- */

static uint64_t reduce(enum assay_reduce_op op, enum assay_reduce_type type, size_t n,
                       const uint64_t *v)
{
    struct assay_reduction r;

    assert_int_equal(assay_reduce(op, type, n, v, NULL, &r), ASSAY_MODEL_OK);
    assert_int_equal(r.predicate_sum, 32 * n);
    assert_true(r.cycles > n);
    return r.result;
}

static void test_reduce(void **unused)
{
    (void)unused;
    for (int round = 0; round < 200; ++round) {
        const size_t n = 1 + random32() % ASSAY_REDUCE_MAX_THREADS;
        uint64_t v[ASSAY_REDUCE_MAX_THREADS], add = 0, any = 0, exclusive = 0;
        int64_t least = INT64_MAX;
        uint64_t most = 0;

        for (size_t i = 0; i < n; ++i) {
            v[i] = assay_rng_u64(&rng);
            add += v[i];
            any |= v[i];
            exclusive ^= v[i];
            least = (int64_t)v[i] < least ? (int64_t)v[i] : least;
            most = v[i] > most ? v[i] : most;
        }
        assert_int_equal(reduce(ASSAY_REDUCE_ADD, ASSAY_REDUCE_U64, n, v), add);
        assert_int_equal(reduce(ASSAY_REDUCE_OR, ASSAY_REDUCE_U64, n, v), any);
        assert_int_equal(reduce(ASSAY_REDUCE_XOR, ASSAY_REDUCE_S64, n, v), exclusive);
        assert_int_equal(reduce(ASSAY_REDUCE_MIN, ASSAY_REDUCE_S64, n, v), least);
        assert_int_equal(reduce(ASSAY_REDUCE_MAX, ASSAY_REDUCE_U64, n, v), most);
    }
}

static void test_reduce_errors(void **unused)
{
    const uint64_t v[3] = {3, 5, 7};
    const uint32_t mask[3] = {1, 3, 7};
    struct assay_reduction r = {.cycles = 77};
    const enum assay_reduce_op add = ASSAY_REDUCE_ADD;
    const enum assay_reduce_type u32 = ASSAY_REDUCE_U32;

    (void)unused;
    assert_int_equal(assay_reduce(add, u32, 3, NULL, NULL, &r), ASSAY_MODEL_NULL);
    assert_int_equal(assay_reduce(add, u32, 3, v, NULL, NULL), ASSAY_MODEL_NULL);
    assert_int_equal(assay_reduce(add, u32, 0, v, NULL, &r), ASSAY_MODEL_RANGE);
    assert_int_equal(assay_reduce(add, u32, 257, v, NULL, &r), ASSAY_MODEL_RANGE);
    assert_int_equal(assay_reduce((enum assay_reduce_op)0, u32, 3, v, NULL, &r), ASSAY_MODEL_RANGE);
    assert_int_equal(assay_reduce((enum assay_reduce_op)13, u32, 3, v, NULL, &r),
                     ASSAY_MODEL_RANGE);
    assert_int_equal(assay_reduce(add, (enum assay_reduce_type)10, 3, v, NULL, &r),
                     ASSAY_MODEL_RANGE);
    assert_int_equal(assay_reduce(ASSAY_REDUCE_AND, ASSAY_REDUCE_F32, 3, v, NULL, &r),
                     ASSAY_MODEL_UNSUPPORTED);
    assert_int_equal(r.cycles, 77);
    assert_int_equal(assay_reduce(ASSAY_REDUCE_MEAN, u32, 3, v, mask, &r), ASSAY_MODEL_OK);
    assert_int_equal(r.result, 5);
    assert_int_equal(r.predicate_sum, 6);
}

/* --- floating point --- */

static void test_fp(void **unused)
{
    uint32_t v = 0;

    (void)unused;
    for (int round = 0; round < ROUNDS; ++round) {
        const uint32_t a = random_float(), b = random_float(), c = random_float();

        assert_int_equal(assay_fp_compute(ASSAY_FP_FMA, a, b, c, &v), ASSAY_MODEL_OK);
        assert_int_equal(v, canonical_bits(fmaf(as_float(a), as_float(b), as_float(c))));
        assert_int_equal(v, assay_f32_fma(a, b, c));
        assert_int_equal(assay_fp_compute(ASSAY_FP_DIV, a, b, c, &v), ASSAY_MODEL_OK);
        assert_int_equal(v, canonical_bits(as_float(a) / as_float(b)));
    }
    v = 77;
    assert_int_equal(assay_fp_compute(ASSAY_FP_ADD, 0, 0, 0, NULL), ASSAY_MODEL_NULL);
    assert_int_equal(assay_fp_compute((enum assay_fp_op)14, 0, 0, 0, &v), ASSAY_MODEL_RANGE);
    assert_int_equal(assay_fp_compute((enum assay_fp_op) - 1, 0, 0, 0, &v), ASSAY_MODEL_RANGE);
    assert_int_equal(v, 77);
    assert_int_equal(assay_fp_compute(ASSAY_FP_S32_TO_F32, 0xFFFFFFFF, 0, 0, &v), ASSAY_MODEL_OK);
    assert_int_equal(v, canonical_bits(-1.0F));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types),         cmocka_unit_test(test_dot_integers),
        cmocka_unit_test(test_dot_floats),    cmocka_unit_test(test_dot_errors),
        cmocka_unit_test(test_dotmul),        cmocka_unit_test(test_dpas),
        cmocka_unit_test(test_dpas_errors),   cmocka_unit_test(test_reduce),
        cmocka_unit_test(test_reduce_errors), cmocka_unit_test(test_fp),
    };

    assay_rng_init(&rng, random_seed(SEED), "test_model_compute");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
