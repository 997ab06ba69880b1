/*
 * variant_sources.h - the Verilog of a variant: its files, its text, and what of it goes into keys.
 */
#ifndef ASSAY_VARIANT_SOURCES_H
#define ASSAY_VARIANT_SOURCES_H

#include <stddef.h>

#include "base/digest.h"
#include "base/error.h"
#include "sim/backend.h"
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

#endif
