/*
 * test_numerics_convert.c - conversions of the numerics: to and from the 16-bit formats, and from
 * integers.
 */
#include "numerics_oracle.h"

#include "numerics/numerics.h"

enum { RANDOM = 1000000 };

struct oracles {
    struct oracle to_f16, to_bf16;
};

static void oracles_open(struct oracles *o)
{
    oracle_open(&o->to_f16, f16);
    oracle_open(&o->to_bf16, bf16);
}

static void oracles_close(struct oracles *o)
{
    oracle_close(&o->to_f16);
    oracle_close(&o->to_bf16);
}

static void check_f16(struct oracles *o, uint32_t a)
{
    const uint32_t got = assay_f32_to_f16(a), want = converted(&o->to_f16, a, f16);

    if (got != want)
        fail_msg("f32 %08" PRIX32 " to f16: %04" PRIX32 " instead of %04" PRIX32, a, got, want);
}

static void check_bf16(struct oracles *o, uint32_t a)
{
    const uint32_t got = assay_f32_to_bf16(a), want = converted(&o->to_bf16, a, bf16);

    if (got != want)
        fail_msg("f32 %08" PRIX32 " to bf16: %04" PRIX32 " instead of %04" PRIX32, a, got, want);
}

static void check_both(struct oracles *o, uint32_t a)
{
    check_f16(o, a);
    check_bf16(o, a);
}

static void test_known(void **unused)
{
    (void)unused;
    assert_int_equal(assay_f32_to_f16(0x477FEFFF), 0x7BFF); /* below the tie past the largest */
    assert_int_equal(assay_f32_to_f16(0x477FF000), 0x7C00);
    assert_int_equal(assay_f32_to_f16(0xFF7FFFFF), 0xFC00);
    assert_int_equal(assay_f32_to_f16(0x33000000), 0x0000); /* half the smallest */
    assert_int_equal(assay_f32_to_f16(0xB3000001), 0x8001);
    assert_int_equal(assay_f32_to_f16(0x80000001), 0x8000);
    assert_int_equal(assay_f32_to_f16(0x387FE000), 0x0400); /* tie past the largest subnormal */
    assert_int_equal(assay_f32_to_f16(0xFF800001), 0x7E00);
    assert_int_equal(assay_f32_to_bf16(0x7F7F8000), 0x7F80);
    assert_int_equal(assay_f32_to_bf16(0x3F808000), 0x3F80);
    assert_int_equal(assay_f32_to_bf16(0x3F818000), 0x3F82);
    assert_int_equal(assay_f32_to_bf16(0x7F800001), 0x7FC0); /* has the upper half of infinity */
    assert_int_equal(assay_f32_to_bf16(0xFFFFFFFF), 0x7FC0);
    assert_int_equal(assay_f16_to_f32(0x8001), 0xB3800000);
    assert_int_equal(assay_f16_to_f32(0x7C01), 0x7FC00000);
    assert_int_equal(assay_bf16_to_f32(0xFF81), 0x7FC00000);
    assert_int_equal(assay_u32_to_f32(0), 0);
    assert_int_equal(assay_u32_to_f32(0x01000001), 0x4B800000); /* tie to even */
    assert_int_equal(assay_u32_to_f32(0x01000003), 0x4B800002);
    assert_int_equal(assay_u32_to_f32(0xFFFFFFFF), 0x4F800000);
    assert_int_equal(assay_s32_to_f32(-1), 0xBF800000);
    assert_int_equal(assay_s32_to_f32(INT32_MIN), 0xCF000000);
    assert_int_equal(assay_s64_to_f32(INT64_MIN), 0xDF000000);
    assert_int_equal(assay_u64_to_f32(UINT64_MAX), 0x5F800000);
}

/* Converts every 16-bit pattern, and back. */
static void test_widen(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i <= 0xFFFF; ++i) {
        const double half = value_of(i, f16), brain = value_of(i, bf16);
        const uint32_t from_f16 = assay_f16_to_f32((uint16_t)i);
        const uint32_t from_bf16 = assay_bf16_to_f32((uint16_t)i);

        assert_int_equal(from_f16, pattern_of(half, f32));
        assert_int_equal(from_f16, canonical_bits((float)half));
        assert_int_equal(from_bf16, pattern_of(brain, f32));
        assert_int_equal(from_bf16, canonical_bits(as_float(i << 16)));
        assert_int_equal(assay_f32_to_f16(from_f16), isnan(half) ? 0x7E00 : i);
        assert_int_equal(assay_f32_to_bf16(from_bf16), isnan(brain) ? 0x7FC0 : i);
    }
}

/* Around every value of the 16-bit formats: the value, the midpoint to the next, and their
 * neighbours. */
static void test_narrow_every_tie(void **unused)
{
    struct oracles o;

    (void)unused;
    oracles_open(&o);
    for (uint32_t i = 0; i <= 0xFFFF; ++i) {
        const uint32_t magnitude = i & 0x7FFF, sign = i >> 15 << 31;
        uint32_t low, high, middle;

        for (uint32_t beside = 0; beside < 3; ++beside) {
            check_bf16(&o, (i << 16) + beside - 1);
            check_bf16(&o, (i << 16) + 0x8000 + beside - 1);
        }
        if (magnitude >= 0x7C00)
            continue;
        low = canonical_bits((float)value_of(magnitude, f16));
        /* For the midpoint above the largest number, the next number is where it would be with a
         * larger range. */
        high =
            magnitude == 0x7BFF ? 0x47800000 : canonical_bits((float)value_of(magnitude + 1, f16));
        middle = canonical_bits((float)((value_of(low, f32) + value_of(high, f32)) / 2));
        for (uint32_t beside = 0; beside < 3; ++beside) {
            check_f16(&o, sign | (low + beside - 1));
            check_f16(&o, sign | (middle + beside - 1));
        }
    }
    oracles_close(&o);
}

