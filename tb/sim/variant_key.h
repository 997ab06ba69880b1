/*
 * variant_key.h - the cache key of a compiled variant: a hash of everything its
 * shared object depends on.
 */
#ifndef ASSAY_VARIANT_KEY_H
#define ASSAY_VARIANT_KEY_H

#include <stddef.h>

#include "base/digest.h"
#include "base/error.h"
#include "sim/backend.h"
#include "sim/filelist.h"

/* Wider vectors get no toggle counters, which would add minutes to the build. */
#define ASSAY_COVERAGE_WIDTH "64"

/* `list` comes from assay_variant_sources. An environment variable with an
 * unknown value is an error. */
enum assay_error assay_variant_key(const struct assay_variant *v, const struct assay_filelist *list,
                                   char key[ASSAY_KEY_SIZE], char *why, size_t why_size);

#endif
