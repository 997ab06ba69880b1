/* about.h - what a built thing in the cache is, for people: the file `about` in its folder. */
#ifndef ASSAY_ABOUT_H
#define ASSAY_ABOUT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "api/model_block.h"

/* The kinds that are not variants of a block have the kind alone. Texts are "" where they do not apply. */
struct assay_about {
    char kind
        [24]; /* verilator, icarus, systemc, systemc-model, mutants; runtime, headers: parts of all variants */
    char block[64], params[ASSAY_PARAMS_TEXT];
    char rtl[PATH_MAX]; /* file list; "" for the project's own RTL */
    char fault[64];
    char optimise[8]; /* -O1 */
    bool coverage;    /* it counts lines and toggles */
    bool waves;       /* it can write waveforms */
};

#define ASSAY_ABOUT_FILE "about"

/* Into `folder`; false with a message in `why`. */
bool assay_about_write(const struct assay_about *a, const char *folder, char *why, size_t why_size);

/* Of `folder`; false if it has none that says a kind: all texts are "" then. */
bool assay_about_read(struct assay_about *a, const char *folder);

#endif
