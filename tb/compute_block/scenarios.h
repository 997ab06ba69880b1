/* scenarios.h - stimulus for compute_block. */
#ifndef COMPUTE_BLOCK_SCENARIOS_H
#define COMPUTE_BLOCK_SCENARIOS_H

#include "compute_block/compute_block.h"
#include "engine/block.h"

enum { CB_SCENARIOS = 5 };

extern const struct assay_scenario cb_scenarios[CB_SCENARIOS];

/* User data of the scenario `throughput`: how many of the PRs send messages. NULL: all. */
struct cb_load {
    uint32_t prs;
};

/* Returns the number of repeats of each message of `throughput`. */
uint32_t cb_throughput_rc(const struct compute_block_params *p);

#endif
