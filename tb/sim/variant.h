/*
 * variant.h - turns the description of a variant into a shared object in the cache.
 */
#ifndef ASSAY_VARIANT_H
#define ASSAY_VARIANT_H

#include <limits.h>

#include "base/error.h"
#include "sim/backend.h"
#include "sim/cache.h"
#include "sim/filelist.h"

/* Describes the variant for the cache. */
void assay_variant_about(const struct assay_variant *v, const char *kind, struct assay_about *a);

/* The path of the shared object, which is built if the cache does not have it. `quiet`: print
 * nothing about the build on standard error. */
enum assay_error assay_variant_build(const struct assay_variant *v, bool quiet, char path[PATH_MAX],
                                     char *why, size_t why_size);

/* Compare the pins of the RTL with those of the block. `why` has a line for each difference. */
enum assay_error assay_variant_check_pins(const struct assay_variant *v,
                                          const struct assay_filelist *list, char *why,
                                          size_t why_size);

#endif
