/*
 * against.h - RTL against RTL: two versions of a design, compared without a model.
 *
 * A lockstep with config.against drives both with one stimulus. At level `cycle` the other RTL steers, as a model does, and every
 * output is compared in each cycle under the care mask: payload counts while the other's valid is high, everything else always, and
 * nothing in reset.
 *
 * A model with hooks still shapes the stimulus, and nothing is expected of it.
 */
#ifndef ASSAY_AGAINST_H
#define ASSAY_AGAINST_H

#include "engine/block.h"

/* "cycle", "transfers" or "none". */
const char *assay_level_name(enum assay_compare_level level);

/* The level at which two versions of a block are compared unless somebody says otherwise: its own, and for a block whose model
 * says nothing `transfers` if it has a source, else `cycle`. */
enum assay_compare_level assay_against_default(const struct assay_block *b);

/* The block as it is compared at a level, in `copy`, which has to last as long as what uses it. False with a message where that
 * level is not for the block. */
bool assay_against_block(const struct assay_block *b, enum assay_compare_level level,
                         struct assay_block *copy, char *why, size_t why_size);

/* "x.old.fst" for "x.fst": at level `transfers` the waveform of the other RTL, beside that of the run. False if it does not fit. */
bool assay_against_wave(const char *path, char *other, size_t size);

#endif
