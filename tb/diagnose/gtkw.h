/*
 * gtkw.h - writes a GTKWave save file that opens a waveform at the failing cycle.
 *
 * It shows `ref.mismatch` first, then each stream in which an output differs, with expected and
 * actual values next to each other; then clk, rst and pins outside streams; and the other streams
 * as closed groups.
 */
#ifndef ASSAY_GTKW_H
#define ASSAY_GTKW_H

#include "engine/lockstep.h"

/* `waveform` must be in the folder of `path`. False with a message in `why`; `path` is
 * unchanged then. */
bool assay_gtkw_save(const struct assay_lockstep *ls, const char *waveform, const char *path,
                     char *why, size_t why_size);

#endif
