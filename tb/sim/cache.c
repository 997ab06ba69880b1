#include "sim/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/home.h"
#include "base/process.h"
#include "base/tree.h"
#include "engine/fst.h"

#define ANOTHER "; ASSAY_CACHE names another folder"
#define FULL                                                                                      \
    ": the disk is full: expected room for what is built; `assay cache --max SIZE` removes what " \
    "was not used for long"

static bool present(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0;
}

const char *assay_cache_folder(char path[PATH_MAX])
{
    char given[PATH_MAX];

    assay_home_cache(given, sizeof given);
    if (!realpath(given, path))
        snprintf(path, PATH_MAX, "%s", given);
    return path;
}

bool assay_cache_key_of(const char *name, char key[ASSAY_KEY_SIZE])
{
    if (strspn(name, "0123456789abcdef") != ASSAY_KEY_SIZE - 1)
        return false;
    snprintf(key, ASSAY_KEY_SIZE, "%.32s", name);
    return true;
}

bool assay_cache_has(const char *key)
{
    char root[PATH_MAX], path[PATH_MAX];

    assay_path(path, sizeof path, "%s/%s", assay_cache_folder(root), key);
    return present(path);
}

/* --- locks --- */

/* Whether the open file is still the one with that name. */
static bool is_file(int fd, const char *path)
{
    struct stat open_one, named;

    return fstat(fd, &open_one) == 0 && stat(path, &named) == 0 &&
           open_one.st_ino == named.st_ino && open_one.st_dev == named.st_dev;
}

static void lock_path(char path[PATH_MAX], const char *folder, const char *key)
{
    assay_path(path, PATH_MAX, "%s/%s" ASSAY_CACHE_LOCK, folder, key);
}

/* Open and lock, without waiting. -1 with errno, which is EWOULDBLOCK if
 * another process holds the lock. */
static int try_lock(const char *path, int flags, int how)
{
    /* Network file systems grant an exclusive lock only on a file that is open for writing. */
    const int mode = how == LOCK_EX ? O_RDWR : O_RDONLY;
    int fd = open(path, flags | mode | O_CLOEXEC, 0666), error;

    if (fd < 0 && mode == O_RDWR && (errno == EACCES || errno == EROFS))
        fd = open(path, flags | O_RDONLY | O_CLOEXEC, 0666);
    if (fd < 0)
        return -1;
    if (flock(fd, how | LOCK_NB) == 0) {
        if (is_file(fd, path))
            return fd;
        errno = EWOULDBLOCK; /* it was removed before we had the lock */
    }
    error = errno;
    close(fd);
    errno = error;
    return -1;
}

int assay_cache_lock_out(const char *folder, const char *key)
{
    char path[PATH_MAX];

    lock_path(path, folder, key);
    return try_lock(path, O_CREAT, LOCK_EX);
}

/* Locks of entries in use. They are released when the program ends. */
static struct {
    int *lock;
    size_t n;
} in_use;

static void use(struct assay_cache_entry *e)
{
    int *more = realloc(in_use.lock, (in_use.n + 1) * sizeof *more);

    futimens(e->lock,
             NULL); /* records the time of the last use; has no effect in a read-only cache */
    if (more) {
        in_use.lock = more;
        in_use.lock[in_use.n++] = e->lock;
    } /* otherwise the lock stays open, just not in the list */
    e->lock = -1;
}

void assay_cache_use_after_exec(void)
{
    for (size_t i = 0; i < in_use.n; ++i)
        fcntl(in_use.lock[i], F_SETFD, 0);
}

/* Whether this program uses the entry already, so that it need not be locked again. */
static bool used(const char *lock)
{
    for (size_t i = 0; i < in_use.n; ++i)
        if (is_file(in_use.lock[i], lock))
            return true;
    return false;
}

/* Wait for the lock: shared to use a complete entry, exclusive to build a
 * missing one. False with errno. */
static bool lock_entry(struct assay_cache_entry *e, const char *lock)
{
    const struct timespec pause = {.tv_nsec = 50000000};

    while (!assay_process_interrupted()) {
        const bool complete = present(e->path);

        e->lock = try_lock(lock, O_CREAT, complete ? LOCK_SH : LOCK_EX);
        if (e->lock >= 0 && present(e->path) == complete) {
            e->complete = complete;
            return true;
        }
        if (e->lock < 0 && errno != EWOULDBLOCK && errno != EINTR) {
            e->complete = complete; /* a read-only cache can't be locked, nor pruned */
            return complete && (errno == EACCES || errno == EROFS || errno == EPERM);
        }
        if (e->lock >= 0)
            close(e->lock);
        e->lock = -1;
        nanosleep(&pause, NULL);
    }
    errno = EINTR;
    return false;
}

static void unlock(struct assay_cache_entry *e)
{
    if (e->lock >= 0)
        close(e->lock);
    e->lock = -1;
}

/* --- building --- */

/* Remove what killed builds left: folders of our key, whose lock we hold, and of
 * keys whose lock is free. */
