/*
 * test_predicate_arithmetic.c - the results of each operation of predicate, against the host's
 * arithmetic and values computed by hand.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "predicate/instructions.h"
#include "predicate/interp_value.h"
#include "predicate/random_word.h"
#include "predicate/warp.h"
#include "unit/random.h"

enum { SEED = 41, DRAWS = 200000 };

static bool has_value(uint8_t op)
{
    return (predicate_instructions[op].to >> PREDICATE_TO_R & 1) != 0 && op <= PREDICATE_CVT &&
           op != PREDICATE_LD;
}

static void same(uint8_t op, uint32_t modifier, uint32_t a, uint32_t b, uint32_t c, bool choice)
{
    struct predicate_word w = {.op = op};
    uint32_t expected, actual;
    bool known;

    predicate_set_modifier(&w, modifier);
    expected = interp_value(op, w.ck, w.ci, a, b, c, choice, &known);
    assert_true(known);
    actual = predicate_compute(&w, a, b, c, choice);
    if (actual != expected)
        fail_msg("op %d, modifier %" PRIu32 ": a %08" PRIx32 ", b %08" PRIx32 ", c %08" PRIx32
                 ": expected %08" PRIx32 ", got %08" PRIx32,
                 op, modifier, a, b, c, expected, actual);
}

static void test_random(void **unused)
{
    struct assay_rng r;
    uint32_t operations = 0;

    (void)unused;
    assay_rng_init(&r, random_seed(SEED), "test.predicate_arithmetic");
    for (int i = 1; i < PREDICATE_OPS; ++i) {
        const uint8_t op = (uint8_t)i;

        if (!has_value(op))
            continue;
        for (uint32_t m = 0; m < predicate_modifiers(op); ++m) {
            if (!predicate_good_modifier(op, m))
                continue;
            ++operations;
            for (uint32_t n = 0; n < DRAWS / predicate_modifiers(op); ++n) {
                const uint32_t a = predicate_random_value(&r, 30);
                const uint32_t b = predicate_random_value(&r, 30);
                const bool uniform = assay_rng_percent(&r, 50);

                same(op, m, a, b, predicate_random_value(&r, 30), uniform);
            }
        }
    }
    printf("%" PRIu32 " operations\n", operations);
    assert_int_equal(operations, 74);
}

static uint32_t cvt(uint8_t from, uint8_t to, bool cut, uint32_t a)
{
    return predicate_convert(a, from, to, cut);
}

/* Every f16 and bf16, and values around every boundary of the other types. */
static void test_conversions(void **unused)
{
    (void)unused;
    for (uint32_t m = 0; m < predicate_modifiers(PREDICATE_CVT); ++m) {
        const uint8_t from = m & 7;

        if (!predicate_good_modifier(PREDICATE_CVT, m))
            continue;
        for (uint32_t a = 0; a < 0x10000; ++a) {
            if (from >= PREDICATE_F16) {
                same(PREDICATE_CVT, m, a | 0xABCD0000, 0, 0, false);
            } else {
                same(PREDICATE_CVT, m, a << 16, 0, 0, false);
                same(PREDICATE_CVT, m, (a << 16) + 1, 0, 0, false);
                same(PREDICATE_CVT, m, (a << 16) - 1, 0, 0, false);
                same(PREDICATE_CVT, m, (a << 16) | 0x8000, 0, 0, false);
            }
        }
    }
}

static void test_by_hand(void **unused)
{
    struct predicate_word w = {.op = PREDICATE_BFE, .ck = PREDICATE_U32};

    (void)unused;
    /* out of range: the nearest; toward zero: the largest number, not infinity */
    assert_int_equal(cvt(PREDICATE_F32, PREDICATE_S32, false, 0x4F000000), 0x7FFFFFFF);
    assert_int_equal(cvt(PREDICATE_F32, PREDICATE_S32, false, 0xFF800000), 0x80000000);
    assert_int_equal(cvt(PREDICATE_F32, PREDICATE_S32, false, 0x7FC00000), 0);
    assert_int_equal(cvt(PREDICATE_F32, PREDICATE_U32, false, 0xBF800000), 0);
    assert_int_equal(cvt(PREDICATE_F32, PREDICATE_U32, false, 0x4F800000), 0xFFFFFFFF);
    assert_int_equal(cvt(PREDICATE_S32, PREDICATE_U32, false, 0xFFFFFFFF), 0);
    assert_int_equal(cvt(PREDICATE_U32, PREDICATE_S32, false, 0xFFFFFFFF), 0x7FFFFFFF);
    assert_int_equal(cvt(PREDICATE_F32, PREDICATE_F16, false, 0x477FF000), 0x7C00); /* 65520 */
    assert_int_equal(cvt(PREDICATE_F32, PREDICATE_F16, true, 0x477FF000), 0x7BFF);
    assert_int_equal(cvt(PREDICATE_F32, PREDICATE_F16, true, 0x7F800000), 0x7C00);
    /* ties to even: 2.5, 3.5; toward zero */
    assert_int_equal(cvt(PREDICATE_F32, PREDICATE_S32, false, 0x40200000), 2);
    assert_int_equal(cvt(PREDICATE_F32, PREDICATE_S32, false, 0x40600000), 4);
    assert_int_equal(cvt(PREDICATE_F32, PREDICATE_S32, true, 0xC0600000), 0xFFFFFFFD);
    /* rounded once: through f32 it would be 0x4B80, from 0x01010000 and then a tie */
    assert_int_equal(cvt(PREDICATE_S32, PREDICATE_BF16, false, 0x01010001), 0x4B81);
    assert_int_equal(cvt(PREDICATE_F32, PREDICATE_F16, false, 0x33000000), 0); /* 2^-25 */

    assert_int_equal(predicate_compute(&w, 0xDEADBEEF, 0x0804, 0, false), 0xEE);
    assert_int_equal(predicate_compute(&w, 0xDEADBEEF, 0x201C, 0, false), 0xD);
    w.ck = PREDICATE_S32;
    assert_int_equal(predicate_compute(&w, 0xDEADBEEF, 0x0804, 0, false), 0xFFFFFFEE);
    assert_int_equal(predicate_compute(&w, 0xDEADBEEF, 0x2000, 0, false), 0xDEADBEEF);
    assert_int_equal(predicate_compute(&w, 0xDEADBEEF, 0x0004, 0, false), 0);
    w.op = PREDICATE_PRMT;
    assert_int_equal(predicate_compute(&w, 0x33221100, 0x77665584, 0x4C0F, false), 0x84FF0000);
    w.op = PREDICATE_DP4A_SU;
    assert_int_equal(predicate_compute(&w, 0xFF000002, 0xFF000003, 10, false), 0xFFFFFF11);
    w.op = PREDICATE_MULHI;
    assert_int_equal(predicate_compute(&w, 0x80000000, 0x80000000, 0, false), 0x40000000);
    assert_int_equal(predicate_compute(&w, 0xFFFFFFFF, 1, 0, false), 0xFFFFFFFF);
    w.op = PREDICATE_CLZ;
    assert_int_equal(predicate_compute(&w, 0, 0, 0, false), 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_by_hand),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
