/* scenarios.h - stimulus for loopback. */
#ifndef LOOPBACK_SCENARIOS_H
#define LOOPBACK_SCENARIOS_H

#include "engine/block.h"

enum { LOOPBACK_SCENARIOS = 3 };

/* random, specials, throughput. `throughput` accepts a struct loopback_steady (tiles.h) as user
 * data and then sends only such tiles; otherwise it goes through the kinds of legal commands:
 * types, dense and sparse, lengths and shares of zeros. */
extern const struct assay_scenario loopback_scenarios[LOOPBACK_SCENARIOS];

#endif
