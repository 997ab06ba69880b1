/* test_fdot_known.c - assay_fdot on sums computed by hand: its groups, scales and errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/assay_fdot.h"

static void is(enum assay_fdot_profile profile, enum assay_fdot_format f,
               enum assay_fdot_output out, unsigned n, const uint32_t *a, const uint32_t *b,
               uint32_t c, uint32_t want)
{
    const struct assay_fdot op = {profile, f, f, out};
    uint32_t d = 0xDEADBEEF;

    assert_int_equal(assay_fdot(&op, n, a, b, NULL, NULL, c, &d), ASSAY_MODEL_OK);
    if (d != want)
        fail_msg("%s %s: %08X, expected %08X", assay_fdot_profile_name(profile),
                 assay_fdot_format_name(f), (unsigned)d, (unsigned)want);
}

/* Results computed by hand from the rules. */
static void test_known(void **unused)
{
    const enum assay_fdot_format F16 = ASSAY_FDOT_F16, BF16 = ASSAY_FDOT_BF16;
    const enum assay_fdot_format E4M3 = ASSAY_FDOT_E4M3;
    const enum assay_fdot_output F32 = ASSAY_FDOT_OUT_F32, OUT16 = ASSAY_FDOT_OUT_F16;
    const enum assay_fdot_output E8M13 = ASSAY_FDOT_OUT_E8M13;
    static const uint32_t one[16] = {0x3C00, 0x3C00, 0x3C00, 0x3C00, 0x3C00, 0x3C00,
                                     0x3C00, 0x3C00, 0x3C00, 0x3C00, 0x3C00, 0x3C00,
                                     0x3C00, 0x3C00, 0x3C00, 0x3C00};
    static const uint32_t two24 = 0x4B800000;

    (void)unused;
    /* 2^24 + 1 + 1 + ...: with F = 23 each 1 is cut off; with F = 24 they add up, and the last bit
     * of the f32 is 2. */
    is(ASSAY_FDOT_VOLTA, F16, F32, 4, one, one, two24, two24);
    is(ASSAY_FDOT_TURING, F16, F32, 8, one, one, two24, two24 + 4);
    is(ASSAY_FDOT_AMPERE, F16, F32, 8, one, one, two24, two24 + 4);
    is(ASSAY_FDOT_HOPPER, F16, F32, 16, one, one, two24, two24 + 8);
    is(ASSAY_FDOT_AMPERE, F16, F32, 1, one, one, two24, two24);
    is(ASSAY_FDOT_AMPERE, F16, F32, 16, one, one, two24, two24 + 8);
    is(ASSAY_FDOT_CDNA1, F16, F32, 4, one, one, two24, two24 + 2);
    is(ASSAY_FDOT_CDNA1, F16, F32, 16, one, one, two24, two24 + 8);
    /* 2^25: with F = 24 a 1 is cut off, with 25 it stays. */
    is(ASSAY_FDOT_AMPERE, F16, F32, 8, one, one, two24 + 0x800000, two24 + 0x800000);
    is(ASSAY_FDOT_HOPPER, F16, F32, 8, one, one, two24 + 0x800000, two24 + 0x800002);

    /* Cancellation exposes what F cut off: 2^14 * 2^14 - 2^28 + 2^-24 (f16). */
    is(ASSAY_FDOT_BLACKWELL, F16, F32, 3, (const uint32_t[]){0x7400, 0x7400, 1},
       (const uint32_t[]){0x7400, 0xF400, 0x3C00}, 0, 0);
    is(ASSAY_FDOT_BLACKWELL, F16, F32, 1, (const uint32_t[]){1}, one, 0, 0x33800000);
    /* Products one bit above E: 1.5 * 1.5 = 2.25 is kept whole; four such terms + 2^-23. */
    is(ASSAY_FDOT_VOLTA, F16, F32, 4, (const uint32_t[]){0x3E00, 0x3E00, 0x3E00, 0x3E00},
       (const uint32_t[]){0x3E00, 0x3E00, 0x3E00, 0x3E00}, 0x34000000, 0x41100000);
    is(ASSAY_FDOT_VOLTA, F16, F32, 2, (const uint32_t[]){0x3E00, 0x3E00},
       (const uint32_t[]){0x3E00, 0xBE00}, 0x34000000, 0x34000000);

    /* Subnormals: as an operand, the least f16 squared; as a result, 2^-149. */
    is(ASSAY_FDOT_HOPPER, F16, F32, 1, (const uint32_t[]){1}, (const uint32_t[]){1}, 0, 0x27800000);
    is(ASSAY_FDOT_HOPPER, BF16, F32, 1, (const uint32_t[]){0x0080}, (const uint32_t[]){0x3F00}, 0,
       0x00400000);
    is(ASSAY_FDOT_HOPPER, F16, OUT16, 1, (const uint32_t[]){1}, one, 0, 0x0001);
    is(ASSAY_FDOT_HOPPER, F16, OUT16, 1, (const uint32_t[]){1}, (const uint32_t[]){0x3800}, 0, 0);
    is(ASSAY_FDOT_HOPPER, F16, OUT16, 1, (const uint32_t[]){0x8001}, (const uint32_t[]){0x3800}, 0,
       0); /* a tie to zero is +0 */
    is(ASSAY_FDOT_HOPPER, F16, OUT16, 1, (const uint32_t[]){0x8003}, (const uint32_t[]){0x3800}, 0,
       0x8002);

    /* Overflow gives infinity, even where results round toward zero. */
    is(ASSAY_FDOT_AMPERE, BF16, F32, 1, (const uint32_t[]){0x7F7F}, (const uint32_t[]){0x4000}, 0,
       0x7F800000);
    is(ASSAY_FDOT_AMPERE, BF16, F32, 1, (const uint32_t[]){0xFF7F}, (const uint32_t[]){0x4000}, 0,
       0xFF800000);
    is(ASSAY_FDOT_AMPERE, BF16, F32, 2, (const uint32_t[]){0x7F7F, 0x7F7F},
       (const uint32_t[]){0x4000, 0xBF80}, 0, 0x7F7F0000); /* the sum counts, not the terms */
    is(ASSAY_FDOT_AMPERE, F16, OUT16, 1, (const uint32_t[]){0x4C00}, one, 0x7BFF, 0x7C00); /* tie */
    is(ASSAY_FDOT_AMPERE, F16, OUT16, 1, (const uint32_t[]){0x4BFF}, one, 0x7BFF, 0x7BFF);

    /* A zero has exponent -126, and times 2^127 sets E to 1. */
    is(ASSAY_FDOT_AMPERE, BF16, F32, 1, (const uint32_t[]){0}, (const uint32_t[]){0x7F00},
       0x0D800000, 0);
    is(ASSAY_FDOT_AMPERE, BF16, F32, 1, (const uint32_t[]){0}, (const uint32_t[]){0x3F80},
       0x0D800000, 0x0D800000);
    /* Zeros are +0. */
    is(ASSAY_FDOT_AMPERE, BF16, F32, 1, (const uint32_t[]){0x8000}, (const uint32_t[]){0x3F80},
       0x80000000, 0);
    /* NaN, infinity times zero, infinities of both signs; infinity. */
    is(ASSAY_FDOT_AMPERE, BF16, F32, 1, (const uint32_t[]){0x7F81}, (const uint32_t[]){0}, 0,
       0x7FFFFFFF);
    is(ASSAY_FDOT_AMPERE, BF16, F32, 1, (const uint32_t[]){0x7F80}, (const uint32_t[]){0x8000}, 0,
       0x7FFFFFFF);
    is(ASSAY_FDOT_AMPERE, BF16, F32, 1, (const uint32_t[]){0x7F80}, (const uint32_t[]){0x3F80},
       0xFF800000, 0x7FFFFFFF);
    is(ASSAY_FDOT_AMPERE, BF16, F32, 1, (const uint32_t[]){0xFF80}, (const uint32_t[]){0x3F80},
       0x3F800000, 0xFF800000);
    is(ASSAY_FDOT_AMPERE, F16, OUT16, 1, (const uint32_t[]){0x7E00}, one, 0, 0x7FFF);
    is(ASSAY_FDOT_CDNA1, BF16, F32, 1, (const uint32_t[]){0x7F81}, (const uint32_t[]){0}, 0,
       0x7FC00000);
    /* tf32: only a NaN in the bits that count is a NaN. */
    is(ASSAY_FDOT_AMPERE, ASSAY_FDOT_TF32, F32, 1, (const uint32_t[]){0x7F800001},
       (const uint32_t[]){0x3F800000}, 0, 0x7F800000);
    is(ASSAY_FDOT_AMPERE, ASSAY_FDOT_TF32, F32, 1, (const uint32_t[]){0x7F802000},
       (const uint32_t[]){0x3F800000}, 0, 0x7FFFFFFF);

    /* e4m3: 448 * 448, and its NaN; with F = 13 a 1 next to 2^14 is cut off, next to 2^13 it stays,
     * and e8m13 has 13 bits. */
    is(ASSAY_FDOT_ADA, E4M3, E8M13, 1, (const uint32_t[]){0x7E}, (const uint32_t[]){0x7E}, 0,
       0x48440000);
    is(ASSAY_FDOT_ADA, E4M3, E8M13, 1, (const uint32_t[]){0xFF}, (const uint32_t[]){0}, 0,
       0x7FFFFFFF);
    is(ASSAY_FDOT_ADA, E4M3, E8M13, 2, (const uint32_t[]){0x38, 0x38},
       (const uint32_t[]){0x38, 0x38}, 0x46800000, 0x46800000);
    is(ASSAY_FDOT_ADA, E4M3, E8M13, 2, (const uint32_t[]){0x38, 0x38},
       (const uint32_t[]){0x38, 0x38}, 0x46000000, 0x46000800);
    is(ASSAY_FDOT_ADA, E4M3, E8M13, 1, (const uint32_t[]){0}, (const uint32_t[]){0}, 0x3FFFFFFF,
       0x3FFFFC00);
}

