/* test_gemm_check.c - what the check of a matrix product finds and counts, and blocks with wrong
 * answers. */
#include "unit/array_product.h"

#include "dpas/dpas.h"

/* 255 * 255 * 33026 exceeds s32, but with 33025 it does not: D wraps, and the check counts that. */
static void test_wrap(void **state)
{
    struct assay_gemm_check check;
    struct product p;
    struct assay_rng r;

    (void)state;
    random_begin(&r, 1, "test_gemm.wrap");
    make(&p, &r, 2, 33026, 1);
    memset(p.a, 0xFF, 2 * p.g.k);
    memset(p.b, 0xFF, p.g.k);
    put(p.a, ASSAY_TYPE_U8, 0, 0);
    run(&p, "largest", 0, 1);
    assert_product(&p.g);
    assert_int_equal(p.g.d[0], UINT32_C(255) * 255 * 33025);
    assert_int_equal(p.g.d[1], (uint32_t)(UINT64_C(255) * 255 * 33026));
    assert_true(assay_gemm_verify(&p.g, &check));
    assert_int_equal(check.wrapped, 1);
    release(&p);
}

/* The check finds a wrong element and reports its position. */
static void test_verify_finds(void **state)
{
    struct assay_gemm_check check;
    struct product p;
    struct assay_rng r;

    (void)state;
    random_begin(&r, 1, "test_gemm.verify");
    make(&p, &r, 10, 20, 7);
    run(&p, "default", 0, 1);
    p.g.d[3 * 7 + 5] ^= 0x10;
    p.g.d[9 * 7 + 6] ^= 0x80000000;
    assert_true(assay_gemm_verify(&p.g, &check));
    assert_int_equal(check.differing, 2);
    assert_int_equal(check.row, 3);
    assert_int_equal(check.col, 5);
    assert_int_equal(check.got, p.g.d[3 * 7 + 5]);
    assert_int_equal(check.expected, definition(&p.g, 3, 5));
    release(&p);
}

/* A block with wrong answers ends the run with the reason, and never writes outside D. */
static void test_wrong_answers(void **state)
{
    const struct assay_block *b = assay_block_find("dpas");
    const unsigned dst_stream = (unsigned)assay_stream_find(b, "dst");
    const unsigned rsp_stream = (unsigned)assay_stream_find(b, "rsp");
    struct assay_params params = params_of("default");
    struct product p;
    struct assay_stim_env env = {.params = &params, .user = &p.g};
    struct dpas_dst dst = {0};
    struct dpas_rsp rsp = {0};
    struct assay_rng r;
    void *ctx;

    (void)state;
    random_begin(&r, 1, "test_gemm.wrong");
    make(&p, &r, 2, 4, 3);
    for (unsigned kind = 0; kind < 5; ++kind) {
        ctx = calloc(1, dpas_gemm_array.scenario->ctx_size);
        assert_non_null(ctx);
        dpas_gemm_array.scenario->begin(ctx, &env);
        dst = (struct dpas_dst){.tag = kind == 0, .last = kind == 1};
        rsp = (struct dpas_rsp){.tag = kind == 2, .status = kind == 3};
        for (unsigned row = 0; row < 2 + (kind == 4); ++row) {
            dpas_gemm_array.scenario->observe(ctx, dst_stream, &dst);
            dst.last = 1;
        }
        dpas_gemm_array.scenario->observe(ctx, rsp_stream, &rsp);
        assert_true(p.g.failed);
        assert_true(dpas_gemm_array.scenario->done(ctx));
        assert_non_null(strstr(p.g.why, kind == 2 || kind == 3 ? "response" : "dst row"));
        free(ctx);
    }
    release(&p);
}

/* Multiplies a row of A by a column of B, of k elements each. */
static uint32_t chain(const uint32_t *a, const uint32_t *b, size_t k)
{
    uint32_t d;
    struct product p = {.g = {.a_type = ASSAY_TYPE_F32,
                              .b_type = ASSAY_TYPE_F32,
                              .a = a,
                              .b = b,
                              .m = 1,
                              .k = k,
                              .n = 1,
                              .d = &d}};

    run(&p, "smallest", 0, 1);
    assert_product(&p.g);
    return d;
}

/* -0 is kept although K is padded; sums are in ascending k; NaNs and infinities are counted. */
static void test_float_sums(void **state)
{
    static const uint32_t tiny[] = {0x00000001}, minus_tiny[] = {0x80000001};
    static const uint32_t up[] = {0x4B800000, 0x3F800000, 0xCB800000};
    static const uint32_t last[] = {0x4B800000, 0xCB800000, 0x3F800000};
    static const uint32_t ones[] = {0x3F800000, 0x3F800000, 0x3F800000};
    static const uint32_t mixed[] = {0x7F800000, 0x3F800000, 0x7FC12345, 0x3F800000};
    struct assay_gemm g = {.a_type = ASSAY_TYPE_F32, .b_type = ASSAY_TYPE_F32, .m = 4, .k = 1};
    uint32_t d[4] = {0x7F800000, 0x3F800000, 0x7FC00000, 0x3F800000};
    struct assay_gemm_check check;

    (void)state;
    assert_int_equal(chain(tiny, minus_tiny, 1), 0x80000000);
    assert_int_equal(chain(up, ones, 3), 0);
    assert_int_equal(chain(last, ones, 3), 0x3F800000);
    g.a = mixed;
    g.b = ones;
    g.n = 1;
    g.d = d;
    assert_true(assay_gemm_verify(&g, &check));
    assert_int_equal(check.differing, 0);
    assert_int_equal(check.not_numbers, 2);
    d[1] ^= 1;
    d[2] = 0x7FC12345; /* NaNs are canonical */
    assert_true(assay_gemm_verify(&g, &check));
    assert_int_equal(check.differing, 2);
    assert_int_equal(check.row, 1);
    assert_int_equal(check.got, 0x3F800001);
    assert_int_equal(check.expected, 0x3F800000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrap),
        cmocka_unit_test(test_verify_finds),
        cmocka_unit_test(test_wrong_answers),
        cmocka_unit_test(test_float_sums),
    };

    return cmocka_run_group_tests_name("gemm_check", tests, NULL, NULL);
}
