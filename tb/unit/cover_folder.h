/*
 * cover_folder.h - a temporary folder for coverage stores.
 */
#ifndef COVER_FOLDER_H
#define COVER_FOLDER_H

#include <stddef.h>
#include <unistd.h>

#include "unit/folder.h"

static char why[8192];

/* Tear-down: fails if a temporary file was left. */
static inline int remove_stores(void **state)
{
    static const char *const names[] = {"a", "b", "bad", "merged"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        unlink(in_folder(names[i]));
    return folder_close_empty(state);
}

#endif
