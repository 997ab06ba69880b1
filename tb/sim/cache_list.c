#include "sim/cache_list.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/home.h"
#include "base/tree.h"

/* The rest of a name in the cache after the key; NULL if the cache creates no such name. */
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

/* Whether the cache created the entry: a folder has its lock beside it. Other programs build and
 * remove entries meanwhile, so the entry may be gone by now. */
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

static bool is_dots(const char *name)
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

/* For an entry without an `about` file, as older versions built it: infer the kind from its
 * files. */
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

/* --- proofs --- */

static int is_proof(const struct dirent *e)
{
    char key[ASSAY_KEY_SIZE];

    return assay_cache_key_of(e->d_name, key);
}

/* The first line names the block: "lemma: fp/cmp, planted". */
static void look_at_proof(struct assay_cached *c, const char *root, const char *name)
{
    char path[PATH_MAX];
    struct stat st;
    FILE *f;

    *c = (struct assay_cached){.proof = true, .about = {.kind = "proof"}};
    assay_cache_key_of(name, c->key);
    snprintf(c->name, sizeof c->name, ASSAY_HOME_PROOFS "/%.48s", name);
    assay_path(path, sizeof path, "%s/%s", root, c->name);
    c->size = assay_tree_size(path);
    c->used = stat(path, &st) == 0 ? st.st_mtime : 0;
    f = fopen(path, "r");
    if (f && fscanf(f, "lemma: %63[^/\n]", c->about.block) != 1)
        c->about.block[0] = '\0';
    if (f)
        fclose(f);
}

/* Append the proofs in the cache to the list. False if out of memory. */
static bool list_proofs(const char *root, struct assay_cached **list, size_t *n)
{
    char folder[PATH_MAX];
    struct dirent **names;
    struct assay_cached *more;
    int found;

    assay_path(folder, sizeof folder, "%s/" ASSAY_HOME_PROOFS, root);
    found = scandir(folder, &names, is_proof, NULL);
    if (found < 0)
        return errno != ENOMEM;
    more = realloc(*list, (*n + (size_t)found + 1) * sizeof *more);
    if (more)
        *list = more;
    for (int i = 0; i < found; ++i) {
        if (more)
            look_at_proof(&more[(*n)++], root, names[i]->d_name);
        free(names[i]);
    }
    free(names);
    return more != NULL;
}

/* Whether it is the folder of proofs: it contains only files with names of proofs. */
static bool is_proofs(const char *root, const char *name)
{
    char folder[PATH_MAX];
    const struct dirent *d;
    bool good = strcmp(name, ASSAY_HOME_PROOFS) == 0 && look(root, name) == FOLDER;
    DIR *open_one = NULL;

    assay_path(folder, sizeof folder, "%s/%s", root, name);
    if (good && (open_one = opendir(folder)) == NULL)
        return false;
    while (good && (d = readdir(open_one)))
        good = is_dots(d->d_name) || (is_proof(d) && look(folder, d->d_name) != FOLDER);
    if (open_one)
        closedir(open_one);
    return good;
}

/* --- all entries --- */

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
    bool proofs = false;
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

        if (e == ASSAY_OK && is_proofs(root, name))
            proofs = true;
        else if (e == ASSAY_OK && !is_dots(name) && !is_of_cache(root, name))
            snprintf(foreign, 2 * PATH_MAX,
                     "%s: contains '%s', which Assay did not write: expected a folder with only "
                     "built variants and proofs",
                     root, name);
        else if (e == ASSAY_OK && !is_dots(name) && look(root, name) == FOLDER)
            look_at(&(*list)[(*n)++], root, name);
        free(names[i]);
    }
    free(names);
    if (proofs && !list_proofs(root, list, n)) {
        snprintf(why, why_size, "out of memory");
        e = ASSAY_ENVIRONMENT;
    }
    if (*list)
        qsort(*list, *n, sizeof **list, later_first);
    return e;
}

/* Rename the folder first, so that an interrupted removal leaves nothing that could be taken for
 * complete. We hold the lock. */
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

/* No lock is needed: a proof is a single file, and a program that has it open can still read it. */
static enum assay_removal remove_proof(const struct assay_cached *c, char *why, size_t why_size)
{
    char root[PATH_MAX], path[PATH_MAX];

    assay_path(path, sizeof path, "%s/%s", assay_cache_folder(root), c->name);
    if (unlink(path) == 0 || errno == ENOENT)
        return ASSAY_REMOVED;
    snprintf(why, why_size, "%s: %s: expected to remove it", path, strerror(errno));
    return ASSAY_NOT_REMOVED;
}

enum assay_removal assay_cache_remove(const struct assay_cached *c, char *why, size_t why_size)
{
    if (c->proof)
        return remove_proof(c, why, why_size);

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
        /* A process that waits for this lock notices that it is gone, and takes a new one. */
        assay_path(path, sizeof path, "%s/%s", root, d->d_name);
        if (look(root, key) == GONE)
            unlink(path);
        close(lock);
    }
    if (folder)
        closedir(folder);
}
