/* test_filelist.c - RTL file lists (sim/filelist.h). */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/tree.h"
#include "sim/filelist.h"
#include "unit/put_file.h"

static char root[PATH_MAX];

/* Creates the working folder of the tests, with sources in it, in lists/ and in "with blank/". */
static int make_files(void **unused)
{
    char folder[] = "/tmp/assay-test-filelist-XXXXXX";

    (void)unused;
    if (!mkdtemp(folder) || !realpath(folder, root) || chdir(root) != 0)
        return -1;
    if (!assay_make_folder("lists") || !assay_make_folder("with blank") ||
        !assay_make_folder("lists/lib") || !assay_make_folder("deep"))
        return -1;
    put_text("a.v", "");
    put_text("here.v", "");
    put_text("lists/a.v", "");
    put_text("lists/b.v", "");
    put_text("lists/lib/c.v", "");
    put_text("with blank/d.v", "");
    put_text("deep/e.v", "");
    return 0;
}

static int remove_files(void **unused)
{
    (void)unused;
    return chdir("/") == 0 && assay_tree_remove(root) ? 0 : -1;
}

static void is_file(const struct assay_names *names, size_t i, const char *relative)
{
    char path[PATH_MAX];

    assay_path(path, sizeof path, "%s/%s", root, relative);
    assert_true(i < names->n);
    assert_string_equal(names->v[i], path);
}

static void good(const char *text, struct assay_filelist *list)
{
    char why[1024] = "";

    put_text("lists/test.f", text);
    if (!assay_filelist_read("lists/test.f", list, why, sizeof why))
        fail_msg("%s", why);
}

static void bad(const char *text, const char *message)
{
    struct assay_filelist list;
    char why[1024] = "";

    put_text("lists/test.f", text);
    assert_false(assay_filelist_read("lists/test.f", &list, why, sizeof why));
    if (!strstr(why, message))
        fail_msg("'%s' without '%s'", why, message);
    assert_int_equal(list.sources.n, 0);
}

static void test_items(void **unused)
{
    struct assay_filelist list;

    (void)unused;
    good("// of a core\n"
         "+incdir+lib+../deep +define+A=1+B -sv\n"
         "-v lib/c.v   b.v /* twice\n"
         " over lines */ a.v /**/ # the end\n"
         "-y lib\n"
         "+libext+.v+.svh\n",
         &list);
    assert_int_equal(list.sources.n, 2);
    is_file(&list.sources, 0, "lists/b.v");
    is_file(&list.sources, 1, "lists/a.v");
    assert_int_equal(list.incdirs.n, 2);
    is_file(&list.incdirs, 0, "lists/lib");
    is_file(&list.incdirs, 1, "deep");
    assert_int_equal(list.defines.n, 2);
    assert_string_equal(list.defines.v[0], "A=1");
    assert_string_equal(list.defines.v[1], "B");
    assert_int_equal(list.library_files.n, 1);
    is_file(&list.library_files, 0, "lists/lib/c.v");
    assert_int_equal(list.library_dirs.n, 1);
    is_file(&list.library_dirs, 0, "lists/lib");
    assert_int_equal(list.extensions.n, 2);
    assert_string_equal(list.extensions.v[1], ".svh");
    assert_true(assay_filelist_has_libraries(&list));
    assay_filelist_free(&list);
    good("b.v\n-y lib", &list);
    assert_int_equal(list.extensions.n, 2);
    assert_string_equal(list.extensions.v[0], ".v");
    assert_string_equal(list.extensions.v[1], ".sv");
    assay_filelist_free(&list);
}

static void test_words(void **unused)
{
    struct assay_filelist list;

    (void)unused;
    good("\"../with blank/d.v\"\r\n'../with blank/d.v' ../with\\ blank/d.v\r\n"
         "+incdir+\"../with blank\"\r\n",
         &list);
    assert_int_equal(list.sources.n, 3);
    for (size_t i = 0; i < 3; ++i)
        is_file(&list.sources, i, "with blank/d.v");
    is_file(&list.incdirs, 0, "with blank");
    assay_filelist_free(&list);
    bad("b.v\n\"b.v\n", "lists/test.f:2: an unterminated quote");
    bad("b.v\n\n/* x\n\n", "lists/test.f:3: an unterminated comment");
}

