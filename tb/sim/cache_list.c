#include "sim/cache_list.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/tree.h"

/* The rest of a name of the cache after the key; NULL if the cache makes no such name. */
static const char *rest_of(const char *name)
{
    char key[ASSAY_KEY_SIZE];
    const char *rest;

    if (!assay_cache_key_of(name, key))
        return NULL;
    rest = name + strlen(key);
    return !*rest || strcmp(rest, ASSAY_CACHE_LOCK) == 0 ||
                   strncmp(rest, ASSAY_CACHE_BUILDING, sizeof ASSAY_CACHE_BUILDING - 1) == 0
               ? rest
               : NULL;
}

enum thing { GONE, FOLDER, OTHER };

static enum thing look(const char *root, const char *name)
{
    char path[PATH_MAX];
    struct stat st;

    assay_path(path, sizeof path, "%s/%s", root, name);
    if (lstat(path, &st) != 0)
        return GONE;
    return S_ISDIR(st.st_mode) ? FOLDER : OTHER;
}

/* Whether the cache made it: a folder has its lock beside it. Programs that build and remove go on
 * meanwhile, so that something may be gone again. */
static bool is_of_cache(const char *root, const char *name)
{
    char key[ASSAY_KEY_SIZE], lock[64];
    const char *rest = rest_of(name);
    const bool is_lock = rest && strcmp(rest, ASSAY_CACHE_LOCK) == 0;

    if (!rest || look(root, name) == (is_lock ? FOLDER : OTHER))
        return false;
    if (is_lock || look(root, name) == GONE)
        return true;
    assay_cache_key_of(name, key);
    snprintf(lock, sizeof lock, "%s" ASSAY_CACHE_LOCK, key);
    return look(root, lock) == OTHER || look(root, name) == GONE;
}

static int hidden(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static time_t last_use(const char *root, const char *name, const char *key)
{
    char path[PATH_MAX];
    struct stat st;

    assay_path(path, sizeof path, "%s/%s" ASSAY_CACHE_LOCK, root, key);
    if (stat(path, &st) == 0)
        return st.st_mtime;
    assay_path(path, sizeof path, "%s/%s", root, name);
    return stat(path, &st) == 0 ? st.st_mtime : 0;
}

/* Of what an older program has built, which left no word about it. */
static void guess_kind(struct assay_about *a, const char *folder)
{
    static const struct {
        const char *file, *kind;
    } made[] = {{"headers.h", "headers"},
                {"verilated.a", "runtime"},
                {"top.vvp", "icarus"},
                {"dut.so", "variant"}};

    for (size_t i = 0; i < sizeof made / sizeof made[0]; ++i)
        if (look(folder, made[i].file) != GONE) {
            snprintf(a->kind, sizeof a->kind, "%s", made[i].kind);
            return;
        }
}

static void look_at(struct assay_cached *c, const char *root, const char *name)
{
    char path[PATH_MAX];
    int lock;

    assay_cache_key_of(name, c->key);
    snprintf(c->name, sizeof c->name, "%.63s", name);
    c->building = *rest_of(name) != '\0';
    lock = assay_cache_lock_out(root, c->key);
    c->in_use = lock < 0 && errno == EWOULDBLOCK;
    if (lock >= 0)
        close(lock);
    assay_path(path, sizeof path, "%s/%s", root, name);
    c->size = assay_tree_size(path);
    c->used = last_use(root, name, c->key);
    if (!assay_about_read(&c->about, path) && !c->building)
        guess_kind(&c->about, path);
}

static int later_first(const void *a, const void *b)
{
    const struct assay_cached *x = a, *y = b;

    return x->used == y->used ? strcmp(x->name, y->name) : x->used < y->used ? 1 : -1;
}

static enum assay_error read_names(const char *root, struct dirent ***names, int *n, char *why,
                                   size_t why_size)
{
    *n = scandir(root, names, NULL, alphasort);
    if (*n < 0 && errno == ENOENT) {
        *n = 0;
        *names = NULL;
        return ASSAY_OK;
    }
    if (*n >= 0)
        return ASSAY_OK;
    snprintf(why, why_size, "%s: %s: expected the folder of built variants", root, strerror(errno));
    return ASSAY_BAD_INPUT;
}

enum assay_error assay_cache_list(struct assay_cached **list, size_t *n, char foreign[2 * PATH_MAX],
                                  char *why, size_t why_size)
{
    char root[PATH_MAX];
    struct dirent **names = NULL;
    int found;
    enum assay_error e = read_names(assay_cache_folder(root), &names, &found, why, why_size);

    *n = 0;
    foreign[0] = '\0';
    *list = e == ASSAY_OK ? calloc((size_t)found + 1, sizeof **list) : NULL;
    if (e == ASSAY_OK && !*list) {
        snprintf(why, why_size, "out of memory");
        e = ASSAY_ENVIRONMENT;
    }
    for (int i = 0; i < found; ++i) {
        const char *name = names[i]->d_name;

        if (e == ASSAY_OK && !hidden(name) && !is_of_cache(root, name))
            snprintf(foreign, 2 * PATH_MAX,
                     "%s: holds '%s', which is none of Assay's: expected a folder that has nothing "
                     "but built variants",
                     root, name);
        else if (e == ASSAY_OK && !hidden(name) && look(root, name) == FOLDER)
            look_at(&(*list)[(*n)++], root, name);
        free(names[i]);
    }
    free(names);
    if (*list)
        qsort(*list, *n, sizeof **list, later_first);
    return e;
}

/* Under another name first: what is left if this is interrupted must not be taken for complete. The
 * lock is ours. */
static bool remove_folder(const char *root, const struct assay_cached *c)
{
    char path[PATH_MAX], away[PATH_MAX];

    assay_path(path, sizeof path, "%s/%s", root, c->name);
    if (c->building)
        return assay_tree_remove(path);
    assay_path(away, sizeof away, "%s/%s" ASSAY_CACHE_BUILDING "-%ld", root, c->key,
               (long)getpid());
    return rename(path, away) == 0 && assay_tree_remove(away);
}

enum assay_removal assay_cache_remove(const struct assay_cached *c, char *why, size_t why_size)
{
    char root[PATH_MAX];
    const int lock = assay_cache_lock_out(assay_cache_folder(root), c->key);
    enum assay_removal r = ASSAY_REMOVED;

    if (lock < 0 && errno == EWOULDBLOCK)
        return ASSAY_IN_USE;
    if (lock < 0 || !remove_folder(root, c)) {
        snprintf(why, why_size, "%s/%s: %s: expected to remove it", root, c->name, strerror(errno));
        r = ASSAY_NOT_REMOVED;
    }
    if (lock >= 0)
        close(lock);
    return r;
}

void assay_cache_remove_locks(void)
{
    char root[PATH_MAX], path[PATH_MAX], key[ASSAY_KEY_SIZE];
    const struct dirent *d;
    DIR *folder = opendir(assay_cache_folder(root));

    while (folder && (d = readdir(folder))) {
        const char *rest = rest_of(d->d_name);
        int lock;

        if (!rest || strcmp(rest, ASSAY_CACHE_LOCK) != 0)
            continue;
        assay_cache_key_of(d->d_name, key);
        if (look(root, key) != GONE || (lock = assay_cache_lock_out(root, key)) < 0)
            continue;
        /* Who waits for it sees that it is gone, and takes a new one. */
        assay_path(path, sizeof path, "%s/%s", root, d->d_name);
        if (look(root, key) == GONE)
            unlink(path);
        close(lock);
    }
    if (folder)
        closedir(folder);
}
