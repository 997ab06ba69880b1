/*
 * store.h - functional coverage in files: written, read back and merged.
 *
 * A store is a text file:
 *     assay-coverage 1
 *     folder BLOCK PATH
 *     run BLOCK PARAMS CYCLES [RUNS]
 *     hit BLOCK GROUP BIN[.BIN...] COUNT
 * The first says where a block that is not of the tree is; the path goes on to the end of the line.
 * RUNS is the number of runs that a merged store added up in the line; left out, it is 1. A block's
 * hits come after its runs. Merging adds counts; it is what reading several files into one database
 * does.
 */
#ifndef ASSAY_COVER_STORE_H
#define ASSAY_COVER_STORE_H

#include "base/error.h"
#include "engine/cover.h"

/* Write the store of one run (to a temporary name, then renamed). False with a message in `why`. */
bool assay_cover_save(const struct assay_cover *db, const char *params, const char *path, char *why,
                      size_t why_size);

/* The same for what was merged: `n` databases, those with block NULL left out. */
bool assay_cover_save_merged(const struct assay_cover *db, size_t n, const char *path, char *why,
                             size_t why_size);

/*
 * Attach the blocks that a store has the folders of, but for those that are there: assay_blocks grows. A file that
 * cannot be read is left to assay_cover_load. Not ASSAY_OK with FILE:LINE in `why` for a folder that is no block any more.
 */
enum assay_error assay_cover_attach(const char *path, char *why, size_t why_size);

/*
 * Add a store to databases, one for each block that it names; db[i] belongs to assay_blocks[i] and
 * is opened when first needed (block NULL means not open). False with FILE:LINE in `why`; then
 * nothing of this file was added. Counts that would overflow stay at the greatest number.
 */
bool assay_cover_load(struct assay_cover *db, const char *path, char *why, size_t why_size);

/* The same with another table of blocks, NULL-terminated. */
bool assay_cover_load_from(const struct assay_block *const *blocks, struct assay_cover *db,
                           const char *path, char *why, size_t why_size);

#endif
