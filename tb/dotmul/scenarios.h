/* scenarios.h - the stimulus for dotmul. */
#ifndef DOTMUL_SCENARIOS_H
#define DOTMUL_SCENARIOS_H

#include "engine/block.h"

enum { DOTMUL_SCENARIOS = 2 };

extern const struct assay_scenario dotmul_scenarios[DOTMUL_SCENARIOS];

#endif
