/*
 * test_compute_block_float.c - the activation tables of compute_block, recomputed by MPFR, and the
 * activations' largest error; requantise against the definition of its roundings.
 *
 *     test_compute_block_float --write FILE     write model/compute_block/tables.c
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <mpfr.h>
#include <cmocka.h>

#include "compute_block/compute_block.h"
#include "unit/host_words.h"

enum { PRECISION = 200, POINTS = 4000 };

/* y = f(x), where f is sigmoid or tanh. */
static void function(mpfr_t y, const mpfr_t x, int act)
{
    if (act == CB_ACT_TANH) {
        mpfr_tanh(y, x, MPFR_RNDN);
        return;
    }
    mpfr_neg(y, x, MPFR_RNDN);
    mpfr_exp(y, y, MPFR_RNDN);
    mpfr_add_ui(y, y, 1, MPFR_RNDN);
    mpfr_ui_div(y, 1, y, MPFR_RNDN);
}

static void form_table(struct cb_table *t, int act)
{
    const unsigned long to_one = act == CB_ACT_TANH ? 16 : 8;
    mpfr_t x0, x1, f0, f1, s;

    mpfr_inits2(PRECISION, x0, x1, f0, f1, s, (mpfr_ptr)0);
    for (unsigned i = 0; i < CB_SEGMENTS; ++i) {
        mpfr_set_ui(x0, i, MPFR_RNDN);
        mpfr_div_ui(x0, x0, to_one, MPFR_RNDN);
        mpfr_set_ui(x1, i + 1, MPFR_RNDN);
        mpfr_div_ui(x1, x1, to_one, MPFR_RNDN);
        function(f0, x0, act);
        function(f1, x1, act);
        mpfr_sub(s, f1, f0, MPFR_RNDN);
        mpfr_mul_ui(s, s, to_one, MPFR_RNDN);
        t->slope[i] = as_bits(mpfr_get_flt(s, MPFR_RNDN));
        mpfr_mul(s, s, x0, MPFR_RNDN);
        mpfr_sub(s, f0, s, MPFR_RNDN);
        t->icept[i] = as_bits(mpfr_get_flt(s, MPFR_RNDN));
    }
    mpfr_clears(x0, x1, f0, f1, s, (mpfr_ptr)0);
}

static void write_words(FILE *f, const char *name, const uint32_t *v)
{
    fprintf(f, "    .%s = {\n", name);
    for (unsigned i = 0; i < CB_SEGMENTS; ++i)
        fprintf(f, "%s0x%08X,%s", i % 8 ? " " : "        ", (unsigned)v[i], i % 8 == 7 ? "\n" : "");
    fputs("    },\n", f);
}

static void write_table(FILE *f, const char *name, int act)
{
    struct cb_table t;

    form_table(&t, act);
    fprintf(f, "\nconst struct cb_table %s = {\n", name);
    write_words(f, "slope", t.slope);
    write_words(f, "icept", t.icept);
    fputs("};\n", f);
}

static int write_file(const char *path)
{
    FILE *f = fopen(path, "w");

    if (!f)
        return 1;
    fputs("/* tables.c - written by `test_compute_block_float --write FILE`, which as a test holds "
          "it "
          "against\n * MPFR. */\n#include \"compute_block/compute_block.h\"\n\n/* clang-format off "
          "*/\n",
          f);
    write_table(f, "cb_sigmoid_table", CB_ACT_SIGMOID);
    write_table(f, "cb_tanh_table", CB_ACT_TANH);
    fputs("\n/* clang-format on */\n", f);
    return fclose(f) != 0;
}

static void tables_are_those_of_mpfr(void **state)
{
    struct cb_table t;

    (void)state;
    form_table(&t, CB_ACT_SIGMOID);
    assert_memory_equal(&t, &cb_sigmoid_table, sizeof t);
    form_table(&t, CB_ACT_TANH);
    assert_memory_equal(&t, &cb_tanh_table, sizeof t);
}

