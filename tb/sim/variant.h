/*
 * variant.h - from a variant's description to a shared object in the cache.
 */
#ifndef ASSAY_VARIANT_H
#define ASSAY_VARIANT_H

#include <limits.h>

#include "base/digest.h"
#include "base/error.h"
#include "base/process.h"
#include "sim/backend.h"
#include "sim/cache.h"
#include "sim/filelist.h"

/* The sources of a variant: its own list, or rtl/<folder>/<block>.f. */
enum assay_error assay_variant_sources(const struct assay_variant *v, struct assay_filelist *list,
                                       char *why, size_t why_size);

/* Its sources as one text after the preprocessor, with `line directives; to be freed. */
enum assay_error assay_variant_text(const struct assay_variant *v, char **text, char *why,
                                    size_t why_size);

/* Let a variant's fault, if it has one, go into its key. */
enum assay_error assay_variant_hash_fault(const struct assay_variant *v, struct assay_hash *h,
                                          char *why, size_t why_size);

/* Of a block from a folder: let the module around its RTL go into a key; write it into a folder, and let
 * the list name it. */
enum assay_error assay_variant_hash_wrapper(const struct assay_variant *v, struct assay_hash *h,
                                            char *why, size_t why_size);
enum assay_error assay_variant_write_wrapper(const struct assay_variant *v,
                                             struct assay_filelist *list, const char *folder,
                                             char *why, size_t why_size);

/* A key of the text of its RTL, with its fault, whatever else the variant is built with. */
enum assay_error assay_variant_sources_key(const struct assay_variant *v, char key[ASSAY_KEY_SIZE],
                                           char *why, size_t why_size);

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
