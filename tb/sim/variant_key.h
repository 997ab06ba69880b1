/*
 * variant_key.h - the key of a compiled variant in the cache: all that its shared object depends on.
 */
#ifndef ASSAY_VARIANT_KEY_H
#define ASSAY_VARIANT_KEY_H

#include <stddef.h>

#include "base/digest.h"
#include "base/error.h"
#include "sim/backend.h"
#include "sim/filelist.h"

/* Wider vectors have no toggle counters: they cost minutes of build. */
#define ASSAY_COVERAGE_WIDTH "64"

/* `list` is what assay_variant_sources gave. A setting in the environment that is not understood is an error. */
enum assay_error assay_variant_key(const struct assay_variant *v, const struct assay_filelist *list,
                                   char key[ASSAY_KEY_SIZE], char *why, size_t why_size);

#endif
