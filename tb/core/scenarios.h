/* scenarios.h - stimulus of core. */
#ifndef CORE_SCENARIOS_H
#define CORE_SCENARIOS_H

#include "engine/block.h"

enum { CORE_SCENARIOS = 4 };

extern const struct assay_scenario core_scenarios[CORE_SCENARIOS];

#endif
