/*
 * against.h - RTL against RTL: two versions of a design, compared without a model.
 *
 * A lockstep with config.against drives both with the same stimulus. At level `cycle` the other RTL
 * steers the run as a model would, and every output is compared in each cycle under the care mask:
 * payload while the other RTL's valid is high, everything else always, and nothing in reset.
 *
 * A model with hooks still shapes the stimulus, but its expectations are not compared.
 */
#ifndef ASSAY_AGAINST_H
#define ASSAY_AGAINST_H

#include "engine/block.h"

/* "cycle", "transfers" or "none". */
const char *assay_level_name(enum assay_compare_level level);

/* The default level for comparing two versions of a block: the block's own level. A block whose
 * level is `none` is compared at `transfers` if it has a source, and at `cycle` otherwise. */
enum assay_compare_level assay_against_default(const struct assay_block *b);

/* Copies the block to `copy`, with `level` as its level. Whatever `copy` points to is shared with
 * `b`; `copy` must outlive its users. False with a message in `why` if the block cannot be compared
 * at that level. */
bool assay_against_block(const struct assay_block *b, enum assay_compare_level level,
                         struct assay_block *copy, char *why, size_t why_size);

/* The name of the other RTL's waveform at level `transfers`: "x.old.fst" for "x.fst". False if it
 * does not fit. */
bool assay_against_wave(const char *path, char *other, size_t size);

#endif
