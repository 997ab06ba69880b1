/* block.c - compute_block as the engine sees it. */
#include "compute_block/compute_block.h"
#include "compute_block/coverage.h"

#define ASSAY_BLOCK compute_block
#define ASSAY_PORTS "compute_block/ports.def"
#define ASSAY_NO_FLOW cb_no_flow
#include "engine/block_ports.h"

#include "compute_block/figures.h"
#include "compute_block/scenarios.h"

/* lanes, depth, prs, arrays, rows, queue */
static const struct assay_param_set sets[] = {
    {"smallest", {{4, 2, 2, 2, 32, 2}}},  {"default", {{8, 4, 4, 2, 64, 4}}},
    {"largest", {{16, 8, 16, 2, 64, 4}}}, {"single", {{4, 2, 3, 1, 16, 3}}},
    {"four", {{4, 2, 5, 4, 64, 4}}},
};

const struct assay_block assay_block_compute_block = {
    ASSAY_BLOCK_PORTS(compute_block),
    .top = "compute_block",
    .summary = "systolic arrays shared through a register file and messages",
    .sets = sets,
    .n_sets = sizeof sets / sizeof sets[0],
    .scenarios = cb_scenarios,
    .n_scenarios = CB_SCENARIOS,
    .groups = cb_groups,
    .n_groups = CB_GROUPS,
    .cover_ctx_size = sizeof(struct cb_cover_ctx),
    .cover_begin = cb_cover_begin,
    .cover = cb_cover,
    .cover_restart = cb_cover_restart,
    .figures = cb_figures,
};