/* Returns the largest |activation - function| at +x and -x, with x at `points` equal steps from
 * `from` on. */
static double largest_error(int act, double from, double to, unsigned points)
{
    double largest = 0;
    mpfr_t x, y;

    mpfr_inits2(PRECISION, x, y, (mpfr_ptr)0);
    for (unsigned i = 0; i < points; ++i) {
        for (int sign = 0; sign < 2; ++sign) {
            const float v = (float)(from + (to - from) * i / points) * (sign ? -1.0F : 1.0F);
            const float got = as_float(cb_activate((uint8_t)act, DPAS_ACC_F32, as_bits(v)));
            double e;

            mpfr_set_flt(x, v, MPFR_RNDN);
            function(y, x, act);
            mpfr_sub_d(y, y, (double)got, MPFR_RNDN);
            mpfr_abs(y, y, MPFR_RNDN);
            e = mpfr_get_d(y, MPFR_RNDU);
            largest = e > largest ? e : largest;
        }
    }
    mpfr_clears(x, y, (mpfr_ptr)0);
    return largest;
}

static void check_error(const char *what, int act, double from, double to, double least,
                        double most)
{
    const double e = largest_error(act, from, to, 64 * POINTS / 16);

    print_message("%s, %g <= |x| < %g: largest error %.3e\n", what, from, to, e);
    assert_true(e > least);
    assert_true(e < most);
}

/* The figures stated in the README. */
static void errors_are_those_stated(void **state)
{
    (void)state;
    check_error("sigmoid", CB_ACT_SIGMOID, 0, 8, 1.8e-4, 1.9e-4);
    check_error("sigmoid", CB_ACT_SIGMOID, 8, 200, 3.3e-4, 3.4e-4);
    check_error("tanh", CB_ACT_TANH, 0, 4, 3.7e-4, 3.8e-4);
    check_error("tanh", CB_ACT_TANH, 4, 100, 6.7e-4, 6.8e-4);
}

static void corners(void **state)
{
    static const struct {
        uint8_t act, acc;
        uint32_t x, y;
    } c[] = {
        {CB_ACT_NONE, DPAS_ACC_F32, 0x7F800001, 0x7F800001},
        {CB_ACT_RELU, DPAS_ACC_S32, 0x80000000, 0},
        {CB_ACT_RELU, DPAS_ACC_S32, 0x7FFFFFFF, 0x7FFFFFFF},
        {CB_ACT_RELU, DPAS_ACC_F32, 0x80000000, 0},
        {CB_ACT_RELU, DPAS_ACC_F32, 0x00000001, 0x00000001},
        {CB_ACT_RELU, DPAS_ACC_F32, 0x7F800000, 0x7F800000},
        {CB_ACT_RELU, DPAS_ACC_F32, 0xFF800000, 0},
        {CB_ACT_RELU, DPAS_ACC_F32, 0xFF800001, 0x7FC00000},
        {CB_ACT_SIGMOID, DPAS_ACC_F32, 0, 0x3F000000},
        {CB_ACT_SIGMOID, DPAS_ACC_F32, 0x80000000, 0x3F000000},
        {CB_ACT_SIGMOID, DPAS_ACC_F32, 0x7F800000, 0x3F800000},
        {CB_ACT_SIGMOID, DPAS_ACC_F32, 0xFF800000, 0},
        {CB_ACT_SIGMOID, DPAS_ACC_F32, 0x41000000, 0x3F800000},
        {CB_ACT_SIGMOID, DPAS_ACC_F32, 0xFFC12345, 0x7FC00000},
        {CB_ACT_TANH, DPAS_ACC_F32, 0, 0},
        {CB_ACT_TANH, DPAS_ACC_F32, 0x80000000, 0x80000000},
        {CB_ACT_TANH, DPAS_ACC_F32, 0xFF800000, 0xBF800000},
        {CB_ACT_TANH, DPAS_ACC_F32, 0x40800000, 0x3F800000},
        {CB_ACT_TANH, DPAS_ACC_F32, 0x7F800001, 0x7FC00000},
    };

    (void)state;
    for (size_t i = 0; i < sizeof c / sizeof c[0]; ++i)
        assert_int_equal(cb_activate(c[i].act, c[i].acc, c[i].x), c[i].y);
}

