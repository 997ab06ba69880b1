/*
 * cache.h - built things, found again by the content of everything that went into them.
 *
 * The cache is a folder that home.h says, with a folder for each key (base/digest.h). A folder
 * appears under its key only when complete, so that a build that was interrupted leaves nothing that
 * could be taken for a result.
 *
 *     <key>                  what is complete, with a file `about` (about.h)
 *     <key>.building-XXXXXX  what is being built
 *     <key>.lock             locked by whoever builds or uses it (flock); its time is that of the last use
 *     proofs/<key>           what is proved (prove/kept.h), a file; its time is that of the last use
 *
 * The locks of a program that is gone are free, so that what a killed build left is known: the next
 * build removes it.
 */
#ifndef ASSAY_CACHE_H
#define ASSAY_CACHE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/digest.h"
#include "sim/about.h"

struct assay_cache_entry {
    char path[PATH_MAX];  /* of the complete folder */
    char build[PATH_MAX]; /* folder to build in, while it is not complete */
    bool complete;
    int lock;
};

/* Whether a key is there, complete. */
bool assay_cache_has(const char *key);

/*
 * Look a key up. If it is not there, wait for whoever builds it, or make the folder `build` and hold
 * the lock: then the caller builds and ends with assay_cache_commit or assay_cache_drop. In between it
 * is guarded (base/process.h): on a signal assay_cache_drop removes the folder, and the program ends.
 *
 * What is complete is in use from here on, and not pruned (cache_list.h), until the program ends.
 */
bool assay_cache_open(const char *key, struct assay_cache_entry *e, char *why, size_t why_size);
bool assay_cache_commit(struct assay_cache_entry *e, const struct assay_about *about, char *why,
                        size_t why_size);
void assay_cache_drop(struct assay_cache_entry *e);
/* The same after an error whose message is in `why`. If the disk is full, the message says so and what can be done, and it is
 * ASSAY_ENVIRONMENT. Returns the error. */
enum assay_error assay_cache_failed(struct assay_cache_entry *e, enum assay_error error, char *why,
                                    size_t why_size);

/* What is in use stays so in the program that exec starts. */
void assay_cache_use_after_exec(void);

/* --- for cache_list.c --- */

/* The folder of the cache, absolute if it is there. Returns `path`. */
const char *assay_cache_folder(char path[PATH_MAX]);

/* The key that a name in the cache begins with; false if it begins with none. */
bool assay_cache_key_of(const char *name, char key[ASSAY_KEY_SIZE]);

/* The rest of a name after its key: "" for what is complete, and of the others of a key. */
#define ASSAY_CACHE_LOCK ".lock"
#define ASSAY_CACHE_BUILDING ".building" /* and more */

/* The lock of a key for removing things, at once; -1 with errno if it is in use or being built.
 * Released by close. */
int assay_cache_lock_out(const char *folder, const char *key);

#endif
