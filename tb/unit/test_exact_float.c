/* test_exact_float.c - fixed-point sums against MPFR, and numbers rounded to the formats of matrix
 * units. */
#include <stdbool.h>

#include "unit/numerics_oracle.h"

#include "gemm/exact.h"
#include "gemm/formats.h"

enum { WIDE = 1000, SUMS = 20000 };

static struct assay_rng rng;

/* Draws a multiple of 2^-320 below 2^320; with `narrow`, few bits around 2^0, whose sums are
 * doubles. */
static double draw_term(bool narrow)
{
    const int bits = narrow ? 16 : assay_rng_below(&rng, 2) ? 53 : 22;
    const double whole = (double)(assay_rng_u64(&rng) >> (64 - bits));
    const int exp = narrow                     ? (int)assay_rng_below(&rng, 24) - 12
                    : assay_rng_below(&rng, 4) ? (int)assay_rng_below(&rng, 60) - 30
                                               : (int)assay_rng_below(&rng, 580) - 320;

    return ldexp(assay_rng_below(&rng, 2) ? -whole : whole, exp);
}

/* The value is rounded to odd: if the sum is not a double, it lies between the neighbours of the
 * value, whose last bit is 1. */
static void assert_value(const struct assay_exact *s, mpfr_t sum)
{
    const double got = assay_exact_value(s);
    uint64_t bits;
    mpfr_t x;

    memcpy(&bits, &got, sizeof bits);
    mpfr_init2(x, WIDE);
    mpfr_set_d(x, got, MPFR_RNDN);
    if (!mpfr_equal_p(x, sum)) {
        assert_int_equal(bits & 1, 1);
        mpfr_set_d(x, nextafter(got, -INFINITY), MPFR_RNDN);
        assert_true(mpfr_less_p(x, sum));
        mpfr_set_d(x, nextafter(got, INFINITY), MPFR_RNDN);
        assert_true(mpfr_greater_p(x, sum));
    }
    mpfr_clear(x);
}

static void test_sums(void **unused)
{
    mpfr_t sum;
    uint64_t inexact = 0;

    (void)unused;
    random_begin(&rng, 5, "exact sums");
    mpfr_init2(sum, WIDE);
    for (unsigned i = 0; i < SUMS; ++i) {
        struct assay_exact s = {.added = 0};
        const bool narrow = i % 2 == 0;
        double first = 0;

        mpfr_set_zero(sum, 1);
        for (unsigned n = 1 + assay_rng_below(&rng, 40); n > 0; --n) {
            const double x = n == 1 && assay_rng_below(&rng, 3) == 0 ? -first : draw_term(narrow);

            first = first == 0 ? x : first;
            assay_exact_add(&s, x);
            assert_int_equal(mpfr_add_d(sum, sum, x, MPFR_RNDN), 0);
            assert_value(&s, sum);
        }
        inexact += mpfr_cmp_d(sum, assay_exact_value(&s)) != 0;
    }
    assert_true(inexact > SUMS / 10 && inexact < SUMS - SUMS / 10);
    mpfr_clear(sum);
    mpfr_free_cache();
}

/* Ends of the range, full cancellation, and more terms than the chunks can take without carries. */
static void test_sums_known(void **unused)
{
    struct assay_exact s = {.added = 0};

    (void)unused;
    assert_true(assay_exact_value(&s) == 0);
    assay_exact_add(&s, ldexp(1, -320));
    assert_true(assay_exact_value(&s) == ldexp(1, -320));
    assay_exact_add(&s, -ldexp(1, 320));
    assert_true(assay_exact_value(&s) == -nextafter(ldexp(1, 320), 0)); /* odd */
    assay_exact_add(&s, ldexp(1, 320));
    assay_exact_add(&s, -ldexp(1, -320));
    assert_true(assay_exact_value(&s) == 0);
    s.chunk[10] = INT64_MAX / 2;
    s.added = (1U << 30) - 1;
    assay_exact_add(&s, -1.0); /* 2^0 is chunk 10 */
    assert_true(s.added == 0 && s.chunk[10] == 0xFFFFFFFE && s.chunk[11] == 0x3FFFFFFF);
}

/* --- formats --- */

static const enum assay_fdot_format formats[] = {ASSAY_FDOT_F16,  ASSAY_FDOT_BF16,
                                                 ASSAY_FDOT_E4M3, ASSAY_FDOT_E5M2,
                                                 ASSAY_FDOT_E2M1, ASSAY_FDOT_BF16_1K};
