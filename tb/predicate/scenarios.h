/* scenarios.h - stimulus of predicate. */
#ifndef PREDICATE_SCENARIOS_H
#define PREDICATE_SCENARIOS_H

#include "engine/block.h"

enum { PREDICATE_SCENARIOS = 3 };

extern const struct assay_scenario predicate_scenarios[PREDICATE_SCENARIOS];

#endif
