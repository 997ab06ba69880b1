/* test_number.c - whole numbers from text (base/number.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/number.h"

static void test_whole(void **state)
{
    static const struct {
        const char *text;
        uint64_t value;
    } good[] = {
        {"0", 0},
        {"007", 7},
        {"1_000_000", 1000000},
        {"18446744073709551615", UINT64_MAX},
        {"0000000000000000000000018446744073709551615", UINT64_MAX},
    };
    static const char *const bad[] = {"",
                                      " 1",
                                      "1 ",
                                      "+1",
                                      "-1",
                                      "_1",
                                      "1_",
                                      "_",
                                      "0x1",
                                      "1e",
                                      "1.0",
                                      "one",
                                      "1,",
                                      "1\n",
                                      "18446744073709551616",
                                      "99999999999999999999999"};
    uint64_t v;

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; ++i) {
        assert_true(assay_parse_number(good[i].text, &v));
        assert_true(v == good[i].value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
        assert_false(assay_parse_number(bad[i], &v));
}

/* Only `n` characters count; the two kinds of failure are distinct. */
static void test_span(void **state)
{
    uint64_t v = 3;

    (void)state;
    assert_int_equal(assay_number_span("1234", 2, 100, &v), ASSAY_NUMBER);
    assert_int_equal(v, 12);
    assert_int_equal(assay_number_span("100", 3, 100, &v), ASSAY_NUMBER);
    assert_int_equal(v, 100);
    assert_int_equal(assay_number_span("101", 3, 100, &v), ASSAY_NUMBER_TOO_LARGE);
    assert_int_equal(v, 100);
    assert_int_equal(assay_number_span("18446744073709551616", 20, UINT64_MAX, &v),
                     ASSAY_NUMBER_TOO_LARGE);
    assert_true(v == UINT64_MAX);
    assert_int_equal(assay_number_span("1x", 2, 100, &v), ASSAY_NO_NUMBER);
    assert_int_equal(assay_number_span("99999999999999999999x", 21, 100, &v), ASSAY_NO_NUMBER);
    assert_int_equal(assay_number_span("1", 0, 100, &v), ASSAY_NO_NUMBER);
    assert_true(v == UINT64_MAX);
}

static void test_problem(void **state)
{
    (void)state;
    assert_string_equal(assay_number_problem("x", 0), "expected a number, in decimal digits");
    assert_string_equal(assay_number_problem("0", 1), "expected a number above 0");
    assert_string_equal(assay_number_problem("-1", 1),
                        "expected a number above 0, in decimal digits");
    assert_string_equal(assay_number_problem("1e5", 1),
                        "expected a number above 0, in decimal digits");
    assert_string_equal(assay_number_problem("18446744073709551616", 1),
                        "too large: expected a number up to 18446744073709551615");
}

static void test_prefix(void **state)
{
    const char *text = "12/34_5", *at = text;
    uint64_t v = 0;

    (void)state;
    assert_int_equal(assay_number_prefix(&at, UINT64_MAX, &v), ASSAY_NUMBER);
    assert_int_equal(v, 12);
    assert_ptr_equal(at, text + 2);
    assert_int_equal(assay_number_prefix(&at, UINT64_MAX, &v), ASSAY_NO_NUMBER);
    assert_ptr_equal(at, text + 2);
    ++at;
    assert_int_equal(assay_number_prefix(&at, 33, &v), ASSAY_NUMBER_TOO_LARGE);
    assert_int_equal(v, 33);
    assert_string_equal(at, "_5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),
        cmocka_unit_test(test_span),
        cmocka_unit_test(test_problem),
        cmocka_unit_test(test_prefix),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
