/*
 * surfer.h - writes a command file for the waveform viewer Surfer that opens a waveform at the
 * failing cycle.
 *
 * The signals are in the order of gtkw.h, with a divider before each stream; the cursor and a
 * marker named `failure` are at the failing cycle. The commands are those in Surfer's
 * documentation.
 */
#ifndef ASSAY_SURFER_H
#define ASSAY_SURFER_H

#include "engine/lockstep.h"

/* The file must be used from the folder of `waveform`. False with a message in `why`; `path` is
 * unchanged then. */
bool assay_surfer_save(const struct assay_lockstep *ls, const char *waveform, const char *path,
                       char *why, size_t why_size);

#endif
