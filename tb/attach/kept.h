/* kept.h - the description of a user's block, kept with its model in the cache. */
#ifndef ASSAY_ATTACH_KEPT_H
#define ASSAY_ATTACH_KEPT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "describe/describe.h"

/* Writes block.yaml and all widths into a folder. False with a message. */
bool assay_attach_keep(const struct assay_description *d, const char *folder, char *why,
                       size_t why_size);

/* Reads them back as the description of the block in the folder `path`. The caller frees *d with
 * assay_describe_free. */
enum assay_error assay_attach_kept(const char *path, const char *folder,
                                   struct assay_description **d, char *why, size_t why_size);

#endif
