/*
 * new_block.h - the folder of a block, from RTL: block.yaml, and a model to be written.
 *
 * The pins, parameters and edges are those of the elaborated top. Streams are known by the names of pins, clock and reset by
 * edges and names; the reset's active level is confirmed by simulation.
 */
#ifndef ASSAY_NEW_BLOCK_H
#define ASSAY_NEW_BLOCK_H

#include "base/error.h"
#include "base/text.h"

struct assay_new_block {
    const char *name;  /* of the block */
    const char *rtl;   /* a file list or a source */
    const char *top;   /* module */
    const char *clock; /* NULL: to be found */
    const char *reset; /* NAME, NAME:low, NAME:async, NAME:low:async or none; NULL: to be found */
    const char *level; /* cycle, transfers, none; NULL: to be chosen */
    const char *out;   /* folder; NULL: one of the block's name */
};

/*
 * Write the folder, which must not be there or be empty. `said` gets what was found and written, for people. ASSAY_BAD_INPUT with a
 * message, which begins with the place in the RTL where that is to blame; nothing is written then.
 */
enum assay_error assay_new_block(const struct assay_new_block *b, struct assay_text *said,
                                 char *why, size_t why_size);

/* Write the model of a folder's block.yaml, which has to be there, as it is by now. A model that is there is left alone. */
enum assay_error assay_new_model(const char *folder, struct assay_text *said, char *why,
                                 size_t why_size);

#endif
