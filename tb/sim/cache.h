/*
 * cache.h - built things, found again by the content of everything that went into them.
 *
 * The cache is a folder that home.h says, with a folder for each key (base/digest.h). A folder
 * appears under its key only when complete, so that a build that was interrupted leaves nothing that
 * could be taken for a result.
 */
#ifndef ASSAY_CACHE_H
#define ASSAY_CACHE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct assay_cache_entry {
    char path[PATH_MAX];  /* of the complete folder */
    char build[PATH_MAX]; /* folder to build in, while it is not complete */
    bool complete;
    int lock;
};

/* Whether a key is there, complete. */
bool assay_cache_has(const char *key);

/* Look a key up. If it is not there, wait for whoever builds it, or make the folder `build` and hold
 * the lock: then the caller builds and ends with assay_cache_commit or assay_cache_drop. */
bool assay_cache_open(const char *key, struct assay_cache_entry *e, char *why, size_t why_size);
bool assay_cache_commit(struct assay_cache_entry *e, char *why, size_t why_size);
void assay_cache_drop(struct assay_cache_entry *e);

#endif
