/* scenarios.h - stimulus of loopback. */
#ifndef LOOPBACK_SCENARIOS_H
#define LOOPBACK_SCENARIOS_H

#include "engine/block.h"

enum { LOOPBACK_SCENARIOS = 3 };

/* random, specials, throughput. `throughput` takes a struct loopback_steady (tiles.h) as its user
 * data and sends only such tiles; without, it goes through legal commands. */
extern const struct assay_scenario loopback_scenarios[LOOPBACK_SCENARIOS];

#endif
