/* test_outfile.c - several output files appear together or not at all: those of outfile.h, and the
 * outputs of a plan of slice. This program has its own rename and link, which fail when told to. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/outfile.h"
#include "base/path.h"
#include "slice/plan.h"
#include "unit/folder.h"

enum { FILES = 3, NEVER = -1 };

static char why[8192];
static int renames_left = NEVER; /* the next one that fails; NEVER: none */
static bool links = true;

int rename(const char *from, const char *to)
{
    if (renames_left != NEVER && renames_left-- == 0) {
        errno = EIO;
        return -1;
    }
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int link(const char *from, const char *to)
{
    if (links)
        return linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
    errno = EPERM;
    return -1;
}

static int open_folder(void **state)
{
    renames_left = NEVER;
    links = true;
    return folder_enter(state);
}

/* --- files --- */

static const char *const names[FILES] = {"a", "b", "c"};

static void save(const char *path, const char *words)
{
    struct assay_text t = {0};

    assay_text_add(&t, words);
    if (!assay_outfile_save(path, &t, why, sizeof why))
        fail_msg("%s", why);
    assay_text_free(&t);
}

/* Whether the file has these contents; NULL: whether there is none. */
static void has(const char *path, const char *words)
{
    char text[64] = "";
    FILE *f = fopen(path, "r");

    if (!words) {
        assert_null(f);
        return;
    }
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    assert_string_equal(text, words);
}

/* The number of files in the folder. */
static size_t files(void)
{
    DIR *d = opendir(".");
    size_t n = 0;

    assert_non_null(d);
    for (const struct dirent *e; (e = readdir(d));)
        n += e->d_name[0] != '.';
    closedir(d);
    return n;
}

/* Writes all files, of which those in the set `old` are there already. */
static void write_all(struct assay_outfile o[FILES], uint32_t old)
{
    for (size_t i = 0; i < FILES; ++i) {
        if (old >> i & 1)
            save(names[i], "old");
        else
            remove(names[i]);
        assert_true(assay_outfile_open(&o[i], names[i], why, sizeof why));
        fputs("new", o[i].f);
        assert_true(assay_outfile_finish(&o[i], why, sizeof why));
    }
}

static void check_all(uint32_t old, bool written)
{
    for (size_t i = 0; i < FILES; ++i)
        has(names[i], written ? "new" : old >> i & 1 ? "old" : NULL);
    assert_int_equal(files(), written ? FILES : (size_t)__builtin_popcount(old));
}

static void test_all(void **unused)
{
    struct assay_outfile o[FILES];

    (void)unused;
    for (uint32_t old = 0; old < 1 << FILES; ++old)
        for (int way = 0; way < 2; ++way) {
            links = way == 0;
            write_all(o, old);
            assert_true(assay_outfile_close_all(o, FILES, why, sizeof why));
            check_all(old, true);
        }
}

/* Any of them fails, with any set of them there before. */
static void test_none(void **unused)
{
    struct assay_outfile o[FILES];

    (void)unused;
    for (uint32_t old = 0; old < 1 << FILES; ++old)
        for (int way = 0; way < 2; ++way)
            for (int fails = 0;; ++fails) {
                bool written;

                links = way == 0;
                write_all(o, old);
                renames_left = fails;
                written = assay_outfile_close_all(o, FILES, why, sizeof why);
                assert_true(written || errno == EIO);
                renames_left = NEVER;
                check_all(old, written);
                if (written) {
                    /* Without links each old file is renamed first. */
                    assert_int_equal(fails, FILES + (links ? 0 : __builtin_popcount(old)));
                    break;
                }
                assert_non_null(strstr(why, "Input/output error: expected to create a file"));
            }
}

/* A folder has taken the name in the meantime: it stays, and the file before it is the old one. */
static void test_folder(void **unused)
{
    struct assay_outfile o[FILES];

    (void)unused;
    write_all(o, 1);
    assert_int_equal(mkdir(names[1], 0777), 0);
    assert_false(assay_outfile_close_all(o, FILES, why, sizeof why));
    assert_non_null(strstr(why, "b: Is a directory"));
    has(names[0], "old");
    assert_int_equal(files(), 2);
    assert_int_equal(rmdir(names[1]), 0);
}

/* --- outputs of a plan --- */

static void test_plan(void **unused)
{
    struct slice_plan plan;

    (void)unused;
    save("y.npy", "old");
    slice_plan_begin(&plan);
    assert_non_null(slice_plan_add_launch(&plan, why, sizeof why));
    if (!slice_plan_out(&plan, "x=int32:8", why, sizeof why) ||
        !slice_plan_out(&plan, "y=int32:8", why, sizeof why) ||
        !slice_plan_out(&plan, "z=int32:8", why, sizeof why) ||
        slice_plan_read(&plan, why, sizeof why) != ASSAY_OK)
        fail_msg("%s", why);
    for (int fails = 0; fails < FILES; ++fails) {
        renames_left = fails;
        assert_int_equal(slice_plan_write(&plan, why, sizeof why), ASSAY_ENVIRONMENT);
        has("y.npy", "old");
        assert_int_equal(files(), 1);
    }
    renames_left = NEVER;
    assert_int_equal(slice_plan_write(&plan, why, sizeof why), ASSAY_OK);
    assert_int_equal(files(), FILES);
    slice_plan_free(&plan);
}

static bool save_text(const char *path)
{
    struct assay_text text = {0};
    bool good;

    assay_text_add(&text, "text");
    good = assay_outfile_save(path, &text, why, sizeof why);
    assay_text_free(&text);
    return good;
}

/* A symbolic link stays, also if what it names is made only now. */
static void test_links(void **unused)
{
    struct stat st;
    FILE *f;

    (void)unused;
    assert_int_equal(mkdir("store", 0755), 0);
    assert_int_equal(mkdir("links", 0755), 0);
    assert_int_equal(symlink("../store/new", "links/one"), 0);
    assert_int_equal(symlink("links/one", "two"), 0);
    for (int i = 0; i < 2; ++i) {
        assert_true(save_text("two"));
        assert_true(lstat("two", &st) == 0 && S_ISLNK(st.st_mode));
        assert_true(lstat("links/one", &st) == 0 && S_ISLNK(st.st_mode));
        f = fopen("store/new", "r");
        assert_non_null(f);
        fclose(f);
    }
    assert_int_equal(symlink("store/none", "none"), 0);
    assert_true(assay_same_target("none", "store/none"));
    assert_false(assay_same_target("none", "store/new"));
    assert_int_equal(symlink("nowhere/x", "three"), 0);
    assert_false(save_text("three"));
    assert_true(lstat("three", &st) == 0 && S_ISLNK(st.st_mode));
    assert_int_equal(symlink("four", "four"), 0);
    assert_false(save_text("four"));
    assert_true(lstat("four", &st) == 0 && S_ISLNK(st.st_mode));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all, open_folder, folder_close),
        cmocka_unit_test_setup_teardown(test_none, open_folder, folder_close),
        cmocka_unit_test_setup_teardown(test_folder, open_folder, folder_close),
        cmocka_unit_test_setup_teardown(test_links, open_folder, folder_close),
        cmocka_unit_test_setup_teardown(test_plan, open_folder, folder_close),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
