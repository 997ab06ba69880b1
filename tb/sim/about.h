/* about.h - describes an entry of the cache, for people: the file `about` in its folder. */
#ifndef ASSAY_ABOUT_H
#define ASSAY_ABOUT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "api/model_block.h"

/* The description of an entry. A text that does not apply is "". */
struct assay_about {
    /* verilator, icarus, systemc, systemc-model, check-x and mutants are variants of a block. Other
     * kinds, such as runtime, headers and model, are not. */
    char kind[24];
    char block[64], params[ASSAY_PARAMS_TEXT];
    char rtl[PATH_MAX]; /* file list; "" for the project's own RTL */
    char fault[64];
    char optimise[8]; /* -O1 */
    bool coverage;    /* counts lines and toggles */
    bool waves;       /* can write waveforms */
};

#define ASSAY_ABOUT_FILE "about"

/* Write the file into `folder`. False with a message in `why`. */
bool assay_about_write(const struct assay_about *a, const char *folder, char *why, size_t why_size);

/* Read the file of `folder`. False if it is missing or names no kind; then all texts are "". */
bool assay_about_read(struct assay_about *a, const char *folder);

#endif
