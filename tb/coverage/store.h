/*
 * store.h - functional coverage in files: written, read back and merged.
 *
 * A store is a text file:
 *     assay-coverage 1
 *     folder BLOCK PATH
 *     run BLOCK PARAMS CYCLES [RUNS]
 *     hit BLOCK GROUP BIN[.BIN...] COUNT
 * `folder` gives the folder of a block outside the source tree; the path extends to the end of the
 * line. RUNS is the number of runs that a merged store has added up in the line; the default is 1.
 * A block's hits come after its runs. Merging adds counts: it is the same as reading several files
 * into one database.
 */
#ifndef ASSAY_COVER_STORE_H
#define ASSAY_COVER_STORE_H

#include "base/error.h"
#include "engine/cover.h"

/* Writes the store of one run (to a temporary name, then renamed). False with a message in
 * `why`. */
bool assay_cover_save(const struct assay_cover *db, const char *params, const char *path, char *why,
                      size_t why_size);

/* The same for merged data: `n` databases, of which those with block NULL are skipped. */
bool assay_cover_save_merged(const struct assay_cover *db, size_t n, const char *path, char *why,
                             size_t why_size);

/*
 * Attaches the blocks for which a store gives folders, unless blocks of these names exist;
 * assay_blocks grows. A file that cannot be read is left to assay_cover_load. If a folder is no
 * longer a block, returns the error with FILE:LINE in `why`.
 */
enum assay_error assay_cover_attach(const char *path, char *why, size_t why_size);

/*
 * Adds a store to databases, one for each block that it names; db[i] belongs to assay_blocks[i] and
 * is opened when first needed (block NULL: not open). False with FILE:LINE in `why`; nothing of
 * this file was added then. Counts saturate instead of overflowing.
 */
bool assay_cover_load(struct assay_cover *db, const char *path, char *why, size_t why_size);

/* The same for another table of blocks, NULL-terminated. */
bool assay_cover_load_from(const struct assay_block *const *blocks, struct assay_cover *db,
                           const char *path, char *why, size_t why_size);

#endif
