/* test_file.c - paths (base/path.h), folders and whole files (base/file.h), whether they can be
 * created (base/destination.h), and temporary folders (base/scratch.h). */
#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/destination.h"
#include "base/file.h"
#include "base/path.h"
#include "base/scratch.h"
#include "unit/folder.h"
#include "unit/put_file.h"

/* A truncated path cannot be the path of any file, whatever its folder was. */
static void test_cut_path(void **state)
{
    char path[PATH_MAX], longest[2 * PATH_MAX];

    (void)state;
    assay_path(path, sizeof path, "%s/%d.txt", "some", 7);
    assert_string_equal(path, "some/7.txt");
    for (size_t n = PATH_MAX - 8; n < PATH_MAX + 8; ++n) {
        for (size_t i = 0; i < n; ++i)
            longest[i] = i % 2 ? '/' : '.'; /* ././././ */
        longest[n] = '\0';
        assay_path(path, sizeof path, "%s", longest);
        if (n < PATH_MAX) {
            assert_string_equal(path, longest);
        } else {
            errno = 0;
            assert_int_equal(access(path, F_OK), -1);
            assert_int_equal(errno, ENAMETOOLONG);
        }
    }
}

static void test_last_and_stem(void **state)
{
    static const struct {
        const char *path, *last;
        size_t stem;
    } cases[] = {
        {"a/b.c", "b.c", 3}, {"b.c.d", "b.c.d", 3}, {"a.b/c", "c", 5}, {"/", "", 1},
        {"a/.b", ".b", 4},   {".b", ".b", 2},       {"a/", "", 2},     {"", "", 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        assert_string_equal(assay_path_last(cases[i].path), cases[i].last);
        assert_int_equal(assay_path_stem(cases[i].path), cases[i].stem);
    }
}

static void test_folders(void **state)
{
    char why[256], name[NAME_MAX + 8];
    struct stat st;

    (void)state;
    assert_true(assay_make_folders("a/b//c/", why, sizeof why));
    assert_true(stat("a/b/c", &st) == 0 && S_ISDIR(st.st_mode));
    assert_true(assay_make_folders("a/b/c", why, sizeof why)); /* again */
    assert_true(assay_make_folder("a"));
    assert_true(assay_make_folders(folder.path, why, sizeof why)); /* from the root */

    put_file("a/file", "x", 1);
    assert_false(assay_make_folder("a/file"));
    assert_int_equal(errno, ENOTDIR);
    assert_false(assay_make_folder("none/d"));
    assert_int_equal(errno, ENOENT);
    assert_false(assay_make_folders("a/file/d", why, sizeof why));
    assert_string_equal(why, "a/file/d: Not a directory: expected to create that folder");
    assert_false(assay_make_folders("", why, sizeof why));
    assert_string_equal(why, ": No such file or directory: expected to create that folder");
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_false(assay_make_folders(name, why, sizeof why));
    assert_int_equal(errno, ENAMETOOLONG);
}

static void test_read(void **state)
{
    enum { SIZE = 100000 };
    char *data = malloc(SIZE), *text, why[256];
    size_t size;

    (void)state;
    assert_non_null(data);
    for (int i = 0; i < SIZE; ++i)
        data[i] = (char)(i * 7);
    put_file("data", data, SIZE);
    assert_int_equal(assay_read_file("data", SIZE, "x", &text, &size, why, sizeof why), ASSAY_OK);
    assert_int_equal(size, SIZE);
    assert_memory_equal(text, data, SIZE);
    assert_int_equal(text[SIZE], 0);
    free(text);
    free(data);

    assert_int_equal(assay_read_file("data", SIZE - 1, "a list", &text, &size, why, sizeof why),
                     ASSAY_BAD_INPUT);
    assert_null(text);
    assert_string_equal(why, "data: larger than 99999 bytes: expected a list");

    put_file("empty", "", 0);
    assert_int_equal(assay_read_file("empty", 0, "x", &text, &size, why, sizeof why), ASSAY_OK);
    assert_int_equal(size, 0);
    assert_string_equal(text, "");
    free(text);

    assert_int_equal(assay_read_file("none", SIZE_MAX, "a list", &text, &size, why, sizeof why),
                     ASSAY_BAD_INPUT);
    assert_string_equal(why, "none: No such file or directory: expected a list");
    assert_int_equal(
        assay_read_file(folder.path, SIZE_MAX, "a list", &text, &size, why, sizeof why),
        ASSAY_BAD_INPUT);
    assert_null(text);
    assert_non_null(strstr(why, ": Is a directory: expected a list"));
}

static void test_text(void **state)
{
    char why[256], line[64];
    static const struct {
        const char *before, *after;
    } lines[] = {{"a\n", "a"}, {"a\r\n", "a"}, {"a", "a"},         {"\n", ""},
                 {"\r\n", ""}, {"a\r", "a\r"}, {"a\r\r\n", "a\r"}, {"", ""}};
    char text[] = "a\r\nb\nc\rd\r\n\r";
    FILE *f;

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; ++i) {
        snprintf(line, sizeof line, "%s", lines[i].before);
        assay_cut_line_end(line);
        assert_string_equal(line, lines[i].after);
        assert_int_equal(assay_line_is_crlf(lines[i].before),
                         strlen(lines[i].before) == strlen(lines[i].after) + 2);
    }
    assert_int_equal(assay_unify_line_ends(text, sizeof text - 1), 9);
    assert_string_equal(text, "a\nb\nc\rd\n\r");

    put_file("text", "one\n", 4);
    f = assay_open_text("text", "a list", why, sizeof why);
    assert_non_null(f);
    assert_string_equal(fgets(line, sizeof line, f), "one\n");
    fclose(f);
    assert_null(assay_open_text("none", "a list", why, sizeof why));
    assert_string_equal(why, "none: No such file or directory: expected a list");
    assert_null(assay_open_text(folder.path, "a list", why, sizeof why));
    assert_non_null(strstr(why, ": Is a directory: expected a list"));
}

