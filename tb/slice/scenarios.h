/* scenarios.h - stimulus of slice. */
#ifndef SLICE_SCENARIOS_H
#define SLICE_SCENARIOS_H

#include "engine/block.h"

enum { SLICE_SCENARIOS = 3 };

extern const struct assay_scenario slice_scenarios[SLICE_SCENARIOS];

#endif
