/*
 * surfer.h - a command file for the waveform viewer Surfer: opens a waveform at the failing cycle.
 *
 * The signals stand in the order of gtkw.h, with a divider before each stream; the cursor and a marker named
 * `failure` stand at the failing cycle. The commands are those that Surfer's documentation lists.
 */
#ifndef ASSAY_SURFER_H
#define ASSAY_SURFER_H

#include "engine/lockstep.h"

/* To be used from the folder of `waveform`. Returns false with a message in `why`; then `path` is as it was. */
bool assay_surfer_save(const struct assay_lockstep *ls, const char *waveform, const char *path,
                       char *why, size_t why_size);

#endif
