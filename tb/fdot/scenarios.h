/* scenarios.h - stimulus of fdot. */
#ifndef FDOT_SCENARIOS_H
#define FDOT_SCENARIOS_H

#include "engine/block.h"
#include "fdot/fdot.h"

enum { FDOT_SCENARIOS = 2 };

extern const struct assay_scenario fdot_scenarios[FDOT_SCENARIOS];

/* Put element i of a side onto the pins; the bits that were there must be 0. */
void fdot_put(uint32_t *side, uint32_t format, unsigned i, uint32_t pattern);

#endif
