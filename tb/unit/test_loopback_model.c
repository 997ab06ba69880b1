/*
 * test_loopback_model.c - the golden model of loopback against the definition in the host's fmaf:
 * dense, sparse and strict results, compute cycles, and the cases in which the loose rule differs.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "loopback/loopback.h"
#include "unit/host_words.h"
#include "unit/random.h"

#define SEED UINT64_C(0x9E3779B97F4A7C15)
#define NAN32 UINT32_C(0x7FC00000)
#define INF32 UINT32_C(0x7F800000)
#define MINUS0 UINT32_C(0x80000000)
#define ONE32 UINT32_C(0x3F800000)

static uint32_t canonical(uint32_t x)
{
    return isnan(as_float(x)) ? NAN32 : x;
}

static bool is_zero(uint32_t x)
{
    return as_float(x) == 0;
}

static uint32_t draw_float(void)
{
    static const uint32_t corners[] = {INF32, NAN32, 0x7F800001, 1, 0x007FFFFF, 0x7F7FFFFF, ONE32};
    const uint32_t sign = draw(2) << 31;

    switch (draw(8)) {
    case 0:
    case 1:
    case 2:
        return sign;
    case 3:
        return sign | (draw(8) ? ONE32 : corners[draw(7)]);
    case 4:
        return sign | draw(0x20000000); /* so small that products underflow */
    default:
        return sign | (0x3F000000 + draw(0x1000000));
    }
}

/* --- one tile through the block, without stalls --- */

struct job {
    struct loopback_params p;
    struct loopback_cmd cmd;
    struct loopback_a a[8];
    struct loopback_b b[8];
    struct loopback_src0 c[8];
    uint32_t d[8][8];
    uint32_t cycles; /* busy computing, as the pins show */
};

static void run(struct job *j)
{
    static struct loopback_state s;
    static struct loopback_inputs in;
    static struct loopback_outputs out;
    uint32_t a = 0, b = 0, c = 0, d = 0, loaded = 0, responses = 0;
    bool sent = false;

    memset(&in, 0, sizeof in);
    loopback_init(&s, &j->p);
    in.cmd = j->cmd;
    in.dst_ready = in.rsp_ready = 1;
    for (uint32_t cycle = 0; cycle < 200 && d < j->p.rows; ++cycle) {
        in.cmd_valid = !sent;
        in.a_valid = in.b_valid = in.src0_valid = 1;
        in.a = j->a[a & 7];
        in.b = j->b[b & 7];
        in.src0 = j->c[c & 7];
        loopback_step(&s, &in, &out);
        sent = sent || out.cmd_ready;
        if (out.a_ready | out.b_ready | out.src0_ready)
            loaded = cycle;
        a += out.a_ready;
        b += out.b_ready;
        c += out.src0_ready;
        if (out.rsp_valid) {
            ++responses;
            assert_int_equal(out.rsp.status, LOOPBACK_OK);
            assert_int_equal(out.rsp.tag, j->cmd.tag);
        }
        if (out.dst_valid) {
            if (d == 0)
                j->cycles = cycle - loaded - 1;
            memcpy(j->d[d++], out.dst.data, sizeof j->d[0]);
            assert_int_equal(out.dst.last, d == j->p.rows);
        }
    }
    assert_int_equal(responses, 1);
    assert_int_equal(d, j->p.rows);
    assert_int_equal(a, j->p.rows);
    assert_int_equal(b, j->p.cols);
    assert_int_equal(c, j->cmd.src0_null ? 0 : j->p.rows);
}

static bool marked(const struct loopback_cmd *c, uint64_t map, uint32_t x, uint32_t k)
{
    return c->generate_map ? !is_zero(x) : (map >> k & 1) != c->polarity;
}

static uint32_t seen(bool mark, uint32_t x)
{
    return mark || is_zero(x) ? x : 0;
}

static void draw_job(struct job *j)
{
    static const uint32_t sizes[] = {2, 4, 8};

    memset(j, 0, sizeof *j);
    j->p = (struct loopback_params){.kmax = 64};
    j->p.rows = sizes[draw(3)];
    j->p.cols = sizes[draw(3)];
    j->cmd.a_type = j->cmd.b_type = SPARSE_F32;
    j->cmd.k_len = (uint8_t)(1 + draw(draw(2) ? 6 : 64));
    j->cmd.a_map_len = j->cmd.b_map_len = j->cmd.k_len;
    j->cmd.polarity = (uint8_t)draw(2);
    j->cmd.generate_map = draw(4) == 0;
    j->cmd.src0_null = draw(4) == 0;
    for (uint32_t i = 0; i < 8; ++i) {
        for (uint32_t k = 0; k < 64; ++k) {
            j->a[i].data[k] = draw_float();
            j->b[i].data[k] = draw_float();
        }
        for (uint32_t n = 0; n < 8; ++n)
            j->c[i].data[n] = draw_float();
        j->a[i].map = draw_long();
        j->b[i].map = draw_long();
    }
    j->cmd.tag = (uint8_t)draw(256);
}

/* Dense is the chain; strict is the chain over what the maps show; loose is the chain without
 * zeros. The cycles are those of the formula, the same for strict and loose. */
