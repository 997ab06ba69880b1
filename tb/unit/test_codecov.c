/*
 * test_codecov.c - line and toggle coverage (coverage/codecov.h): stores that are not whole are
 * refused, and lines of a source are found however long others are.
 */
#include <string.h>

#include "coverage/codecov.h"
#include "unit/folder.h"
#include "unit/put_file.h"

#define HEAD "# SystemC::Coverage-3\n"
#define POINT "C '\001f\002/x/rtl/a.v\001l\0023\001n\0027\001page\002v_line/a\001o\002block' 12"

static char why[PATH_MAX + 512];

static void test_load(void **state)
{
    struct assay_codecov db = {0};

    (void)state;
    put_text(in_folder("code"), HEAD POINT "\n");
    if (!assay_codecov_load(&db, in_folder("code"), why, sizeof why))
        fail_msg("%s", why);
    assert_int_equal(db.n, 1);
    assert_string_equal(db.point[0].file, "rtl/a.v");
    assert_int_equal(db.point[0].line, 3);
    assert_int_equal(db.point[0].column, 7);
    assert_int_equal(db.point[0].kind, ASSAY_CODE_LINE);
    assert_string_equal(db.point[0].object, "block");
    assert_true(db.point[0].count == 12);
    assay_codecov_free(&db);
}

static void test_bad_stores(void **state)
{
    static const struct {
        const char *text, *message; /* what follows the file's name */
    } cases[] = {
        {"", ":1: the file is empty: expected '# SystemC::Coverage-3'"},
        {"# SystemC::Coverage-3", ":1: the line has no end: expected a complete file"},
        {"# SystemC::Coverage-2\n", ":1: expected '# SystemC::Coverage-3'"},
        {HEAD POINT, ":2: the line has no end: expected a complete file"},
        {HEAD POINT "\nC '\001f", ":3: the line has no end: expected a complete file"},
        {HEAD "C '' 1\n", ":2: expected a coverage point"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct assay_codecov db = {0};
        const char *path = in_folder("code");

        put_text(path, cases[i].text);
        assert_false(assay_codecov_load(&db, path, why, sizeof why));
        assert_memory_equal(why, path, strlen(path));
        assert_string_equal(why + strlen(path), cases[i].message);
        assay_codecov_free(&db);
    }
}

static void test_source(void **state)
{
    static char file[5000];
    char text[16];

    (void)state;
    memset(file, 'x', sizeof file);
    memcpy(file + sizeof file - 8, "\nthird\n", 8);
    memcpy(file, "first\n", 6);
    put_text(in_folder("a.v"), file);
    assay_codecov_source(folder.path, "a.v", 1, text, sizeof text);
    assert_string_equal(text, "first\n");
    assay_codecov_source(folder.path, "a.v", 2, text, sizeof text);
    assert_string_equal(text, "xxxxxxxxxxxxxxx");
    assay_codecov_source(folder.path, "a.v", 3, text, sizeof text);
    assert_string_equal(text, "third\n");
    assay_codecov_source(folder.path, "a.v", 4, text, sizeof text);
    assert_string_equal(text, "");
    assay_codecov_source(folder.path, "b.v", 1, text, sizeof text);
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_load),
        cmocka_unit_test(test_bad_stores),
        cmocka_unit_test(test_source),
    };

    return cmocka_run_group_tests(tests, folder_open, folder_close);
}
