/* test_xml.c - text for XML and HTML (base/xml.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/xml.h"

static void becomes(const char *text, const char *expected)
{
    char *out = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&out, &size);

    assert_non_null(f);
    assay_xml_put(f, text);
    assert_int_equal(fclose(f), 0);
    assert_string_equal(out, expected);
    free(out);
}

static void test_escaped(void **state)
{
    (void)state;
    becomes("", "");
    becomes("a < b && \"c\" > 'd'", "a &lt; b &amp;&amp; &quot;c&quot; &gt; 'd'");
    becomes("two\tcolumns\ntwo lines\r\n", "two\tcolumns\ntwo lines?\n");
    becomes("\x01\x1F\x7F~", "???~");
}

static void test_utf8(void **state)
{
    (void)state;
    becomes("\xC2\x80 \xC3\xBC \xE2\x82\xAC \xED\x9F\xBF \xF0\x9F\x98\x80 \xF4\x8F\xBF\xBF",
            "\xC2\x80 \xC3\xBC \xE2\x82\xAC \xED\x9F\xBF \xF0\x9F\x98\x80 \xF4\x8F\xBF\xBF");
    becomes("\xFC"
            "x",
            "?x");             /* Latin 1 */
    becomes("\x80\xBF", "??"); /* no first byte */
    becomes("\xE2\x82", "??"); /* truncated */
    becomes("\xE2\x82<", "??&lt;");
    becomes("\xC0\xAF \xE0\x80\xAF", "?? ???"); /* '/' in two and three bytes */
    becomes("\xED\xA0\x80", "???");             /* half of a surrogate pair */
    becomes("\xF4\x90\x80\x80 \xF5\x80\x80\x80", "???? ????");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_escaped),
        cmocka_unit_test(test_utf8),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