static void test_scales(void **unused)
{
    const struct assay_fdot op = {ASSAY_FDOT_BLACKWELL_SCALED, ASSAY_FDOT_E4M3, ASSAY_FDOT_E2M1,
                                  ASSAY_FDOT_OUT_F32};
    uint32_t a[33], b[33], d;
    uint8_t sa[2] = {128, 127}, sb[2] = {129, 126};

    (void)unused;
    for (unsigned i = 0; i < 33; ++i) {
        a[i] = 0x38; /* 1 */
        b[i] = 2;    /* 1 */
    }
    /* 32 * 2 * 4, then one more 1 * 0.5. */
    assert_int_equal(assay_fdot(&op, 33, a, b, sa, sb, 0, &d), ASSAY_MODEL_OK);
    assert_int_equal(d, 0x43804000);
    sb[1] = 0xFF;
    a[32] = 0;
    assert_int_equal(assay_fdot(&op, 33, a, b, sa, sb, 0, &d), ASSAY_MODEL_OK);
    assert_int_equal(d, 0x7FFFFFFF);
    /* Scales of 2^127 each: 2^254. */
    sa[0] = sb[0] = 254;
    assert_int_equal(assay_fdot(&op, 1, a, b, sa, sb, 0, &d), ASSAY_MODEL_OK);
    assert_int_equal(d, 0x7F800000);
    sb[0] = 0;
    assert_int_equal(assay_fdot(&op, 1, a, b, sa, sb, 0, &d), ASSAY_MODEL_OK);
    assert_int_equal(d, 0x3F800000);
}

