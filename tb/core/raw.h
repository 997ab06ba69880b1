/* raw.h - programs of words at random, of the whole instruction set: they may do anything, and need a
 * cycle limit. */
#ifndef CORE_RAW_H
#define CORE_RAW_H

#include "core/program.h"

enum { CORE_RAW_WORDS = 64 };

/* In place of the code of `p`, whose launch stays. `bad`: with some words that are not legal. */
void core_raw_code(struct assay_rng *r, uint32_t lanes, bool bad, struct core_program *p);

#endif