static void good_file(const char *path)
{
    char why[256];

    assert_int_equal(assay_destination_file(path, why, sizeof why), ASSAY_OK);
}

static void bad_file(const char *path, const char *expected)
{
    char why[256];

    assert_int_equal(assay_destination_file(path, why, sizeof why), ASSAY_BAD_INPUT);
    assert_string_equal(why, expected);
}

static void test_destination(void **state)
{
    char why[256], line[64];
    struct stat st;
    FILE *f;

    (void)state;
    put_file("old", "before", 6);
    good_file("old");
    f = fopen("old", "r");
    assert_non_null(f);
    assert_string_equal(fgets(line, sizeof line, f), "before"); /* unchanged */
    fclose(f);
    good_file("new");
    assert_int_not_equal(access("new", F_OK), 0); /* nothing is left */
    good_file("/dev/null");
    good_file("/dev/full");
    assert_int_equal(mkfifo("pipe", 0666), 0);
    good_file("pipe"); /* does not wait for a reader */
    bad_file("absent/new", "absent/new: No such file or directory: expected a file to write, in "
                           "folder absent");
    bad_file("old/new", "old/new: Not a directory: expected a file to write, in folder old");
    bad_file("/proc/new",
             "/proc/new: No such file or directory: expected a file to write, in folder /proc");
    bad_file("", ": not a path: expected 1 to 4095 characters");
    assert_int_equal(mkdir("destination", 0777), 0);
    bad_file("destination", "destination: is a folder: expected a file to write");

    assert_int_equal(assay_destination_folder("destination", why, sizeof why), ASSAY_OK);
    assert_int_equal(rmdir("destination"), 0); /* it is empty */
    assert_int_equal(assay_destination_folder("destination", why, sizeof why), ASSAY_OK);
    assert_int_not_equal(stat("destination", &st), 0);
    assert_int_equal(assay_destination_folder("old", why, sizeof why), ASSAY_BAD_INPUT);
    assert_string_equal(why, "old: Not a directory: expected a folder to write to");
    assert_int_equal(assay_destination_folder("/proc", why, sizeof why), ASSAY_BAD_INPUT);
    assert_int_equal(assay_destination_folder("old/p/q", why, sizeof why), ASSAY_BAD_INPUT);
    assert_string_equal(why, "old/p/q: Not a directory: expected a folder to write to");
    assert_int_equal(assay_destination_folder("/proc/p/q", why, sizeof why), ASSAY_BAD_INPUT);
    assert_int_equal(assay_destination_make_folder("/proc/p/q", why, sizeof why), ASSAY_BAD_INPUT);
    assert_int_equal(assay_destination_folder("p/q//r/", why, sizeof why), ASSAY_OK);
    assert_int_not_equal(stat("p", &st), 0); /* nothing is left */
    assert_int_equal(assay_destination_make_folder("p/q//r/", why, sizeof why), ASSAY_OK);
    assert_int_equal(stat("p/q/r", &st), 0);
    assert_int_equal(assay_destination_folder("p/q", why, sizeof why), ASSAY_OK);
    assert_int_equal(symlink("absent", "dangling"), 0);
    assert_int_equal(assay_destination_folder("dangling", why, sizeof why), ASSAY_BAD_INPUT);
    assert_int_equal(assay_destination_folder("dangling/a", why, sizeof why), ASSAY_BAD_INPUT);
    assert_int_equal(assay_blame_path(ENOSPC), ASSAY_ENVIRONMENT);
    assert_int_equal(assay_blame_path(EROFS), ASSAY_BAD_INPUT);
}

