/*
 * test_fdot_model.c - the golden model of the block fdot: the positions of elements, the operations
 * it has, its cycles, and products of several groups. test_fdot_float.c and test_fdot_known.c cover
 * what the operations compute.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/assay_fdot.h"
#include "api/assay_gemm.h"
#include "engine/lockstep.h"
#include "fdot/fdot.h"
#include "fdot/gemm.h"
#include "fdot/operands.h"
#include "fdot/scenarios.h"
#include "unit/random.h"

/* Every code of profile, formats and output, with each k: the result is that of assay_fdot, or an
 * error status. */
static void test_operations(void **unused)
{
    static const uint32_t sizes[4] = {4, 8, 16, 32};
    unsigned good[4] = {0, 0, 0, 0}, status[3] = {0, 0, 0};

    (void)unused;
    rng_begin(1);
    for (uint32_t code = 0; code < 4 * 8 * 8 * 8 * 4 * 8; ++code) {
        const uint32_t k = code % 4;
        const struct assay_fdot op = {
            (enum assay_fdot_profile)(code / 4 % 8), (enum assay_fdot_format)(code / 32 % 8),
            (enum assay_fdot_format)(code / 256 % 8), (enum assay_fdot_output)(code / 2048 % 4)};
        const struct fdot_kind kind = {op.profile, op.a_format, op.b_format, op.output};
        struct fdot_op pins = {.profile = (uint8_t)op.profile,
                               .a_format = (uint8_t)op.a_format,
                               .b_format = (uint8_t)op.b_format,
                               .output = (uint8_t)op.output,
                               .tag = (uint8_t)draw(256)};
        struct assay_fdot_shape shape = {0, 0, 0};
        const bool there = code / 4 % 8 <= ASSAY_FDOT_BLACKWELL_SCALED &&
                           assay_fdot_measure(&op, &shape) == ASSAY_MODEL_OK;
        struct fdot_operands o = {.c = 0};
        struct fdot_res res;
        uint32_t want = 0;

        if (there) {
            fdot_draw_operands(&random_stream, &kind, 20, &o);
            assert_int_equal(assay_fdot(&op, shape.group, o.a, o.b,
                                        shape.scaled ? &o.a_scale : NULL,
                                        shape.scaled ? &o.b_scale : NULL, o.c, &want),
                             ASSAY_MODEL_OK);
            for (unsigned i = 0; i < shape.group && shape.group <= sizes[k]; ++i) {
                fdot_put(pins.a, pins.a_format, i, o.a[i]);
                fdot_put(pins.b, pins.b_format, i, o.b[i]);
            }
        }
        pins.c = o.c;
        pins.a_scale = o.a_scale;
        pins.b_scale = o.b_scale;
        res = fdot_operation(sizes[k], &pins);
        assert_int_equal(res.tag, pins.tag);
        assert_int_equal(res.status, !there                   ? FDOT_UNKNOWN
                                     : shape.group > sizes[k] ? FDOT_TOO_LONG
                                                              : FDOT_GOOD);
        assert_int_equal(res.value, res.status == FDOT_GOOD ? want : 0);
        ++status[res.status];
        good[k] += res.status == FDOT_GOOD;
    }
    /* Each operation eight times: volta's 3 and two of tf32; 22 more; the three byte formats with
     * 16, the word formats of hopper and blackwell; the rest. */
    assert_int_equal(good[0], 8 * 5);
    assert_int_equal(good[1], 8 * (5 + 2 + 3 + 3 + 2));
    assert_int_equal(good[2], 8 * (15 + 8 + 3 + 3));
    assert_int_equal(good[3], 8 * (29 + 8 + 18 + 9));
    for (unsigned i = 0; i < 3; ++i)
        assert_true(status[i] > 0);
}

static const struct fdot_params smallest = {4};

/* 1 * n + 0 in volta, with tag n. */
static struct fdot_inputs inputs(uint8_t n, uint8_t valid, uint8_t ready)
{
    return (struct fdot_inputs){
        .op_valid = valid, .op = {.a = {0x3C00}, .b = {n}, .tag = n}, .res_ready = ready};
}

/* Returns n * 2^-24 as an f32. */
static uint32_t value_of(uint8_t n)
{
    static const uint32_t values[5] = {0, 0x33800000, 0x34000000, 0x34400000, 0x34800000};

    return values[n];
}

static void cycle(struct fdot_state *s, struct fdot_inputs in, uint8_t ready, uint8_t valid,
                  uint8_t n)
{
    struct fdot_outputs out;

    fdot_step(s, &in, &out);
    assert_int_equal(out.op_ready, ready);
    assert_int_equal(out.res_valid, valid);
    if (valid) {
        assert_int_equal(out.res.tag, n);
        assert_int_equal(out.res.value, value_of(n));
        assert_int_equal(out.res.status, FDOT_GOOD);
    }
}

