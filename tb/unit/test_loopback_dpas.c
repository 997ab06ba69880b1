/*
 * test_loopback_dpas.c - loopback and dpas, two golden models with different arithmetic units, give
 * the same bits for the same dot products, at every depth of dpas.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "dpas/dpas.h"
#include "loopback/loopback.h"
#include "unit/random.h"

#define SEED UINT64_C(0x9E3779B97F4A7C15)

enum { SIZE = 8, WORDS = 8 }; /* rows and columns; words of a row of A */

/* Operands as words, which both blocks pack in the same way. */
struct job {
    uint32_t a_type, b_type, ops, sd;
    bool null;
    uint32_t a[SIZE][WORDS], b[SIZE][WORDS], c[SIZE][SIZE];
};

static void by_loopback(const struct job *j, uint32_t d[SIZE][SIZE])
{
    const struct loopback_params p = {SIZE, SIZE, 64};
    static struct loopback_state s;
    static struct loopback_inputs in;
    static struct loopback_outputs out;
    uint32_t a = 0, b = 0, c = 0, n = 0;

    loopback_init(&s, &p);
    memset(&in, 0, sizeof in);
    in.cmd.a_type = (uint8_t)j->a_type;
    in.cmd.b_type = (uint8_t)j->b_type;
    in.cmd.k_len = (uint8_t)(j->sd * j->ops);
    in.cmd.src0_null = j->null;
    in.cmd_valid = in.a_valid = in.b_valid = in.src0_valid = in.dst_ready = in.rsp_ready = 1;
    for (uint32_t cycle = 0; cycle < 200 && n < SIZE; ++cycle) {
        memcpy(in.a.data, j->a[a % SIZE], sizeof j->a[0]);
        memcpy(in.b.data, j->b[b % SIZE], sizeof j->b[0]);
        memcpy(in.src0.data, j->c[c % SIZE], sizeof j->c[0]);
        loopback_step(&s, &in, &out);
        in.cmd_valid = in.cmd_valid && !out.cmd_ready;
        a += out.a_ready;
        b += out.b_ready;
        c += out.src0_ready;
        if (out.dst_valid)
            memcpy(d[n++], out.dst.data, sizeof d[0]);
    }
    assert_int_equal(n, SIZE);
}

static void by_dpas(const struct job *j, uint32_t depth, uint32_t d[SIZE][SIZE])
{
    const struct dpas_params p = {SIZE, depth, 0, DPAS_SHALLOW};
    static struct dpas_state s;
    static struct dpas_inputs in;
    static struct dpas_outputs out;
    uint32_t src0 = 0, src1 = 0, src2 = 0, n = 0;

    dpas_init(&s, &p);
    memset(&in, 0, sizeof in);
    in.cmd.src1_type = (uint8_t)j->b_type;
    in.cmd.src2_type = (uint8_t)j->a_type;
    in.cmd.acc_type = j->a_type >= DPAS_BF16 ? DPAS_ACC_F32 : DPAS_ACC_S32;
    in.cmd.sd = (uint8_t)j->sd;
    in.cmd.rc = in.cmd.exec_size = SIZE;
    in.cmd.src0_null = j->null;
    in.cmd_valid = in.src0_valid = in.src1_valid = in.src2_valid = 1;
    in.dst_ready = in.rsp_ready = 1;
    for (uint32_t cycle = 0; cycle < 500 && n < SIZE; ++cycle) {
        for (uint32_t lane = 0; lane < SIZE; ++lane) {
            in.src0.data[lane] = j->c[src0 % SIZE][lane];
            in.src1.data[lane] = j->b[lane][src1 % WORDS];
        }
        memcpy(in.src2.data, j->a[src2 % SIZE], sizeof j->a[0]);
        dpas_step(&s, &in, &out);
        in.cmd_valid = in.cmd_valid && !out.cmd_ready;
        src0 += out.src0_ready;
        src1 += out.src1_ready;
        src2 += out.src2_ready;
        if (out.dst_valid)
            memcpy(d[n++], out.dst.data, sizeof d[0]);
    }
    assert_int_equal(n, SIZE);
}

