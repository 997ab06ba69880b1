/*
 * test_numerics_order.c - classes, comparisons, minimum and maximum of the numerics.
 */
#include "numerics_oracle.h"

#include "numerics/numerics.h"

static void check_classes(uint32_t a)
{
    const float x = as_float(a);

    assert_int_equal(assay_f32_is_nan(a), isnan(x));
    assert_int_equal(assay_f32_is_inf(a), isinf(x) != 0);
    assert_int_equal(assay_f32_is_zero(a), fpclassify(x) == FP_ZERO);
    assert_int_equal(assay_f32_is_subnormal(a), fpclassify(x) == FP_SUBNORMAL);
    assert_int_equal(assay_f32_is_negative(a), signbit(x) != 0);
    assert_int_equal(assay_f32_canonical(a), canonical_bits(x));
}

static void check_order(uint32_t a, uint32_t b)
{
    const volatile float x = as_float(a), y = as_float(b);
    const int order = (x < y) * ASSAY_F32_LESS + (x == y) * ASSAY_F32_EQUAL +
                      (x > y) * ASSAY_F32_GREATER + (isunordered(x, y) != 0) * ASSAY_F32_UNORDERED;
    const int helpers[] = {assay_f32_lt(a, b), assay_f32_le(a, b), assay_f32_gt(a, b),
                           assay_f32_ge(a, b), assay_f32_eq(a, b), assay_f32_ne(a, b)};
    const int want[] = {x<y, x <= y, x> y, x >= y, x == y, x != y};

    if ((int)assay_f32_compare(a, b) != order)
        fail_msg("compare %08" PRIX32 " %08" PRIX32 ": %d instead of %d", a, b,
                 (int)assay_f32_compare(a, b), order);
    if (memcmp(helpers, want, sizeof want) != 0)
        fail_msg("%08" PRIX32 " %08" PRIX32 ": lt le gt ge eq ne are %d%d%d%d%d%d", a, b,
                 helpers[0], helpers[1], helpers[2], helpers[3], helpers[4], helpers[5]);
}

/* The rules of min and max, one line each. The host's fminf does not order zeros. */
static uint32_t ruled(uint32_t a, uint32_t b, int want_max)
{
    const float x = as_float(a), y = as_float(b);

    if (isnan(x) && isnan(y))
        return 0x7FC00000;
    if (isnan(x))
        return b;
    if (isnan(y))
        return a;
    if (x == 0 && y == 0)
        return want_max ? a & b : a | b; /* and, or of the sign bits */
    if (want_max)
        return x > y ? a : b;
    return x < y ? a : b;
}

static void check_minmax(uint32_t a, uint32_t b)
{
    const uint32_t least = assay_f32_min(a, b), greatest = assay_f32_max(a, b);

    if (least != ruled(a, b, 0))
        fail_msg("min %08" PRIX32 " %08" PRIX32 ": %08" PRIX32 " instead of %08" PRIX32, a, b,
                 least, ruled(a, b, 0));
    if (greatest != ruled(a, b, 1))
        fail_msg("max %08" PRIX32 " %08" PRIX32 ": %08" PRIX32 " instead of %08" PRIX32, a, b,
                 greatest, ruled(a, b, 1));
}

static void test_known(void **unused)
{
    (void)unused;
    assert_int_equal(assay_f32_compare(0x80000000, 0x00000000), ASSAY_F32_EQUAL);
    assert_int_equal(assay_f32_compare(0xBF800000, 0x3F800000), ASSAY_F32_LESS);
    assert_int_equal(assay_f32_compare(0xBF800000, 0xC0000000), ASSAY_F32_GREATER);
    assert_int_equal(assay_f32_compare(0x7F800001, 0x7F800001), ASSAY_F32_UNORDERED);
    assert_int_equal(assay_f32_min(0x00000000, 0x80000000), 0x80000000);
    assert_int_equal(assay_f32_max(0x80000000, 0x00000000), 0x00000000);
    assert_int_equal(assay_f32_min(0xFFFFFFFF, 0x7F800000), 0x7F800000);
    assert_int_equal(assay_f32_max(0xFF800000, 0x7F800001), 0xFF800000);
    assert_int_equal(assay_f32_min(0xFFFFFFFF, 0x7F800001), 0x7FC00000);
    assert_int_equal(assay_f32_max(0xC0000000, 0xBF800000), 0xBF800000);
}

static void test_corner_pairs(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < CORNERS; ++i) {
        check_classes(corner_of(i));
        for (uint32_t j = 0; j < CORNERS; ++j) {
            check_order(corner_of(i), corner_of(j));
            check_minmax(corner_of(i), corner_of(j));
        }
    }
}

static void test_random(void **unused)
{
    const uint64_t count = fuzz_count();
    struct assay_rng rng = fuzz_begin(__func__);
    uint32_t a, b, c;

    (void)unused;
    for (uint64_t i = 0; i < count; ++i) {
        draw_operands(&rng, &a, &b, &c);
        check_classes(c);
        check_order(a, b);
        check_minmax(a, b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_corner_pairs),
        cmocka_unit_test(test_random),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