enum { FORMATS = sizeof formats / sizeof formats[0] };

/* The number of every pattern rounds to that pattern; a number between two neighbours rounds to the
 * nearer one, a tie to even. */
static void test_formats(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < FORMATS; ++i) {
        const enum assay_fdot_format f = formats[i];
        const uint32_t sign = UINT32_C(1) << (assay_fdot_format_bits(f) - 1);
        size_t beyond = 0;

        for (uint32_t x = 0; x < 2 * sign; ++x) {
            const double value = assay_format_value(f, x);
            const double next = (x + 1) % sign ? assay_format_value(f, x + 1) : (double)NAN;
            const double middle = value / 2 + next / 2;

            if (isnan(value))
                continue;
            assert_int_equal(assay_format_round(value, f, &beyond), x);
            if (isnan(middle) || isinf(middle))
                continue;
            assert_int_equal(assay_format_round(middle, f, &beyond), x + (x & 1));
            assert_int_equal(assay_format_round(nextafter(middle, value), f, &beyond), x);
            assert_int_equal(assay_format_round(nextafter(middle, next), f, &beyond), x + 1);
        }
        assert_int_equal(beyond, 0);
    }
}

static void test_formats_known(void **unused)
{
    static const struct {
        enum assay_fdot_format f;
        double x;
        uint32_t want;
        size_t beyond;
    } known[] = {
        {ASSAY_FDOT_E4M3, 448, 0x7E, 0},
        {ASSAY_FDOT_E4M3, 464, 0x7E, 0},
        {ASSAY_FDOT_E4M3, 465, 0x7F, 1},
        {ASSAY_FDOT_E4M3, -1e300, 0xFF, 1},
        {ASSAY_FDOT_E4M3, HUGE_VAL, 0x7F, 1},
        {ASSAY_FDOT_E4M3, 0x1p-9, 1, 0},
        {ASSAY_FDOT_E4M3, 0x1p-10, 0, 0},
        {ASSAY_FDOT_E4M3, 1.0625, 0x38, 0},
        {ASSAY_FDOT_E4M3, (double)NAN, 0x7F, 0},
        {ASSAY_FDOT_E5M2, 57344, 0x7B, 0},
        {ASSAY_FDOT_E5M2, 61439, 0x7B, 0},
        {ASSAY_FDOT_E5M2, 61440, 0x7C, 1},
        {ASSAY_FDOT_E5M2, -HUGE_VAL, 0xFC, 0},
        {ASSAY_FDOT_E5M2, 0x1p-16, 1, 0},
        {ASSAY_FDOT_E5M2, (double)NAN, 0x7E, 0},
        {ASSAY_FDOT_E2M1, 6, 7, 0},
        {ASSAY_FDOT_E2M1, 5, 6, 0},
        {ASSAY_FDOT_E2M1, 6.9, 7, 0},
        {ASSAY_FDOT_E2M1, 7, 7, 1},
        {ASSAY_FDOT_E2M1, -100, 15, 1},
        {ASSAY_FDOT_E2M1, -HUGE_VAL, 15, 1},
        {ASSAY_FDOT_E2M1, 0.25, 0, 0},
        {ASSAY_FDOT_E2M1, 0.26, 1, 0},
        {ASSAY_FDOT_E2M1, -0.75, 10, 0},
        {ASSAY_FDOT_F16, 65520, 0x7C00, 1},
        {ASSAY_FDOT_TF32, 1.5, 0x3FC00000, 0},
        {ASSAY_FDOT_TF32, 1e39, 0x7F800000, 1},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        size_t beyond = 0;
        const uint32_t got = assay_format_round(known[i].x, known[i].f, &beyond);

        if (got != known[i].want || beyond != known[i].beyond)
            fail_msg("%g to %s: %08" PRIX32 ", beyond %zu: expected %08" PRIX32 ", %zu", known[i].x,
                     assay_fdot_format_name(known[i].f), got, beyond, known[i].want,
                     known[i].beyond);
    }
    assert_true(assay_format_value(ASSAY_FDOT_TF32, 0x3F803FFF) == 1.0009765625);
    assert_true(isinf(assay_format_value(ASSAY_FDOT_TF32, 0x7F801FFF)));
    assert_true(isnan(assay_format_value(ASSAY_FDOT_E4M3, 0xFF)));
    assert_true(isnan(assay_format_value(ASSAY_FDOT_E5M2, 0x7D)));
    assert_true(assay_format_value(ASSAY_FDOT_E5M2, 0xFC) == -HUGE_VAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_sums_known),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_formats_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
