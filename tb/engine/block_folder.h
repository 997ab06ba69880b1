/* block_folder.h - what the simulators need to know about a block in a user's folder. */
#ifndef ASSAY_BLOCK_FOLDER_H
#define ASSAY_BLOCK_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct assay_params;

/*
 * Describes a block in a user's folder (tb/attach): its RTL, and the Verilog wrapper module whose
 * pins the engine drives.
 *
 *   wrapper  append that module, assay_<block>, for these parameters. False with a message.
 *   check    compare the RTL's ports, in Verilator's XML of the elaborated design, with the
 *            description. False with a message, one line for each difference.
 */
struct assay_block_folder {
    const char *path;       /* absolute */
    const char *key;        /* hash of the description and of everything that the model
                             * is compiled from */
    const char *generated;  /* folder of the files generated from the description */
    const char *const *rtl; /* one file list, or sources; absolute paths */
    size_t n_rtl;
    bool (*wrapper)(const struct assay_block_folder *f, const struct assay_params *params,
                    struct assay_text *t, char *why, size_t why_size);
    bool (*check)(const struct assay_block_folder *f, const struct assay_params *params,
                  const char *xml, char *why, size_t why_size);
    const void *description;
    const char *unwritten; /* FILE:LINE of the model's marker that it is not written yet; NULL:
                            * it is written */
};

#endif
