/* test_utf8.c - text that is UTF-8 or is converted to it (base/utf8.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/utf8.h"

static void test_length(void **state)
{
    (void)state;
    assert_int_equal(assay_utf8_length("a"), 1);
    assert_int_equal(assay_utf8_length("\xC3\xBC!"), 2);
    assert_int_equal(assay_utf8_length("\xE2\x82\xAC!"), 3);
    assert_int_equal(assay_utf8_length("\xF0\x9F\x98\x80!"), 4);
    assert_int_equal(assay_utf8_length("\xBC"), 0);
    assert_int_equal(assay_utf8_length("\xE2\x82"), 0);
}

static void test_mended(void **state)
{
    char text[] = "\xE9t\xC3\xA9 \xE2\x82\"";

    (void)state;
    assay_utf8_mend(text);
    assert_string_equal(text, "?t\xC3\xA9 ??\"");
}

static void test_fit(void **state)
{
    (void)state;
    assert_int_equal(assay_utf8_fit("abc", 5), 3);
    assert_int_equal(assay_utf8_fit("abc", 3), 3);
    assert_int_equal(assay_utf8_fit("abc", 2), 2);
    assert_int_equal(assay_utf8_fit("a\xC3\xBC", 2), 1);
    assert_int_equal(assay_utf8_fit("a\xC3\xBC", 3), 3);
    assert_int_equal(assay_utf8_fit("a\xC3\xBC!", 3), 3);
    for (size_t most = 1; most < 5; ++most) /* a character of four bytes */
        assert_int_equal(assay_utf8_fit("a\xF0\x9F\x98\x80", most), 1);
    assert_int_equal(assay_utf8_fit("\x80\x80\x80\x80\x80\x80", 5), 5); /* no characters to keep */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_length),
        cmocka_unit_test(test_mended),
        cmocka_unit_test(test_fit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
