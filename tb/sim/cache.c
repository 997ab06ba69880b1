#include "sim/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/home.h"

struct assay_hash {
    EVP_MD_CTX *md;
};

struct assay_hash *assay_hash_begin(void)
{
    struct assay_hash *h = malloc(sizeof *h);

    if (!h)
        return NULL;
    h->md = EVP_MD_CTX_new();
    if (!h->md || EVP_DigestInit_ex(h->md, EVP_sha256(), NULL) != 1) {
        EVP_MD_CTX_free(h->md);
        free(h);
        return NULL;
    }
    return h;
}

void assay_hash_data(struct assay_hash *h, const void *data, size_t size)
{
    EVP_DigestUpdate(h->md, data, size);
}

void assay_hash_text(struct assay_hash *h, const char *text)
{
    assay_hash_data(h, text, strlen(text) + 1);
}

bool assay_hash_file(struct assay_hash *h, const char *path)
{
    char buffer[1 << 14];
    size_t n;
    bool ok;
    FILE *f = fopen(path, "rb");

    if (!f)
        return false;
    while ((n = fread(buffer, 1, sizeof buffer, f)) > 0)
        assay_hash_data(h, buffer, n);
    ok = !ferror(f);
    fclose(f);
    return ok;
}

void assay_hash_tool(struct assay_hash *h, const char *program)
{
    const char *path = getenv("PATH");
    char full[PATH_MAX], facts[PATH_MAX + 64];
    struct stat st;

    for (path = path ? path : "/usr/bin:/bin"; *path;
         path += strcspn(path, ":"), path += *path == ':') {
        snprintf(full, sizeof full, "%.*s/%s", (int)strcspn(path, ":"), path, program);
        if (stat(full, &st) == 0) {
            snprintf(facts, sizeof facts, "%s %lld %lld", full, (long long)st.st_size,
                     (long long)st.st_mtime);
            assay_hash_text(h, facts);
            return;
        }
    }
    assay_hash_text(h, program);
}

void assay_hash_end(struct assay_hash *h, char key[ASSAY_KEY_SIZE])
{
    unsigned char digest[EVP_MAX_MD_SIZE];

    EVP_DigestFinal_ex(h->md, digest, NULL);
    for (int i = 0; i < (ASSAY_KEY_SIZE - 1) / 2; ++i)
        snprintf(key + 2 * i, 3, "%02x", digest[i]);
    EVP_MD_CTX_free(h->md);
    free(h);
}

static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return mkdir(path, 0777) == 0 || errno == EEXIST;
}

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

bool assay_cache_open(const char *key, struct assay_entry *e, char *why, size_t why_size)
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
    if (!make_folders(root)) {
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

static void unlock(struct assay_entry *e)
{
    /* The lock file stays: removing it would let two builders lock two files of one name. */
    if (e->lock >= 0)
        close(e->lock);
    e->lock = -1;
}

bool assay_cache_commit(struct assay_entry *e, char *why, size_t why_size)
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

void assay_cache_drop(struct assay_entry *e)
{
    if (e->build[0])
        remove_tree(e->build);
    unlock(e);
}