/* Draws corner values, numbers near one, and any pattern. */
static uint32_t draw_element(uint32_t type)
{
    static const uint32_t f32[] = {0,          0x7F800000, 0x7FC00000, 0x7F800001, 0x00000001,
                                   0x007FFFFF, 0x00800000, 0x7F7FFFFF, 0x3F800000, 0x3F800001};
    static const uint32_t f16[] = {0,      0x7C00, 0x7E00, 0x7C01, 0x0001,
                                   0x03FF, 0x0400, 0x7BFF, 0x3C00, 0x3C01};
    static const uint32_t bf16[] = {0,      0x7F80, 0x7FC0, 0x7F81, 0x0001,
                                    0x007F, 0x0080, 0x7F7F, 0x3F80, 0x3F81};
    const uint32_t any = draw_word(), at = draw(10), kind = draw(16);
    const uint32_t sign = any >> 31;

    switch (type) {
    case SPARSE_F32:
        return kind == 0 ? f32[at] | sign << 31 : kind == 1 ? any : (any & 0x83FFFFFF) | 0x3C000000;
    case SPARSE_F16:
        return kind == 0   ? f16[at] | sign << 15
               : kind == 1 ? any & 0xFFFF
                           : (any & 0x8FFF) | 0x3000;
    case SPARSE_BF16:
        return kind == 0   ? bf16[at] | sign << 15
               : kind == 1 ? any & 0xFFFF
                           : (any & 0x83FF) | 0x3C00;
    default:
        return any & 0xFF;
    }
}

static void draw_side(uint32_t type, uint32_t side[SIZE][WORDS])
{
    const uint32_t bits = sparse_bits(type);

    for (uint32_t n = 0; n < SIZE; ++n) {
        for (uint32_t w = 0; w < WORDS; ++w) {
            side[n][w] = 0;
            for (uint32_t at = 0; at < 32; at += bits)
                side[n][w] |= draw_element(type) << at;
        }
    }
}

static void test_same_bits(void **state)
{
    static const uint8_t pairs[][2] = {
        {SPARSE_U8, SPARSE_U8},   {SPARSE_U8, SPARSE_S8},     {SPARSE_S8, SPARSE_U8},
        {SPARSE_S8, SPARSE_S8},   {SPARSE_BF16, SPARSE_BF16}, {SPARSE_F16, SPARSE_F16},
        {SPARSE_F32, SPARSE_F32},
    };
    uint32_t nans = 0, numbers = 0;

    (void)state;
    rng_begin(SEED);
    for (uint32_t n = 0; n < 2800; ++n) {
        static struct job j;
        static uint32_t one[SIZE][SIZE], other[SIZE][SIZE];
        const bool floats = pairs[n % 7][0] >= SPARSE_BF16;

        j.a_type = pairs[n % 7][0];
        j.b_type = pairs[n % 7][1];
        j.ops = 32 / sparse_bits(j.a_type);
        j.sd = 1u << draw(4);
        j.null = draw(4) == 0;
        draw_side(j.a_type, j.a);
        draw_side(j.b_type, j.b);
        draw_side(SPARSE_F32, j.c);
        by_loopback(&j, one);
        for (uint32_t depth = 2; depth <= 8; depth *= 2) {
            by_dpas(&j, depth, other);
            assert_memory_equal(one, other, sizeof one);
        }
        for (uint32_t i = 0; floats && i < SIZE * SIZE; ++i) {
            nans += one[i / SIZE][i % SIZE] == 0x7FC00000;
            numbers += (one[i / SIZE][i % SIZE] & 0x7F800000) != 0x7F800000;
        }
    }
    assert_true(nans > 1000 && numbers > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_bits)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
