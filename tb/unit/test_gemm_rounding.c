/* test_gemm_rounding.c - numbers rounded to the types of a matrix product. */
#include "unit/array_product.h"

#include <float.h>

/* Rounds only once, from double, even where f32 in between would have rounded to a tie. */
static void test_rounding(void **state)
{
    static const struct {
        double x;
        enum assay_type to;
        uint32_t want;
    } cases[] = {
        {1.0, ASSAY_TYPE_F16, 0x3C00},
        {1 + 0x1p-11, ASSAY_TYPE_F16, 0x3C00},           /* a tie */
        {1 + 0x1p-11 + 0x1p-50, ASSAY_TYPE_F16, 0x3C01}, /* above a tie, but not in f32 */
        {1 + 3 * 0x1p-11, ASSAY_TYPE_F16, 0x3C02},       /* a tie, to even */
        {1 + 3 * 0x1p-11 - 0x1p-50, ASSAY_TYPE_F16, 0x3C01},
        {-(1 + 0x1p-8 + 0x1p-40), ASSAY_TYPE_BF16, 0xBF81},
        {1 + 0x1p-8, ASSAY_TYPE_BF16, 0x3F80},
        {0x1p-25, ASSAY_TYPE_F16, 0x0000},
        {0x1p-25 + 0x1p-60, ASSAY_TYPE_F16, 0x0001},
        {-0x1p-300, ASSAY_TYPE_BF16, 0x8000},
        {0x1p-150 + 0x1p-180, ASSAY_TYPE_F32, 0x00000001},
        {0x1p-134 + 0x1p-180, ASSAY_TYPE_BF16, 0x0001},
        {0x1p-134, ASSAY_TYPE_BF16, 0x0000},
        {-0.0, ASSAY_TYPE_F16, 0x8000},
        {65519.999, ASSAY_TYPE_F16, 0x7BFF},
        {(double)FLT_MAX, ASSAY_TYPE_F32, 0x7F7FFFFF},
        {(double)NAN, ASSAY_TYPE_F16, 0x7E00},
        {-(double)NAN, ASSAY_TYPE_BF16, 0x7FC0},
        {(double)NAN, ASSAY_TYPE_F32, 0x7FC00000},
        {-(double)INFINITY, ASSAY_TYPE_BF16, 0xFF80},
    };
    size_t infinite = 0;
    struct assay_rng r;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
        if (assay_gemm_round(cases[i].x, cases[i].to, &infinite) != cases[i].want)
            fail_msg("case %zu: 0x%x", i, assay_gemm_round(cases[i].x, cases[i].to, &infinite));
    assert_int_equal(infinite, 0);
    assert_int_equal(assay_gemm_round(65520, ASSAY_TYPE_F16, &infinite), 0x7C00);
    assert_int_equal(assay_gemm_round(-1e300, ASSAY_TYPE_F16, &infinite), 0xFC00);
    assert_int_equal(assay_gemm_round(1e300, ASSAY_TYPE_BF16, &infinite), 0x7F80);
    assert_int_equal(assay_gemm_round((double)FLT_MAX, ASSAY_TYPE_BF16, &infinite), 0x7F80);
    assert_int_equal(assay_gemm_round(-1e39, ASSAY_TYPE_F32, &infinite), 0xFF800000);
    assert_int_equal(infinite, 5);

    /* No other pattern is nearer, and of two equally near ones it is the even one. */
    random_begin(&r, 1, "test_gemm.rounding");
    for (unsigned i = 0; i < 300000; ++i) {
        const enum assay_type to = i & 1 ? ASSAY_TYPE_F16 : ASSAY_TYPE_BF16;
        const uint16_t near = (uint16_t)assay_rng_below(&r, to == ASSAY_TYPE_F16 ? 0x7BFE : 0x7F7E);
        const uint16_t next = (uint16_t)(near + 1);
        const double low = value(&near, to, 0), high = value(&next, to, 0);
        const double middle = low + (high - low) / 2;
        const double beside = ldexp(high - low, -(int)(2 + assay_rng_below(&r, 40)));

        assert_int_equal(assay_gemm_round(low, to, &infinite), near);
        assert_int_equal(assay_gemm_round(middle, to, &infinite), near & 1 ? next : near);
        assert_int_equal(assay_gemm_round(middle - beside, to, &infinite), near);
        assert_int_equal(assay_gemm_round(-(middle + beside), to, &infinite), next | 0x8000);
    }
    assert_int_equal(infinite, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounding),
    };

    return cmocka_run_group_tests_name("gemm_rounding", tests, NULL, NULL);
}
