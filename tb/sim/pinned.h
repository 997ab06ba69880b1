/*
 * pinned.h - what is built stays what it was while a regression runs, whatever becomes of its sources.
 *
 * A regression writes down which variants and models its jobs are to use, by their keys in the cache, and names the file in the
 * environment as ASSAY_PINNED. Its jobs then take these, and look at no sources.
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

/* A line of the file: a variant for a backend, or the model of a block in the folder `path`. */
void assay_pinned_put_variant(FILE *f, const struct assay_variant *v, const char *backend,
                              const char *key);
void assay_pinned_put_model(FILE *f, const char *path, const char *key);

/*
 * Look one up: *found, and its folder in the cache, which is in use from then on. An error, with a message in `why`, if the
 * file can't be read or what it names is gone.
 */
enum assay_error assay_pinned_variant(const struct assay_variant *v, const char *backend,
                                      bool *found, char folder[PATH_MAX], char *why,
                                      size_t why_size);
enum assay_error assay_pinned_model(const char *path, bool *found, char folder[PATH_MAX],
                                    char key[ASSAY_KEY_SIZE], char *why, size_t why_size);

#endif
