/* scenarios.h - the stimulus for fdot. */
#ifndef FDOT_SCENARIOS_H
#define FDOT_SCENARIOS_H

#include "engine/block.h"
#include "fdot/fdot.h"

enum { FDOT_SCENARIOS = 2 };

extern const struct assay_scenario fdot_scenarios[FDOT_SCENARIOS];

/* Puts element i of a side onto the pins; its bits there must be 0 before. */
void fdot_put(uint32_t *side, uint32_t format, unsigned i, uint32_t pattern);

#endif
