/* scenarios.h - the stimulus for fp. */
#ifndef FP_SCENARIOS_H
#define FP_SCENARIOS_H

#include "engine/block.h"

enum { FP_SCENARIOS = 5 };

extern const struct assay_scenario fp_scenarios[FP_SCENARIOS];

#endif
