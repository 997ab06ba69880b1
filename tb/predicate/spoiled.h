/*
 * spoiled.h - words that trap because of a single field, so that each check of a decoder decides
 * alone.
 */
#ifndef PREDICATE_SPOILED_H
#define PREDICATE_SPOILED_H

#include "base/rng.h"
#include "predicate/instructions.h"

/*
 * Returns a random legal instruction after a change of one field that makes it illegal, or illegal
 * for a uniform destination. `turn` selects the operation and the field, and is advanced, so that a
 * series of calls reaches each field of each operation. `core`: the whole instruction set;
 * otherwise that of block predicate, where instructions that only core has are returned too.
 */
uint64_t predicate_spoiled_word(struct assay_rng *r, bool core, uint32_t *turn);

#endif
