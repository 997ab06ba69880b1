/* model.h - compiles and loads the model of a user's block as a shared object. */
#ifndef ASSAY_ATTACH_MODEL_H
#define ASSAY_ATTACH_MODEL_H

#include <limits.h>
#include <stddef.h>

#include "base/args.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/text.h"
#include "describe/describe.h"
#include "engine/block.h"

/*
 * Compiles the model of a description, whose widths must be known, unless it is in the cache.
 * `folder` becomes its folder in the cache, with the generated files, and `key` its key. The
 * compiler's warnings are added to `warnings`; its errors go to `why`.
 */
enum assay_error assay_attach_compile(const struct assay_description *d, char folder[PATH_MAX],
                                      char key[ASSAY_KEY_SIZE], struct assay_text *warnings,
                                      char *why, size_t why_size);

/* Loads the model and checks that its descriptor matches this program. It stays loaded. *unwritten
 * becomes FILE:LINE of its ASSAY_MODEL_UNWRITTEN, or NULL if it has none. */
enum assay_error assay_attach_load(const struct assay_description *d, const char *folder,
                                   const struct assay_block **descriptor, const char **unwritten,
                                   char *why, size_t why_size);

/* Adds the include paths with which the sources of a model are compiled: the generated files, the
 * block's folder, those that block.yaml names, which are relative to it, and Assay's tree. */
void assay_attach_include(const struct assay_description *d, const char *folder,
                          const char *generated, struct assay_args *a);

#endif
