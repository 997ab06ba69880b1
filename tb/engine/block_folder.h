/* block_folder.h - what the simulators are told of a block from a folder of a user's. */
#ifndef ASSAY_BLOCK_FOLDER_H
#define ASSAY_BLOCK_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct assay_params;

/*
 * What a block from a folder of a user's (tb/attach) has in place of the tree's: RTL, and a Verilog module around it whose pins
 * are those that the engine drives.
 *
 *   wrapper  append that module, assay_<block>, for these parameters. False with a message.
 *   check    hold the RTL's own ports, in Verilator's XML of the elaborated design, against the description. False with
 *            a message, one line for each difference.
 */
struct assay_block_folder {
    const char *path;       /* absolute */
    const char *key;        /* of the description and all that the model is compiled from */
    const char *generated;  /* folder with what is written from the description */
    const char *const *rtl; /* a file list, or sources; absolute */
    size_t n_rtl;
    bool (*wrapper)(const struct assay_block_folder *f, const struct assay_params *params,
                    struct assay_text *t, char *why, size_t why_size);
    bool (*check)(const struct assay_block_folder *f, const struct assay_params *params,
                  const char *xml, char *why, size_t why_size);
    const void *description;
    const char *
        unwritten; /* FILE:LINE where the model says that it is still to be written; NULL: it is there */
};

#endif
