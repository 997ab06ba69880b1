/* scenarios.h - stimulus for bypass. */
#ifndef BYPASS_SCENARIOS_H
#define BYPASS_SCENARIOS_H

#include "engine/block.h"

enum { BYPASS_SCENARIOS = 3 };

/* random, specials, throughput. `throughput` accepts a struct
 * bypass_steady (requests.h) as user data and then sends only such
 * requests; otherwise it goes through the kinds of legal requests of
 * the pair filter: types, lengths and shares of zeros. */
extern const struct assay_scenario bypass_scenarios[BYPASS_SCENARIOS];

#endif
