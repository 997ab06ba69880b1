/* scenarios.h - stimulus of dpas. */
#ifndef DPAS_SCENARIOS_H
#define DPAS_SCENARIOS_H

#include "engine/block.h"

enum { DPAS_SCENARIOS = 2 };

/* random, throughput. `throughput` takes a struct dpas_cmd as its user data and sends only that one;
 * without, it goes through the legal commands with RC = 8. */
extern const struct assay_scenario dpas_scenarios[DPAS_SCENARIOS];

#endif
