/*
 * cache.h - build results, found by the content of everything that went into them.
 *
 * The cache is the folder that home.h names. It has a folder for each key (base/digest.h). A folder
 * gets its final name only when it is complete, so an interrupted build leaves nothing that could
 * be mistaken for a result.
 *
 *     <key>                  complete, with a file `about` (about.h)
 *     <key>.building-XXXXXX  being built
 *     <key>.lock             locked (flock) while in use or built; its time is that of the last use
 *     proofs/<key>           a file with a proof (prove/kept.h); its time is that of the last use
 *
 * The locks of a program are released when it ends. A build folder whose lock is free was therefore
 * left by a killed build; the next build removes it.
 */
#ifndef ASSAY_CACHE_H
#define ASSAY_CACHE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/digest.h"
#include "sim/about.h"

struct assay_cache_entry {
    char path[PATH_MAX];  /* the complete folder */
    char build[PATH_MAX]; /* the folder to build in, while it is not complete */
    bool complete;
    int lock;
};

/* Whether the key has a complete folder. */
bool assay_cache_has(const char *key);

/*
 * Look up a key. If it is not there, wait for another program that builds it, or create the folder
 * `build` and hold the lock. In the latter case the caller builds, then calls assay_cache_commit or
 * assay_cache_drop. Until then signals are held back (base/process.h): after one, assay_cache_drop
 * removes the folder and the program ends.
 *
 * A complete folder is in use from here until the program ends, and is not pruned (cache_list.h).
 */
bool assay_cache_open(const char *key, struct assay_cache_entry *e, char *why, size_t why_size);
bool assay_cache_commit(struct assay_cache_entry *e, const struct assay_about *about, char *why,
                        size_t why_size);
void assay_cache_drop(struct assay_cache_entry *e);
/* As assay_cache_drop, after an error whose message is in `why`. If the disk is full, the message
 * also says that and what can be done, and the error becomes ASSAY_ENVIRONMENT. Returns the
 * error. */
enum assay_error assay_cache_failed(struct assay_cache_entry *e, enum assay_error error, char *why,
                                    size_t why_size);

/* Keep the entries in use across exec. */
void assay_cache_use_after_exec(void);

/* --- for cache_list.c --- */

/* The folder of the cache, as an absolute path if it exists. Returns `path`. */
const char *assay_cache_folder(char path[PATH_MAX]);

/* The key at the start of a name in the cache; false if it does not start with one. */
bool assay_cache_key_of(const char *name, char key[ASSAY_KEY_SIZE]);

/* What follows the key in a name. A complete folder has nothing; the others are: */
#define ASSAY_CACHE_LOCK ".lock"
#define ASSAY_CACHE_BUILDING ".building" /* with a suffix */

/* Take the lock of a key in order to remove the entry, without waiting. Returns a descriptor,
 * released by close; -1 with errno if the entry is in use or being built. */
int assay_cache_lock_out(const char *folder, const char *key);

#endif
