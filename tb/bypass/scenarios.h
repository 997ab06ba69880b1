/* scenarios.h - stimulus of bypass. */
#ifndef BYPASS_SCENARIOS_H
#define BYPASS_SCENARIOS_H

#include "engine/block.h"

enum { BYPASS_SCENARIOS = 3 };

/* random, specials, throughput. `throughput` takes a struct bypass_steady (requests.h) as its user
 * data and sends only such requests; without, it goes through requests of the pair filter. */
extern const struct assay_scenario bypass_scenarios[BYPASS_SCENARIOS];

#endif
