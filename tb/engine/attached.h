/*
 * attached.h - blocks that are not of the tree: a folder of a user's each.
 *
 * tb/attach opens such a folder. What runs blocks asks here for a block by name or path, and knows nothing of how it comes
 * about.
 */
#ifndef ASSAY_ATTACHED_H
#define ASSAY_ATTACHED_H

#include "base/error.h"
#include "engine/block.h"
#include "engine/block_folder.h"

/* Whether a block's name is the path of a folder: it has a slash, or is "." or "..". */
bool assay_block_is_path(const char *name);

/*
 * The block of a name, or of a path; it lasts until the program ends. ASSAY_BAD_INPUT with a message in `why` for an unknown name
 * and a folder that is no block; ASSAY_ENVIRONMENT where a tool is missing and the like.
 */
enum assay_error assay_block_named(const char *name, const struct assay_block **b, char *why,
                                   size_t why_size);

/* False with a message for a block whose model is still to be written: what it is compared with would say
 * nothing. A command that compares fails then, as at a mismatch. */
bool assay_block_written(const struct assay_block *b, char *why, size_t why_size);

/* What assay_block_named takes to find the block again, from any folder: its name, or the absolute path of its folder. */
const char *assay_block_reference(const struct assay_block *b);

/* --- for tb/attach --- */

/* Who opens a path; called once for each. */
typedef enum assay_error assay_block_opener(const char *path, const struct assay_block **b,
                                            char *why, size_t why_size);
void assay_block_open_by(assay_block_opener *opener);

/* Add a block to assay_blocks; it has to last. False when memory is out. */
bool assay_block_add(const struct assay_block *b);

#endif