/* Four cycles of latency, one group per cycle; a bubble stays a bubble, and a stall holds all
 * stages. */
static void test_cycles(void **unused)
{
    struct fdot_state s;

    (void)unused;
    fdot_init(&s, &smallest);
    cycle(&s, inputs(1, 1, 0), 1, 0, 0);
    cycle(&s, inputs(2, 1, 0), 1, 0, 0);
    cycle(&s, inputs(9, 0, 0), 1, 0, 0);
    cycle(&s, inputs(3, 1, 0), 1, 0, 0);
    cycle(&s, inputs(4, 1, 0), 0, 1, 1); /* held */
    cycle(&s, inputs(4, 1, 0), 0, 1, 1);
    cycle(&s, inputs(4, 1, 1), 1, 1, 1);
    cycle(&s, inputs(9, 0, 1), 1, 1, 2);
    cycle(&s, inputs(9, 0, 0), 1, 0, 0); /* the bubble moves without res_ready */
    cycle(&s, inputs(9, 0, 1), 1, 1, 3);
    cycle(&s, inputs(9, 0, 1), 1, 1, 4);
    cycle(&s, inputs(9, 0, 1), 1, 0, 0);
}

static void test_reset(void **unused)
{
    struct fdot_state s;
    struct fdot_inputs in = inputs(2, 1, 0);

    (void)unused;
    fdot_init(&s, &smallest);
    cycle(&s, inputs(1, 1, 0), 1, 0, 0);
    in.rst = 1;
    cycle(&s, in, 1, 0, 0);
    for (unsigned i = 0; i < 2 * FDOT_STAGES; ++i)
        cycle(&s, inputs(9, 0, 0), 1, 0, 0);
}

static void test_params(void **unused)
{
    (void)unused;
    for (uint32_t k = 0; k < 70; ++k) {
        const struct fdot_params p = {k};

        if (k == 4 || k == 8 || k == 16 || k == 32)
            assert_null(fdot_check_params(&p));
        else
            assert_string_equal(fdot_check_params(&p), "k must be 4, 8, 16 or 32");
    }
}

/* An f16 from 2^-1 to 8, of either sign. */
static uint16_t draw_element(void)
{
    const uint32_t magnitude = 0x3800 + draw(0xC00);

    return (uint16_t)(magnitude + draw(2) * 0x8000);
}

/* A product of several groups through the block equals the library's, whatever the format of the
 * next c. */
static void test_product(void **unused)
{
    enum { M = 5, K = 18, N = 7 };
    static const enum assay_fdot_output outputs[] = {ASSAY_FDOT_OUT_F32, ASSAY_FDOT_OUT_F16,
                                                     ASSAY_FDOT_OUT_F32_C16};
    uint16_t a[M * K], b[K * N];
    uint32_t d[M * N], want[M * N];

    (void)unused;
    rng_begin(1);
    for (size_t i = 0; i < sizeof a / sizeof a[0]; ++i)
        a[i] = draw_element();
    for (size_t i = 0; i < sizeof b / sizeof b[0]; ++i)
        b[i] = draw_element();
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; ++i) {
        const struct assay_fdot op = {ASSAY_FDOT_VOLTA, ASSAY_FDOT_F16, ASSAY_FDOT_F16, outputs[i]};
        struct assay_gemm g = {.a = a, .b = b, .m = M, .k = K, .n = N, .d = d, .numerics = &op};
        const struct assay_product whole = {
            .m = M, .k = K, .n = N, .a = a, .b = b, .d = want, .numerics = &op};
        struct assay_config config = {.block = assay_block_find("fdot"),
                                      .scenario = fdot_gemm_array.scenario,
                                      .seed = 1,
                                      .cycles = 20000,
                                      .user = &g,
                                      .backend = "model"};
        struct assay_lockstep *ls;
        char why[256];

        assert_true(assay_params_parse(config.block, "default", &config.params, why, sizeof why));
        ls = assay_lockstep_open(&config, why, sizeof why);
        assert_non_null(ls);
        assay_lockstep_run(ls, UINT64_MAX);
        assay_lockstep_close(ls);
        assert_string_equal(g.why, "");
        assert_int_equal(g.done, g.total);
        assert_int_equal(assay_gemm(&whole), ASSAY_MODEL_OK);
        assert_memory_equal(d, want, sizeof d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations), cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_reset),      cmocka_unit_test(test_params),
        cmocka_unit_test(test_product),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
