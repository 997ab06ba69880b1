/* scenarios.h - stimulus of packer. */
#ifndef PACKER_SCENARIOS_H
#define PACKER_SCENARIOS_H

#include "engine/block.h"

enum { PACKER_SCENARIOS = 3 };

/* random, roundtrip, throughput. `roundtrip` compresses and expands what the block gave, and holds
 * the end against the beginning. */
extern const struct assay_scenario packer_scenarios[PACKER_SCENARIOS];

#endif
