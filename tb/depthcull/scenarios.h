/* scenarios.h - stimulus for depthcull. */
#ifndef DEPTHCULL_SCENARIOS_H
#define DEPTHCULL_SCENARIOS_H

#include "engine/block.h"

enum { DEPTHCULL_SCENARIOS = 5 };

extern const struct assay_scenario depthcull_scenarios[DEPTHCULL_SCENARIOS];

#endif
