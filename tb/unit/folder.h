/*
 * folder.h - a temporary folder for the files of a test, or of all tests of a program:
 *
 *     cmocka_run_group_tests(tests, folder_open, folder_close);
 */
#ifndef TEST_FOLDER_H
#define TEST_FOLDER_H

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/scratch.h"

static struct assay_scratch folder;

/* Set-up: creates it. */
static inline int folder_open(void **state)
{
    char reason[PATH_MAX + 256] = "";

    (void)state;
    if (assay_scratch_open(&folder, "test", reason, sizeof reason))
        return 0;
    print_error("%s\n", reason);
    return -1;
}

/* Set-up: creates it, and makes it the working folder. */
static inline int folder_enter(void **state)
{
    return folder_open(state) == 0 && chdir(folder.path) == 0 ? 0 : -1;
}

/* Tear-down: removes it and all that is in it. */
static inline int folder_close(void **state)
{
    (void)state;
    assay_scratch_close(&folder);
    return chdir("/");
}

/* Tear-down of tests that remove their files: the same, but it fails if one is left. */
static inline int folder_close_empty(void **state)
{
    const bool empty = rmdir(folder.path) == 0;

    return folder_close(state) == 0 && empty ? 0 : -1;
}

/* The path of a file in it. The path lasts until the next call but one. */
static inline const char *in_folder(const char *name)
{
    static char file[2][PATH_MAX];
    static unsigned turn;

    turn ^= 1;
    assay_path(file[turn], sizeof file[turn], "%s/%s", folder.path, name);
    return file[turn];
}

#endif