/* A process that tests a destination must not disturb another that tests the same one. */
static void test_folder_tried_by_two(void **state)
{
    enum { TIMES = 5000 };
    char why[256] = "";
    int status = -1;
    pid_t other;

    (void)state;
    other = fork();
    assert_true(other >= 0);
    for (int i = 0; i < TIMES; ++i) {
        const enum assay_error e = assay_destination_folder("two/of/them", why, sizeof why);

        if (e != ASSAY_OK && other == 0)
            _exit(1);
        if (e != ASSAY_OK)
            fail_msg("%s", why);
    }
    if (other == 0)
        _exit(0);
    assert_int_equal(waitpid(other, &status, 0), other);
    assert_int_equal(status, 0);
}

static void test_scratch(void **state)
{
    struct assay_scratch s;
    char why[PATH_MAX], here[PATH_MAX];

    (void)state;
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(setenv("TMPDIR", ".", 1),
                     0); /* tools run in other folders, so they need the absolute path */
    assert_true(assay_scratch_open(&s, "here", why, sizeof why));
    assert_memory_equal(s.path, here, strlen(here));
    assert_memory_equal(s.path + strlen(here), "/assay-here-", 12);
    assert_int_equal(access(s.path, W_OK), 0);
    assay_scratch_close(&s);
    assert_int_not_equal(access(s.path, F_OK), 0);

    assert_int_equal(setenv("TMPDIR", "none", 1), 0);
    assert_false(assay_scratch_open(&s, "none", why, sizeof why));
    assert_string_equal(
        why, "TMPDIR none: No such file or directory: expected a folder for temporary files");

    assert_int_equal(mkdir("of two", 0777), 0);
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(i == 2 ? unsetenv("TMPDIR") : setenv("TMPDIR", i ? "" : "of two", 1), 0);
        assert_true(assay_scratch_open(&s, "tmp", why, sizeof why));
        assert_memory_equal(s.path, "/tmp/assay-tmp-", 15);
        assay_scratch_close(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cut_path),    cmocka_unit_test(test_folders),
        cmocka_unit_test(test_read),        cmocka_unit_test(test_text),
        cmocka_unit_test(test_destination), cmocka_unit_test(test_folder_tried_by_two),
        cmocka_unit_test(test_scratch),     cmocka_unit_test(test_last_and_stem),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_close);
}
