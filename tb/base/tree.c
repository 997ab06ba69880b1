#include "base/tree.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>

enum { OPEN_FOLDERS = 16 };

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    (void)type;
    (void)ftw;
    return remove(path);
}

bool assay_tree_remove(const char *path)
{
    struct stat st;

    if (lstat(path, &st) != 0 && errno == ENOENT)
        return true;
    return nftw(path, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS) == 0;
}

static unsigned long long bytes; /* nftw does not pass an argument on */

static int count_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)path;
    (void)ftw;
    if (type != FTW_NS)
        bytes += (unsigned long long)st->st_blocks * 512;
    return 0;
}

unsigned long long assay_tree_size(const char *path)
{
    bytes = 0;
    nftw(path, count_one, OPEN_FOLDERS, FTW_PHYS);
    return bytes;
}
