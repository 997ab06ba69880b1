#include "sim/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/home.h"

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    (void)type;
    (void)ftw;
    return remove(path);
}

static void remove_tree(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static bool present(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0;
}

bool assay_cache_has(const char *key)
{
    char root[PATH_MAX], path[PATH_MAX];

    snprintf(path, sizeof path, "%.4000s/%s", assay_home_cache(root, sizeof root), key);
    return present(path);
}

bool assay_cache_open(const char *key, struct assay_cache_entry *e, char *why, size_t why_size)
{
    char root[PATH_MAX], lock[PATH_MAX + 64];

    memset(e, 0, sizeof *e);
    e->lock = -1;
    if (strlen(assay_home_cache(root, sizeof root)) >= PATH_MAX - 64) {
        snprintf(why, why_size, "%s: the cache's path is too long", root);
        return false;
    }
    snprintf(e->path, sizeof e->path, "%.4000s/%s", root, key);
    if (present(e->path))
        return e->complete = true;
    if (!assay_make_folders(root, why, why_size)) {
        snprintf(why, why_size,
                 "%s: %s: expected a folder for built variants (ASSAY_CACHE names "
                 "another)",
                 root, strerror(errno));
        return false;
    }
    snprintf(lock, sizeof lock, "%s/%s.lock", root, key);
    e->lock = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (e->lock < 0 || flock(e->lock, LOCK_EX) != 0) {
        snprintf(why, why_size, "%s: %s: expected a lock file", lock, strerror(errno));
        return false;
    }
    if (present(e->path)) { /* someone else built it while we waited */
        close(e->lock);
        e->lock = -1;
        return e->complete = true;
    }
    snprintf(e->build, sizeof e->build, "%.4000s/%s.building", root, key);
    remove_tree(e->build); /* of a build that was interrupted: the lock is ours */
    if (mkdir(e->build, 0777) != 0) {
        snprintf(why, why_size, "%s: %s", e->build, strerror(errno));
        assay_cache_drop(e);
        return false;
    }
    return true;
}

static void unlock(struct assay_cache_entry *e)
{
    /* The lock file stays: removing it would let two builders lock two files of one name. */
    if (e->lock >= 0)
        close(e->lock);
    e->lock = -1;
}

bool assay_cache_commit(struct assay_cache_entry *e, char *why, size_t why_size)
{
    if (rename(e->build, e->path) != 0) {
        snprintf(why, why_size, "%s: %s", e->path, strerror(errno));
        assay_cache_drop(e);
        return false;
    }
    e->complete = true;
    unlock(e);
    return true;
}

void assay_cache_drop(struct assay_cache_entry *e)
{
    if (e->build[0])
        remove_tree(e->build);
    unlock(e);
}
