/* cache_list.h - lists the built variants and proofs in the cache, and removes them. */
#ifndef ASSAY_CACHE_LIST_H
#define ASSAY_CACHE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "base/error.h"
#include "sim/about.h"
#include "sim/cache.h"

/* A folder in the cache or the file of a proof. The `about` of a proof has a kind and a block. */
struct assay_cached {
    char key[ASSAY_KEY_SIZE];
    char name[64]; /* of the folder or file, relative to the cache */
    bool proof;
    bool building;           /* not complete: being built, or left by a killed build */
    bool in_use;             /* a program runs it or builds it */
    unsigned long long size; /* bytes on disk */
    time_t used;             /* time of the last use */
    struct assay_about about;
};

/*
 * List everything in the cache, most recently used first; free *list. The list is empty if there is
 * no cache yet. ASSAY_BAD_INPUT with a message in `why` if the folder can't be read.
 *
 * `foreign` is a message if the folder holds something that the cache does not create, else "". In
 * that case it may not be a cache at all, and nothing should be removed from it.
 */
enum assay_error assay_cache_list(struct assay_cached **list, size_t *n, char foreign[2 * PATH_MAX],
                                  char *why, size_t why_size);

enum assay_removal {
    ASSAY_REMOVED,
    ASSAY_IN_USE, /* not removed */
    ASSAY_NOT_REMOVED
};

/* Remove one entry unless it is in use. `why` says why it could not be removed. */
enum assay_removal assay_cache_remove(const struct assay_cached *c, char *why, size_t why_size);

/* Remove the locks that have no entry. */
void assay_cache_remove_locks(void);

#endif
