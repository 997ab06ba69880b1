/*
 * test_tool.c - the search for programs in PATH (base/tool.h), and what a key has of them
 * (base/digest.h).
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/digest.h"
#include "base/tool.h"
#include "unit/folder.h"
#include "unit/put_file.h"

static void put_program(const char *path)
{
    put_text(path, "#!/bin/sh\n");
    assert_int_equal(chmod(path, 0755), 0);
}

static int make_programs(void **state)
{
    if (folder_enter(state) != 0 || mkdir("a", 0777) != 0 || mkdir("a/thing", 0777) != 0 ||
        mkdir("b", 0777) != 0)
        return -1;
    put_program("b/thing");
    put_program("here");
    put_text("a/plain", "");
    return 0;
}

static void set_path(const char *path)
{
    assert_int_equal(setenv("PATH", path, 1), 0);
}

static void found(const char *folders, const char *name, const char *expected)
{
    char path[PATH_MAX];

    set_path(folders);
    if (!assay_tool_find(name, path))
        fail_msg("%s is not found in %s", name, folders);
    assert_string_equal(path, expected);
    assert_true(assay_tool_on_path(name));
}

static void not_found(const char *folders, const char *name)
{
    set_path(folders);
    assert_false(assay_tool_on_path(name));
}

static void test_find(void **state)
{
    (void)state;
    found("a:b", "thing", "b/thing");
    found("none:b", "thing", "b/thing");
    not_found("a", "thing"); /* a folder */
    not_found("a", "plain"); /* not executable */
    not_found("a:b", "here");
    found("a::b", "here", "./here"); /* an empty folder is the working folder */
    found("a:", "here", "./here");
    found(":a", "here", "./here");
    found("", "here", "./here");
    found("a", "b/thing", "b/thing"); /* a path is not searched for */
    not_found("a", "a/thing");
    not_found("a", "none/thing");
}

static void key_of(const char *folders, const char *name, char key[ASSAY_KEY_SIZE])
{
    struct assay_hash *h = assay_hash_begin();

    set_path(folders);
    assert_non_null(h);
    assay_hash_tool(h, name);
    assert_true(assay_hash_end(h, key));
}

/* The program that runs decides, not a folder of its name before it. */
static void test_key(void **state)
{
    char key[ASSAY_KEY_SIZE], same[ASSAY_KEY_SIZE], missing[ASSAY_KEY_SIZE];

    (void)state;
    key_of("b", "thing", key);
    key_of("a:b", "thing", same);
    key_of("a", "thing", missing);
    assert_string_equal(key, same);
    assert_string_not_equal(key, missing);
    key_of("a", "here", missing);
    key_of("a::b", "here", key);
    assert_string_not_equal(key, missing);
    key_of("a", "./here", same);
    assert_string_equal(key, same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_key),
    };

    return cmocka_run_group_tests(tests, make_programs, folder_close);
}
