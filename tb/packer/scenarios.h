/* scenarios.h - stimulus for packer. */
#ifndef PACKER_SCENARIOS_H
#define PACKER_SCENARIOS_H

#include "engine/block.h"

enum { PACKER_SCENARIOS = 3 };

/* random, roundtrip, throughput. `roundtrip` compresses and expands with the block's own results,
 * and compares the outcome with the original. */
extern const struct assay_scenario packer_scenarios[PACKER_SCENARIOS];

#endif
