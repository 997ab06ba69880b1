/* store_copy.h - a result store where nothing may be written, for reading. */
#ifndef ASSAY_REGRESS_STORE_COPY_H
#define ASSAY_REGRESS_STORE_COPY_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Copy the database at `path`, with the log of a writer that was killed, to a new folder below /tmp:
 * SQLite writes beside a database also to read one, and brings a log into it. `copy` names the copy, which
 * is removed with its folder by assay_store_copy_remove; that may be called as soon as it is open and was
 * read once. False with a message in `why`, and nothing left.
 */
bool assay_store_copy(const char *path, char copy[PATH_MAX], char *why, size_t why_size);
void assay_store_copy_remove(const char *copy);

#endif
