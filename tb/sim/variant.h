/*
 * variant.h - from a variant's description to a shared object in the cache.
 */
#ifndef ASSAY_VARIANT_H
#define ASSAY_VARIANT_H

#include <limits.h>

#include "base/error.h"
#include "sim/backend.h"
#include "sim/cache.h"
#include "sim/filelist.h"

/* The name of the backend that a compiled variant is for. */
const char *assay_variant_kind(const struct assay_variant *v);

/* What it is, for the cache. */
void assay_variant_about(const struct assay_variant *v, const char *kind, struct assay_about *a);

/* Path of the shared object, built if need be; `quiet`: no word on standard error about a build. */
enum assay_error assay_variant_build(const struct assay_variant *v, bool quiet, char path[PATH_MAX],
                                     char *why, size_t why_size);

/* Hold the pins of the RTL against those of the block, one line in `why` for each difference. */
enum assay_error assay_variant_check_pins(const struct assay_variant *v,
                                          const struct assay_filelist *list, char *why,
                                          size_t why_size);

#endif
