/*
 * gtkw.h - a GTKWave save file: opens a waveform at the failing cycle.
 *
 * First `ref.mismatch`, then each stream in which an output differs, with expected and actual
 * values beside each other; then clk, rst and pins outside streams; the other streams as closed
 * groups.
 */
#ifndef ASSAY_GTKW_H
#define ASSAY_GTKW_H

#include "engine/lockstep.h"

/* `waveform` must lie in the folder of `path`. Returns false with a message in `why`; then `path`
 * is as it was. */
bool assay_gtkw_save(const struct assay_lockstep *ls, const char *waveform, const char *path,
                     char *why, size_t why_size);

#endif