static void test_f32(void **state)
{
    uint32_t differ = 0;

    (void)state;
    rng_begin(SEED);
    for (int n = 0; n < 3000; ++n) {
        static struct job dense, strict, loose;
        uint32_t most = 1;

        draw_job(&dense);
        strict = loose = dense;
        strict.cmd.sparse = loose.cmd.sparse = strict.cmd.strict = 1;
        run(&dense);
        run(&strict);
        run(&loose);
        for (uint32_t i = 0; i < dense.p.rows; ++i) {
            for (uint32_t j = 0; j < dense.p.cols; ++j) {
                const uint32_t start = dense.cmd.src0_null ? 0 : canonical(dense.c[i].data[j]);
                uint32_t all = start, by_map = start, skipped = start, pairs = 0;

                for (uint32_t k = 0; k < dense.cmd.k_len; ++k) {
                    const uint32_t a = dense.a[i].data[k], b = dense.b[j].data[k];
                    const bool ma = marked(&dense.cmd, dense.a[i].map, a, k);
                    const bool mb = marked(&dense.cmd, dense.b[j].map, b, k);

                    all = host_fma(a, b, all);
                    by_map = host_fma(seen(ma, a), seen(mb, b), by_map);
                    if (ma && mb && !is_zero(a) && !is_zero(b))
                        skipped = host_fma(a, b, skipped);
                    pairs += ma && mb;
                }
                assert_int_equal(dense.d[i][j], all);
                assert_int_equal(strict.d[i][j], by_map);
                assert_int_equal(loose.d[i][j], skipped);
                differ += skipped != by_map;
                most = pairs > most ? pairs : most;
            }
        }
        assert_int_equal(dense.cycles, dense.cmd.k_len);
        assert_int_equal(strict.cycles, most);
        assert_int_equal(loose.cycles, most);
    }
    assert_true(differ > 1000);
}

/* The named cases in which the loose rule differs from the dense chain and strict does not. */
static void test_loose_differs(void **state)
{
    static const struct {
        const char *name;
        uint32_t a, b, c, loose, strict;
    } cases[] = {
        {"zero times infinity", 0, INF32, ONE32, ONE32, NAN32},
        {"infinity times minus zero", INF32, MINUS0, ONE32, ONE32, NAN32},
        {"zero times NaN", 0, NAN32, ONE32, ONE32, NAN32},
        {"a product of +0 onto -0", 0, ONE32, MINUS0, MINUS0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        for (uint32_t generate = 0; generate < 2; ++generate) {
            static struct job j;

            print_message("%s\n", cases[i].name);
            memset(&j, 0, sizeof j);
            j.p = (struct loopback_params){2, 2, 8};
            j.cmd = (struct loopback_cmd){.a_type = SPARSE_F32,
                                          .b_type = SPARSE_F32,
                                          .k_len = 1,
                                          .a_map_len = 1,
                                          .b_map_len = 1,
                                          .sparse = 1,
                                          .generate_map = (uint8_t)generate};
            j.a[0] = (struct loopback_a){{cases[i].a}, 1}; /* marked as non-zero, even if zero */
            j.b[0] = (struct loopback_b){{cases[i].b}, 1};
            j.c[0].data[0] = cases[i].c;
            run(&j);
            assert_int_equal(j.d[0][0], cases[i].loose);
            j.cmd.strict = 1;
            run(&j);
            assert_int_equal(j.d[0][0], cases[i].strict);
        }
    }
}

/* 8-bit elements, each operand with its own signedness: dense, or only the pairs that both maps
 * mark. */
static void test_integers(void **state)
{
    (void)state;
    rng_begin(SEED + 1);
    for (int n = 0; n < 2000; ++n) {
        static struct job j;
        uint32_t most;

        draw_job(&j);
        j.cmd.a_type = (uint8_t)(SPARSE_U8 + draw(2));
        j.cmd.b_type = (uint8_t)(SPARSE_U8 + draw(2));
        j.cmd.sparse = (uint8_t)draw(2);
        j.cmd.strict = (uint8_t)draw(2);
        most = j.cmd.sparse ? 1 : j.cmd.k_len;
        for (uint32_t i = 0; i < 8; ++i) { /* some zero bytes, for maps made from the values */
            for (uint32_t k = 0; k < 16; ++k)
                j.a[i].data[k] &= draw(2) ? 0xFF00FFFF : 0xFFFFFF00;
        }
        run(&j);
        for (uint32_t r = 0; r < j.p.rows; ++r) {
            for (uint32_t c = 0; c < j.p.cols; ++c) {
                int64_t sum = j.cmd.src0_null ? 0 : j.c[r].data[c];
                uint32_t pairs = 0;

                for (uint32_t k = 0; k < j.cmd.k_len; ++k) {
                    const uint8_t a = (uint8_t)(j.a[r].data[k / 4] >> k % 4 * 8);
                    const uint8_t b = (uint8_t)(j.b[c].data[k / 4] >> k % 4 * 8);

                    if (j.cmd.sparse &&
                        !(marked(&j.cmd, j.a[r].map, a, k) && marked(&j.cmd, j.b[c].map, b, k)))
                        continue;
                    ++pairs;
                    sum += (int64_t)(j.cmd.a_type == SPARSE_S8 ? (int8_t)a : a) *
                           (j.cmd.b_type == SPARSE_S8 ? (int8_t)b : b);
                }
                assert_int_equal(j.d[r][c], (uint32_t)sum);
                most = pairs > most ? pairs : most;
            }
        }
        assert_int_equal(j.cycles, most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_f32),
        cmocka_unit_test(test_loose_differs),
        cmocka_unit_test(test_integers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