/* Returns round(x / 2^n), ties away from zero, by the definition: the nearer of the two
 * neighbours. */
static int64_t nearest(int64_t x, int n)
{
    const int64_t unit = INT64_C(1) << n;
    const int64_t toward = x / unit, rest = x % unit, size = rest < 0 ? -rest : rest;

    return toward + (2 * size >= unit && size ? (x < 0 ? -1 : 1) : 0);
}

/* x * m fits in 63 bits for every left shift of the test, so no sum wraps. */
static void scales_are_rounded_twice(void **state)
{
    static const int32_t factors[] = {INT32_MIN,  INT32_MIN + 1, -1073741824, -3, -1, 0, 1, 2, 5, 7,
                                      1073741824, 1431655765,    INT32_MAX};
    enum { FACTORS = sizeof factors / sizeof factors[0], SUMS = 41 };
    uint32_t up = 0;

    (void)state;
    for (int32_t i = -SUMS; i <= SUMS; ++i)
        for (uint32_t k = 0; k < FACTORS; ++k)
            for (int s = -32; s <= 24; ++s) {
                const int64_t product = (int64_t)i * factors[k];
                const int64_t raised = s > 0 ? product * (INT64_C(1) << s) : product;
                const int64_t sum = raised + (INT64_C(1) << 30), unit = INT64_C(1) << 31;
                const int64_t first = sum / unit - (sum % unit < 0);
                const int64_t y = s < 0 ? nearest(first, -s) : first;

                assert_int_equal(cb_scale((uint32_t)i, (uint32_t)factors[k], (uint32_t)s), y);
                up += s < 0 && y != first >> -s;
            }
    assert_true(up > 1000);
}

static void scales_of_a_layer(void **state)
{
    /* Sums of an 8-bit layer with its multiplier and shift. The results were computed by hand. */
    static const struct {
        int32_t x, m, shift, offset, low, high, y;
    } c[] = {
        {1000, 1073741824, -4, 0, -128, 127, 31}, /* 1000 / 2 / 16 = 31.25 */
        {1016, 1073741824, -4, 0, -128, 127, 32}, /* 31.75 */
        {1008, 1073741824, -4, 0, -128, 127, 32}, /* 31.5: away from zero */
        {-1008, 1073741824, -4, 0, -128, 127, -32}, {1000, 1073741824, -4, -128, -128, 127, -97},
        {100000, 2147483647, 0, 5, -128, 127, 127}, {-100000, 2147483647, 0, 5, -128, 127, -128},
        {3, 1073741824, 2, 10, 0, 255, 16},
    };

    (void)state;
    for (size_t i = 0; i < sizeof c / sizeof c[0]; ++i) {
        const struct compute_block_msg m = {.act = CB_ACT_REQUANTISE,
                                            .offset = (uint16_t)c[i].offset,
                                            .low = (uint16_t)c[i].low,
                                            .high = (uint16_t)c[i].high};

        assert_int_equal(
            (int32_t)cb_requantise(&m, (uint32_t)c[i].x, (uint32_t)c[i].m, (uint32_t)c[i].shift),
            c[i].y);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_those_of_mpfr),
        cmocka_unit_test(errors_are_those_stated),
        cmocka_unit_test(corners),
        cmocka_unit_test(scales_are_rounded_twice),
        cmocka_unit_test(scales_of_a_layer),
    };

    if (argc == 3 && strcmp(argv[1], "--write") == 0)
        return write_file(argv[2]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
