/* scenarios.h - the stimulus for dpas. */
#ifndef DPAS_SCENARIOS_H
#define DPAS_SCENARIOS_H

#include "engine/block.h"

enum { DPAS_SCENARIOS = 2 };

/* random and throughput. `throughput` takes a struct dpas_cmd as its user data and sends only
 * that command; without one, it cycles through the legal commands with RC = 8. */
extern const struct assay_scenario dpas_scenarios[DPAS_SCENARIOS];

#endif