static void test_variables(void **unused)
{
    struct assay_filelist list;

    (void)unused;
    assert_int_equal(setenv("ASSAY_TEST_RTL", root, 1), 0);
    assert_int_equal(unsetenv("ASSAY_TEST_UNSET"), 0);
    good("$ASSAY_TEST_RTL/a.v ${ASSAY_TEST_RTL}/deep/e.v \"$(ASSAY_TEST_RTL)/with blank/d.v\"",
         &list);
    assert_int_equal(list.sources.n, 3);
    is_file(&list.sources, 0, "a.v");
    is_file(&list.sources, 1, "deep/e.v");
    is_file(&list.sources, 2, "with blank/d.v");
    assay_filelist_free(&list);
    bad("b.v\n${ASSAY_TEST_UNSET}/a.v", "lists/test.f:2: variable ASSAY_TEST_UNSET is not set");
    bad("${ASSAY_TEST_RTL/a.v", "lists/test.f:1: '${ASSAY_TEST_RTL/a.v': expected $NAME");
    bad("'$ASSAY_TEST_RTL/a.v'", "lists/test.f:1: $ASSAY_TEST_RTL/a.v: No such file");
}

/* -F: relative to the list. -f: relative to the working folder, else to the list. */
static void test_lists(void **unused)
{
    struct assay_filelist list;

    (void)unused;
    put_text("deep/sub.f", "e.v\n");
    put_text("deep/here.f", "here.v deep/e.v\n");
    put_text("deep/both.f", "a.v\n");
    put_text("deep/outer.f", "-F sub.f\n");
    good("-F ../deep/sub.f", &list);
    is_file(&list.sources, 0, "deep/e.v");
    assay_filelist_free(&list);
    good("-f deep/sub.f\n-f ../deep/sub.f -f deep/outer.f", &list);
    assert_int_equal(list.sources.n, 3);
    is_file(&list.sources, 2, "deep/e.v");
    assay_filelist_free(&list);
    good("-f deep/here.f", &list);
    assert_int_equal(list.sources.n, 2);
    is_file(&list.sources, 0, "here.v");
    is_file(&list.sources, 1, "deep/e.v");
    assay_filelist_free(&list);
    bad("-F ../deep/here.f",
        "deep/here.f:1: here.v: No such file or directory beside the list, but in "
        "the working folder");
    bad("-F deep/sub.f", "lists/test.f:1: lists/deep/sub.f: No such file");
    bad("\n-F lib", "lists/test.f:2: lists/lib: Is a directory: expected an RTL file list");
    good("-f deep/both.f", &list);
    is_file(&list.sources, 0, "a.v");
    assay_filelist_free(&list);
    put_text("deep/a.v", "");
    bad("-f deep/both.f", "deep/both.f:1: a.v is in the working folder and, another one, deep/a.v");
    assert_int_equal(unlink("deep/a.v"), 0);
    bad("here.v", "lists/test.f:1: here.v: No such file or directory beside the list, but in the "
                  "working folder");
    bad("b.v\n-F test.f\n", "nest too deeply");
}

static void test_refused(void **unused)
{
    static const struct {
        const char *text, *message;
    } all[] = {
        {"b.v\n-timescale=1ns/1ps",
         "test.f:2: unknown item '-timescale=1ns/1ps': expected a source"},
        {"+acc", "test.f:1: unknown item '+acc'"},
        {"b.v\n-y", "test.f:2: -y without a value: expected a folder's name"},
        {"-y nowhere",
         "test.f:1: nowhere: No such file or directory: expected a folder of libraries"},
        {"-y b.v", "test.f:1: b.v is not a folder: expected a folder of libraries"},
        {"-v lib", "test.f:1: lib is not a file: expected a library file"},
        {"-F", "test.f:1: -F without a value: expected a list's name"},
        {"+incdir+nowhere",
         "test.f:1: nowhere: No such file or directory: expected a folder of include"},
        {"+incdir+", "test.f:1: +incdir+ without a value"},
        {"+libext+v", "test.f:1: +libext+v: expected the end of a name with its dot"},
        {"\n\nlib", "test.f:3: lib is not a file: expected a source file"},
        {"// nothing", "names no source file"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i)
        bad(all[i].text, all[i].message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_items),     cmocka_unit_test(test_words),
        cmocka_unit_test(test_variables), cmocka_unit_test(test_lists),
        cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(tests, make_files, remove_files);
}
