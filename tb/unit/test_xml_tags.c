/* test_xml_tags.c - the tags of an XML text (base/xml_tags.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/xml_tags.h"

static void test_walk(void **state)
{
    struct assay_xml_tags t = {
        .at = "<?xml version=\"1.0\" ?>\n<!-- <no> -->\n<a><b x=\"1\" y='>'/>text"
              "</a>"};
    char value[8];

    (void)state;
    assert_true(assay_xml_next(&t));
    assert_true(assay_xml_is(&t, "a"));
    assert_false(t.closes || t.empty);
    assert_true(assay_xml_next(&t));
    assert_true(assay_xml_is(&t, "b"));
    assert_true(t.empty);
    assert_true(assay_xml_attribute(&t, "x", value, sizeof value));
    assert_string_equal(value, "1");
    assert_true(assay_xml_attribute(&t, "y", value, sizeof value));
    assert_string_equal(value, ">");
    assert_false(assay_xml_attribute(&t, "z", value, sizeof value));
    assert_true(assay_xml_next(&t));
    assert_true(assay_xml_is(&t, "a") && t.closes);
    assert_false(assay_xml_next(&t));
    assert_false(assay_xml_next(&t));
}

static void test_values(void **state)
{
    struct assay_xml_tags t = {
        .at = "<file\n  name = \"a &amp; b&lt;&quot;&unknown;\" rename=\"c\" />"};
    char value[64], small[4];

    (void)state;
    assert_true(assay_xml_next(&t));
    assert_true(assay_xml_attribute(&t, "name", value, sizeof value));
    assert_string_equal(value, "a & b<\"&unknown;");
    assert_false(assay_xml_attribute(&t, "name", small, sizeof small));
    assert_string_equal(small, "");
    assert_true(assay_xml_attribute(&t, "rename", small, sizeof small));
    assert_false(assay_xml_attribute(&t, "nam", value, sizeof value));
}

/* Text truncated at any point ends without a crash. */
static void test_cut(void **state)
{
    static const char text[] = "<?x?><!-- c --><a b=\"&lt;\" c='d'/><e></e>";
    char part[sizeof text], value[16];

    (void)state;
    for (size_t n = 0; n < sizeof text; ++n) {
        struct assay_xml_tags t = {.at = part};
        int tags = 0;

        memcpy(part, text, n);
        part[n] = '\0';
        for (; assay_xml_next(&t); ++tags)
            assay_xml_attribute(&t, "c", value, sizeof value);
        assert_true(tags <= 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_walk), cmocka_unit_test(test_values),
                                       cmocka_unit_test(test_cut)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
