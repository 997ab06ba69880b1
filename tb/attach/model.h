/* model.h - the model of a user's block as a shared object. */
#ifndef ASSAY_ATTACH_MODEL_H
#define ASSAY_ATTACH_MODEL_H

#include <limits.h>
#include <stddef.h>

#include "base/digest.h"
#include "base/error.h"
#include "base/text.h"
#include "describe/describe.h"
#include "engine/block.h"

/*
 * Compile the model of a description, whose widths are known, unless the cache has it. `folder` is the folder in the cache, with the
 * generated files; `key` its key. What the compiler warns of is added to `warnings`, what it refuses to `why`.
 */
enum assay_error assay_attach_compile(const struct assay_description *d, char folder[PATH_MAX],
                                      char key[ASSAY_KEY_SIZE], struct assay_text *warnings,
                                      char *why, size_t why_size);

/* Load it and hold its descriptor against this program's. It stays loaded. `unwritten`: FILE:LINE of
 * its ASSAY_MODEL_UNWRITTEN, NULL without one. */
enum assay_error assay_attach_load(const struct assay_description *d, const char *folder,
                                   const struct assay_block **descriptor, const char **unwritten,
                                   char *why, size_t why_size);

#endif
