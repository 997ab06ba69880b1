/* raw.h - programs of random words from the whole instruction set. They may do anything and need
 * a cycle limit. */
#ifndef CORE_RAW_H
#define CORE_RAW_H

#include "core/program.h"

enum { CORE_RAW_WORDS = 64 };

/* Replaces the code of `p` but keeps its launch. `bad`: some words are illegal. */
void core_raw_code(struct assay_rng *r, uint32_t lanes, bool bad, struct core_program *p);

#endif
