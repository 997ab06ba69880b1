/* scenarios.h - stimulus of bypass. */
#ifndef BYPASS_SCENARIOS_H
#define BYPASS_SCENARIOS_H

#include "lockstep/block.h"

enum { BYPASS_SCENARIOS = 3 };

/* random, specials, throughput. */
extern const struct assay_scenario bypass_scenarios[BYPASS_SCENARIOS];

#endif
