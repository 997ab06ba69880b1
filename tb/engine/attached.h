/*
 * attached.h - blocks outside the source tree, each in a folder of the user's.
 *
 * tb/attach opens such a folder. Code that runs blocks looks a block up here by name or path and
 * need not know where it comes from.
 */
#ifndef ASSAY_ATTACHED_H
#define ASSAY_ATTACHED_H

#include "base/error.h"
#include "engine/block.h"
#include "engine/block_folder.h"

/* Whether a block's name is a folder path: it contains a slash, or is "." or "..". */
bool assay_block_is_path(const char *name);

/*
 * Finds the block with this name or path; it lasts until the program ends. Returns ASSAY_BAD_INPUT
 * with a message in `why` for an unknown name or a folder that is not a block, and
 * ASSAY_ENVIRONMENT if, for example, a tool is missing.
 */
enum assay_error assay_block_named(const char *name, const struct assay_block **b, char *why,
                                   size_t why_size);

/* False with a message for a block whose model is not written yet: comparing against it would prove
 * nothing. Commands that compare then fail as they do on a mismatch. */
bool assay_block_written(const struct assay_block *b, char *why, size_t why_size);

/* The name with which assay_block_named finds the block again from any working folder: its name, or
 * the absolute path of its folder. */
const char *assay_block_reference(const struct assay_block *b);

/* --- for tb/attach --- */

/* Opens a path; called once for each path. */
typedef enum assay_error assay_block_opener(const char *path, const struct assay_block **b,
                                            char *why, size_t why_size);
void assay_block_open_by(assay_block_opener *opener);

/* Adds a block to assay_blocks; the block must stay valid. False if out of memory. */
bool assay_block_add(const struct assay_block *b);

#endif
