/* scenarios.h - stimulus of compute_block. */
#ifndef COMPUTE_BLOCK_SCENARIOS_H
#define COMPUTE_BLOCK_SCENARIOS_H

#include "compute_block/compute_block.h"
#include "engine/block.h"

enum { CB_SCENARIOS = 5 };

extern const struct assay_scenario cb_scenarios[CB_SCENARIOS];

/* Of `throughput`, as its user pointer: how many of the PRs send. NULL: all. */
struct cb_load {
    uint32_t prs;
};

/* Repeats of each of its messages. */
uint32_t cb_throughput_rc(const struct compute_block_params *p);

#endif