/* The result of a group is the c of the next, and the last group is filled with +0. */
static void test_groups(void **unused)
{
    static const uint32_t one[9] = {0x3C00, 0x3C00, 0x3C00, 0x3C00, 0x3C00,
                                    0x3C00, 0x3C00, 0x3C00, 0x3C00};
    struct assay_fdot op = {ASSAY_FDOT_VOLTA, ASSAY_FDOT_F16, ASSAY_FDOT_F16,
                            ASSAY_FDOT_OUT_F32_C16};
    uint32_t d;

    (void)unused;
    assert_int_equal(assay_fdot(&op, 9, one, one, NULL, NULL, 0x3C00, &d), ASSAY_MODEL_OK);
    assert_int_equal(d, 0x41200000);
    assert_int_equal(assay_fdot(&op, 0, NULL, NULL, NULL, NULL, 0x3C00, &d), ASSAY_MODEL_OK);
    assert_int_equal(d, 0x3F800000);
    op.output = ASSAY_FDOT_OUT_F16;
    assert_int_equal(assay_fdot(&op, 9, one, one, NULL, NULL, 0x6800, &d), ASSAY_MODEL_OK);
    assert_int_equal(d, 0x6804); /* 2048, then three groups of at most 4, rounded to units of 2 */
    assert_int_equal(assay_fdot(&op, 0, NULL, NULL, NULL, NULL, 0x6800, &d), ASSAY_MODEL_OK);
    assert_int_equal(d, 0x6800);
}

