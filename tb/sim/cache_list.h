/* cache_list.h - what the cache of built variants and proofs holds, and how to make room. */
#ifndef ASSAY_CACHE_LIST_H
#define ASSAY_CACHE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "base/error.h"
#include "sim/about.h"
#include "sim/cache.h"

/* A folder in the cache, or the file of a proof, whose `about` has a kind and a block. */
struct assay_cached {
    char key[ASSAY_KEY_SIZE];
    char name[64]; /* of the folder or file */
    bool proof;
    bool building; /* it is not complete: being built, or left by a build that was killed */
    bool in_use;   /* a program runs it or builds it */
    unsigned long long size; /* bytes on the disk */
    time_t used;             /* when it was used last */
    struct assay_about about;
};

/*
 * All of them, what was used last first; release *list with free. None if there is no cache yet.
 * ASSAY_BAD_INPUT with a message in `why` for a folder that can't be read. Where the folder holds something
 * that the cache does not make, `foreign` is a message that says so, else "": it may be no cache of ours,
 * and nothing should be removed from it.
 */
enum assay_error assay_cache_list(struct assay_cached **list, size_t *n, char foreign[2 * PATH_MAX],
                                  char *why, size_t why_size);

enum assay_removal {
    ASSAY_REMOVED,
    ASSAY_IN_USE, /* it stays */
    ASSAY_NOT_REMOVED
};

/* Remove one, unless it is in use. `why` says why it could not be removed. */
enum assay_removal assay_cache_remove(const struct assay_cached *c, char *why, size_t why_size);

/* Remove the locks of what is not there. */
void assay_cache_remove_locks(void);

#endif
