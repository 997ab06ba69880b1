/* scenarios.h - stimulus for gateway_baseline. */
#ifndef GATEWAY_BASELINE_SCENARIOS_H
#define GATEWAY_BASELINE_SCENARIOS_H

#include "engine/block.h"

enum { GATEWAY_BASELINE_SCENARIOS = 2 };
extern const struct assay_scenario gateway_baseline_scenarios[GATEWAY_BASELINE_SCENARIOS];

#endif