static void test_errors(void **unused)
{
    static const uint32_t a[2] = {0x3C00, 0x10000}, b[2] = {0x3C00, 0};
    static const uint8_t scale[1] = {127};
    struct assay_fdot op = {ASSAY_FDOT_AMPERE, ASSAY_FDOT_F16, ASSAY_FDOT_F16, ASSAY_FDOT_OUT_F16};
    struct assay_fdot_shape shape;
    uint32_t d = 5;

    (void)unused;
    assert_int_equal(assay_fdot_measure(NULL, &shape), ASSAY_MODEL_NULL);
    assert_int_equal(assay_fdot_measure(&op, NULL), ASSAY_MODEL_NULL);
    assert_int_equal(assay_fdot(&op, 1, a, b, NULL, NULL, 0, NULL), ASSAY_MODEL_NULL);
    assert_int_equal(assay_fdot(&op, 1, NULL, b, NULL, NULL, 0, &d), ASSAY_MODEL_NULL);
    assert_int_equal(assay_fdot(&op, 1, a, NULL, NULL, NULL, 0, &d), ASSAY_MODEL_NULL);
    assert_int_equal(assay_fdot(&op, 2, a, b, NULL, NULL, 0, &d), ASSAY_MODEL_RANGE);
    assert_int_equal(assay_fdot(&op, 1, a, b, NULL, NULL, 0x10000, &d), ASSAY_MODEL_RANGE);
    assert_int_equal(assay_fdot(&op, 1, a, b, scale, scale, 0, &d), ASSAY_MODEL_RANGE);
    assert_int_equal(assay_fdot(&op, ASSAY_FDOT_MAX + (size_t)1, a, b, NULL, NULL, 0, &d),
                     ASSAY_MODEL_RANGE);
    op.b_format = ASSAY_FDOT_BF16;
    assert_int_equal(assay_fdot(&op, 1, a, b, NULL, NULL, 0, &d), ASSAY_MODEL_UNSUPPORTED);
    op.a_format = ASSAY_FDOT_BF16; /* f16 with bf16 */
    assert_int_equal(assay_fdot(&op, 1, a, b, NULL, NULL, 0, &d), ASSAY_MODEL_UNSUPPORTED);
    op.profile = ASSAY_FDOT_PROFILES;
    assert_int_equal(assay_fdot_measure(&op, &shape), ASSAY_MODEL_RANGE);
    op = (struct assay_fdot){ASSAY_FDOT_BLACKWELL_SCALED, ASSAY_FDOT_E2M1, ASSAY_FDOT_E2M1,
                             ASSAY_FDOT_OUT_F32};
    assert_int_equal(assay_fdot(&op, 1, b + 1, b + 1, NULL, scale, 0, &d), ASSAY_MODEL_NULL);
    assert_int_equal(assay_fdot(&op, 1, b + 1, b + 1, scale, scale, 0x10000, &d), ASSAY_MODEL_OK);
    op.output = ASSAY_FDOT_OUTPUTS;
    assert_int_equal(assay_fdot_measure(&op, &shape), ASSAY_MODEL_RANGE);

    assert_string_equal(assay_fdot_profile_name(ASSAY_FDOT_BLACKWELL_SCALED), "blackwell_scaled");
    assert_string_equal(assay_fdot_format_name(ASSAY_FDOT_BF16_1K), "bf16_1k");
    assert_string_equal(assay_fdot_output_name(ASSAY_FDOT_OUT_F32_C16), "f32_c16");
    assert_null(assay_fdot_profile_name(ASSAY_FDOT_PROFILES));
    assert_null(assay_fdot_format_name(ASSAY_FDOT_FORMATS));
    assert_null(assay_fdot_output_name(ASSAY_FDOT_OUTPUTS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_scales),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_errors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
