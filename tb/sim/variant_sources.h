/*
 * variant_sources.h - the Verilog of a variant: its files, its text, and their part in keys.
 */
#ifndef ASSAY_VARIANT_SOURCES_H
#define ASSAY_VARIANT_SOURCES_H

#include <stddef.h>

#include "base/digest.h"
#include "base/error.h"
#include "sim/backend.h"
#include "sim/filelist.h"

/* The file list of a variant: its own list, or rtl/<block>/<block>.f. Free *list. */
enum assay_error assay_variant_sources(const struct assay_variant *v, struct assay_filelist *list,
                                       char *why, size_t why_size);

/* Its sources as one text after the preprocessor, with `line directives. Free *text. */
enum assay_error assay_variant_text(const struct assay_variant *v, char **text, char *why,
                                    size_t why_size);

/* Add the variant's fault, if it has one, to the hash of its key. */
enum assay_error assay_variant_hash_fault(const struct assay_variant *v, struct assay_hash *h,
                                          char *why, size_t why_size);

/* For a block from a folder: add the wrapper around its RTL to the hash of a key; write the wrapper
 * into a folder and add it to the list. For other blocks these do nothing. */
enum assay_error assay_variant_hash_wrapper(const struct assay_variant *v, struct assay_hash *h,
                                            char *why, size_t why_size);
enum assay_error assay_variant_write_wrapper(const struct assay_variant *v,
                                             struct assay_filelist *list, const char *folder,
                                             char *why, size_t why_size);

/* A key of the text of its RTL and its fault alone, whatever else the variant is built with. */
enum assay_error assay_variant_sources_key(const struct assay_variant *v, char key[ASSAY_KEY_SIZE],
                                           char *why, size_t why_size);

#endif
