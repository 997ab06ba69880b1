/* store_copy.h - a copy of a result store, to read one in a place that is not writable. */
#ifndef ASSAY_REGRESS_STORE_COPY_H
#define ASSAY_REGRESS_STORE_COPY_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Copy the database at `path`, with the log that a killed writer left, to a new folder below /tmp.
 * This is needed because SQLite writes files beside a database even to read it, and merges a
 * leftover log into it. `copy` receives the path of the copy; assay_store_copy_remove removes it
 * with its folder, and may be called once the copy has been opened and read from. Returns false
 * with a message in `why` on error, leaving nothing behind.
 */
bool assay_store_copy(const char *path, char copy[PATH_MAX], char *why, size_t why_size);
void assay_store_copy_remove(const char *copy);

#endif
