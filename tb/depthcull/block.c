/* block.c - the descriptor of depthcull for the engine. */
#include "depthcull/depthcull.h"

#include "depthcull/depthcull_block.h"

#include "depthcull/coverage.h"
#include "depthcull/points.h"
#include "depthcull/scenarios.h"
#include "depthcull/scene.h"

const struct assay_block assay_block_depthcull = {
    ASSAY_BLOCK(depthcull),
    .scenarios = depthcull_scenarios,
    .n_scenarios = DEPTHCULL_SCENARIOS,
    .flow = &depthcull_flow,
    .groups = depthcull_groups,
    .n_groups = DEPTHCULL_GROUPS,
    .cover_ctx_size = sizeof(struct depthcull_cover_ctx),
    .cover_begin = depthcull_cover_begin,
    .cover = depthcull_cover,
    .cover_restart = depthcull_cover_restart,
    /* A sweep of 2^20 tiles takes 16384 cycles without
     * a transfer; a reset during one starts another. */
    .timeout = 40000,
    .figures = depthcull_figures,
    .plots = depthcull_plots,
};
