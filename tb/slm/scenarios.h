/* scenarios.h - stimulus for slm. */
#ifndef SLM_SCENARIOS_H
#define SLM_SCENARIOS_H

#include "engine/block.h"

enum { SLM_SCENARIOS = 5 };

extern const struct assay_scenario slm_scenarios[SLM_SCENARIOS];

#endif
