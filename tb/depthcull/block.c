/* block.c - depthcull as the engine sees it. */
#include "depthcull/depthcull.h"

#define ASSAY_BLOCK depthcull
#define ASSAY_PORTS "depthcull/ports.def"
#include "engine/block_ports.h"

#include "depthcull/coverage.h"
#include "depthcull/scenarios.h"
#include "depthcull/scene.h"

/* tw, th, fixed, tiles, pix, queue */
static const struct assay_param_set sets[] = {
    {"smallest", {{4, 4, 0, 4, 2, 2}}},   {"default", {{8, 4, 0, 64, 4, 4}}},
    {"largest", {{16, 8, 0, 128, 4, 8}}}, {"fixed_smallest", {{4, 4, 1, 4, 2, 2}}},
    {"fixed", {{8, 4, 1, 64, 4, 4}}},     {"fixed_largest", {{16, 8, 1, 128, 4, 8}}},
};

const struct assay_block assay_block_depthcull = {
    ASSAY_BLOCK_PORTS(depthcull),
    .top = "depthcull",
    .summary = "coarse depth culling with an exact per-pixel fallback",
    .sets = sets,
    .n_sets = sizeof sets / sizeof sets[0],
    .scenarios = depthcull_scenarios,
    .n_scenarios = DEPTHCULL_SCENARIOS,
    .groups = depthcull_groups,
    .n_groups = DEPTHCULL_GROUPS,
    .cover_ctx_size = sizeof(struct depthcull_cover_ctx),
    .cover_begin = depthcull_cover_begin,
    .cover = depthcull_cover,
    .figures = depthcull_figures,
    .plots = depthcull_plots,
};