static void remove_leftovers(const char *root, const char *ours)
{
    char key[ASSAY_KEY_SIZE], path[PATH_MAX + 300];
    const struct dirent *d;
    DIR *folder = opendir(root);

    while (folder && (d = readdir(folder))) {
        int lock;

        if (!assay_cache_key_of(d->d_name, key) ||
            strncmp(d->d_name + strlen(key), ASSAY_CACHE_BUILDING,
                    sizeof ASSAY_CACHE_BUILDING - 1) != 0)
            continue;
        lock = strcmp(key, ours) == 0 ? -1 : assay_cache_lock_out(root, key);
        if (lock < 0 && strcmp(key, ours) != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", root, d->d_name);
        assay_tree_remove(path);
        if (lock >= 0)
            close(lock);
    }
    if (folder)
        closedir(folder);
}

/* mkdtemp creates a folder for its owner alone, but others may share the cache. */
static bool make_build_folder(char *path)
{
    const mode_t mask = umask(0);

    umask(mask);
    return mkdtemp(path) && chmod(path, 0777 & ~mask) == 0;
}

bool assay_cache_open(const char *key, struct assay_cache_entry *e, char *why, size_t why_size)
{
    char root[PATH_MAX], lock[PATH_MAX];

    memset(e, 0, sizeof *e);
    e->lock = -1;
    if (strlen(assay_home_cache(root, sizeof root)) >= PATH_MAX - 128) {
        snprintf(why, why_size, "%s: the cache's path is too long", root);
        return false;
    }
    if (strchr(root, '\n')) { /* the build tools do not accept a line end everywhere */
        snprintf(why, why_size, "%s: a line end in the cache's path: expected none" ANOTHER, root);
        return false;
    }
    if (!assay_make_folders(root, why, why_size)) {
        const size_t n = strlen(why);

        snprintf(why + n, why_size - n, ANOTHER);
        return false;
    }
    assay_cache_folder(root);
    assay_path(e->path, sizeof e->path, "%s/%s", root, key);
    lock_path(lock, root, key);
    if (used(lock) && present(e->path))
        return e->complete = true;
    if (!lock_entry(e, lock)) {
        snprintf(why, why_size, "%s: %s: expected a lock file to write" ANOTHER, lock,
                 strerror(errno));
        return false;
    }
    if (e->complete) {
        if (e->lock >= 0)
            use(e);
        return true;
    }
    remove_leftovers(root, key);
    assay_path(e->build, sizeof e->build, "%s/%s" ASSAY_CACHE_BUILDING "-XXXXXX", root, key);
    assay_process_guard();
    if (!make_build_folder(e->build)) {
        snprintf(why, why_size, "%s: %s: expected to make that folder" ANOTHER, e->build,
                 strerror(errno));
        assay_cache_failed(e, ASSAY_ENVIRONMENT, why, why_size);
        return false;
    }
    return true;
}

bool assay_cache_commit(struct assay_cache_entry *e, const struct assay_about *about, char *why,
                        size_t why_size)
{
    if (!assay_about_write(about, e->build, why, why_size)) {
        assay_cache_failed(e, ASSAY_ENVIRONMENT, why, why_size);
        return false;
    }
    if (rename(e->build, e->path) != 0) {
        snprintf(why, why_size, "%s: %s: expected to rename a folder to that", e->path,
                 strerror(errno));
        assay_cache_failed(e, ASSAY_ENVIRONMENT, why, why_size);
        return false;
    }
    e->complete = true;
    /* The lock may be free for a moment while it is converted. */
    if (flock(e->lock, LOCK_SH) != 0 || !present(e->path)) {
        snprintf(why, why_size, "%s: removed as soon as it was built", e->path);
        unlock(e);
        assay_process_unguard();
        return false;
    }
    use(e);
    assay_process_unguard();
    return true;
}

void assay_cache_drop(struct assay_cache_entry *e)
{
    assay_tree_remove(e->build);
    unlock(e);
    assay_process_unguard();
}

/* Whether the disk is full now, or was for a tool according to its output. The tool may have
 * removed its files since. */
static bool is_full(const struct assay_cache_entry *e, const char *said)
{
    char path[PATH_MAX];
    int error;

    if (strstr(said, strerror(ENOSPC)) || strstr(said, strerror(EDQUOT)))
        return true;
    assay_path(path, sizeof path, "%s/room", e->build);
    error = assay_fst_room(path);
    remove(path);
    return error == ENOSPC || error == EDQUOT;
}

enum assay_error assay_cache_failed(struct assay_cache_entry *e, enum assay_error error, char *why,
                                    size_t why_size)
{
    char root[PATH_MAX];
    const size_t n = strlen(why);

    if (is_full(e, why)) {
        if (!strstr(why, FULL)) /* an inner build may have said it already */
            snprintf(why + n, why_size - n, "%s%s" FULL ANOTHER,
                     n && why[n - 1] != '\n' ? "\n" : "", assay_cache_folder(root));
        error = ASSAY_ENVIRONMENT;
    }
    assay_cache_drop(e);
    return error;
}
