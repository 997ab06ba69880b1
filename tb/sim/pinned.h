/*
 * pinned.h - keeps build results fixed during a regression, even if their sources change.
 *
 * A regression writes to a file which variants and models its jobs are to use, as keys of the
 * cache. The environment variable ASSAY_PINNED names the file. The jobs then use these and do not
 * look at sources.
 */
#ifndef ASSAY_PINNED_H
#define ASSAY_PINNED_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/digest.h"
#include "base/error.h"
#include "sim/backend.h"

#define ASSAY_PINNED_VARIABLE "ASSAY_PINNED"

/* Write one line of the file: a variant for a backend, or the model of a
 * block in the folder `path`. False if out of memory; the caller checks `f`. */
bool assay_pinned_put_variant(FILE *f, const struct assay_variant *v, const char *backend,
                              const char *key);
bool assay_pinned_put_model(FILE *f, const char *path, const char *key);

/*
 * Look up an entry: sets *found and its folder in the cache, which stays in use from here on. It is
 * an error, with a message in `why`, if the file can't be read or the entry it names is gone.
 */
enum assay_error assay_pinned_variant(const struct assay_variant *v, const char *backend,
                                      bool *found, char folder[PATH_MAX], char *why,
                                      size_t why_size);
enum assay_error assay_pinned_model(const char *path, bool *found, char folder[PATH_MAX],
                                    char key[ASSAY_KEY_SIZE], char *why, size_t why_size);

#endif
