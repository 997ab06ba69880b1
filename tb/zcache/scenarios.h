/* scenarios.h - stimulus for zcache. */
#ifndef ZCACHE_SCENARIOS_H
#define ZCACHE_SCENARIOS_H

#include "engine/block.h"

enum { ZCACHE_SCENARIOS = 4 };

/* random, surfaces, misses, hits. Each also checks the block against a flat image of memory. */
extern const struct assay_scenario zcache_scenarios[ZCACHE_SCENARIOS];

#endif
