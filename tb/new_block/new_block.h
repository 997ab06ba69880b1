/*
 * new_block.h - creates the folder of a block from RTL: block.yaml and a model to be completed.
 *
 * The pins, parameters and edges are those of the elaborated top
 * module. Streams are recognized by pin names, and clock and reset by
 * edges and names. Simulation confirms the active level of the reset.
 */
#ifndef ASSAY_NEW_BLOCK_H
#define ASSAY_NEW_BLOCK_H

#include "base/error.h"
#include "base/text.h"

struct assay_new_block {
    const char *name;  /* name of the block */
    const char *rtl;   /* a file list or a source */
    const char *top;   /* top module */
    const char *clock; /* NULL: find it */
    const char *reset; /* NAME, NAME:low, NAME:async, NAME:low:async or none; NULL: find it */
    const char *level; /* cycle, transfers, none; NULL: choose it */
    const char *out;   /* folder; NULL: one named after the block */
};

/*
 * Writes the folder, which must not exist or must be empty. `said` receives a report of what was
 * found and written, for people. Returns ASSAY_BAD_INPUT with a message on an error, in which case
 * nothing is written. The message begins with the place in the RTL if that is the cause.
 */
enum assay_error assay_new_block(const struct assay_new_block *b, struct assay_text *said,
                                 char *why, size_t why_size);

/* Writes the model for the current block.yaml of an existing folder.
 * An existing model is an error and is not overwritten. */
enum assay_error assay_new_model(const char *folder, struct assay_text *said, char *why,
                                 size_t why_size);

#endif