/* Every f32 in stretches around the edges of the formats. */
static void test_narrow_stretches(void **unused)
{
    static const uint32_t middle[] = {
        0x00010000, /* zero and the smallest subnormals of f32 and bf16 */
        0x00800000, /* smallest normal of f32 and bf16 */
        0x33000000, /* half of f16's smallest subnormal */
        0x33C00000, /* midpoint of the first two */
        0x38800000, /* smallest normal of f16 */
        0x3F800000, /* one */
        0x477FF000, /* the tie above f16's largest number */
        0x7F7F8000, /* the tie above bf16's, and NaNs */
    };
    struct oracles o;

    (void)unused;
    oracles_open(&o);
    for (size_t i = 0; i < sizeof middle / sizeof middle[0]; ++i)
        for (uint32_t a = middle[i] - 0x10000; a != middle[i] + 0x10000; ++a)
            check_both(&o, a ^ (a & 1) << 31);
    oracles_close(&o);
}

static void test_narrow_random(void **unused)
{
    struct assay_rng rng = fuzz_begin(__func__);
    struct oracles o;

    (void)unused;
    oracles_open(&o);
    for (uint32_t i = 0; i < CORNERS; ++i)
        check_both(&o, corner_of(i));
    for (uint32_t i = 0; i < RANDOM; ++i) {
        const uint32_t a = draw_f32(&rng);

        check_bf16(&o, a);
        /* Half of them are in the range of f16. */
        check_f16(&o, i & 1 ? a : (a & 0x807FFFFF) | (100 + assay_rng_below(&rng, 46)) << 23);
    }
    oracles_close(&o);
}

static void check_integer(struct oracle *o, uint64_t a)
{
    const volatile uint64_t u = a;
    const volatile int64_t s = (int64_t)a;
    const volatile uint32_t u_half = (uint32_t)a;
    const volatile int32_t s_half = (int32_t)(uint32_t)a;
    const uint32_t got[4] = {assay_u64_to_f32(u), assay_s64_to_f32(s), assay_u32_to_f32(u_half),
                             assay_s32_to_f32(s_half)};
    const uint32_t want[4] = {canonical_bits((float)u), canonical_bits((float)s),
                              canonical_bits((float)u_half), canonical_bits((float)s_half)};

    if (memcmp(got, want, sizeof got) != 0)
        fail_msg("integer %016" PRIX64 ": %08" PRIX32 " %08" PRIX32 " %08" PRIX32 " %08" PRIX32
                 ", but the host has %08" PRIX32 " %08" PRIX32 " %08" PRIX32 " %08" PRIX32,
                 a, got[0], got[1], got[2], got[3], want[0], want[1], want[2], want[3]);
    mpfr_set_ui(o->r, u, MPFR_RNDN);
    assert_int_equal(got[0], pattern_of(mpfr_get_d(o->r, MPFR_RNDN), f32));
    mpfr_set_si(o->r, s, MPFR_RNDN);
    assert_int_equal(got[1], pattern_of(mpfr_get_d(o->r, MPFR_RNDN), f32));
    mpfr_set_ui(o->r, u_half, MPFR_RNDN);
    assert_int_equal(got[2], pattern_of(mpfr_get_d(o->r, MPFR_RNDN), f32));
    mpfr_set_si(o->r, s_half, MPFR_RNDN);
    assert_int_equal(got[3], pattern_of(mpfr_get_d(o->r, MPFR_RNDN), f32));
}

/* Integers of every width, and sums of up to three powers of two, which are ties and their
 * neighbours. */
static void test_integers(void **unused)
{
    struct assay_rng rng = fuzz_begin(__func__);
    struct oracle o;

    (void)unused;
    oracle_open(&o, f32);
    for (uint32_t i = 0; i <= 64; ++i) {
        for (uint32_t j = 0; j <= 64; ++j) {
            for (uint32_t k = 0; k <= 64; ++k) {
                const uint64_t a = (i < 64 ? UINT64_C(1) << i : 0);
                const uint64_t b = (j < 64 ? UINT64_C(1) << j : 0);
                const uint64_t c = (k < 64 ? UINT64_C(1) << k : 0);

                check_integer(&o, a + b + c);
                check_integer(&o, a - b + c);
                check_integer(&o, a - b - c);
            }
        }
    }
    for (uint32_t i = 0; i < RANDOM; ++i) {
        const uint64_t x = assay_rng_u64(&rng);

        check_integer(&o, x >> assay_rng_below(&rng, 64));
    }
    oracle_close(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_widen),
        cmocka_unit_test(test_narrow_every_tie),
        cmocka_unit_test(test_narrow_stretches),
        cmocka_unit_test(test_narrow_random),
        cmocka_unit_test(test_integers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
