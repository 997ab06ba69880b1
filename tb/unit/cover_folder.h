/*
 * cover_folder.h - a temporary folder for coverage stores.
 */
#ifndef COVER_FOLDER_H
#define COVER_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/test_cover.XXXXXX";
static char why[8192];

static inline const char *in_folder(const char *name)
{
    static char path[2][256];
    static unsigned turn;

    turn ^= 1;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static inline int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
    static const char *const names[] = {"a", "b", "bad", "merged"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        unlink(in_folder(names[i]));
    return rmdir(folder); /* fails if a temporary file was left */
}

#endif
