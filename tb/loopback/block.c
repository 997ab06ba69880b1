/* block.c - loopback as the engine sees it. */
#include "loopback/loopback.h"

#define ASSAY_BLOCK loopback
#define ASSAY_PORTS "loopback/ports.def"
#include "engine/block_ports.h"

#include "loopback/coverage.h"
#include "loopback/figures.h"
#include "loopback/scenarios.h"
#include "loopback/tiles.h"

/* rows, cols, kmax */
static const struct assay_param_set sets[] = {
    {"smallest", {{2, 2, 8}}},
    {"default", {{4, 4, 32}}},
    {"wide", {{2, 4, 8}}},
    {"largest", {{8, 8, 64}}},
};

const struct assay_block assay_block_loopback = {
    ASSAY_BLOCK_PORTS(loopback),
    .top = "loopback",
    .summary = "output-stationary array that skips zeros, D = C + A*B",
    .sets = sets,
    .n_sets = sizeof sets / sizeof sets[0],
    .scenarios = loopback_scenarios,
    .n_scenarios = LOOPBACK_SCENARIOS,
    .groups = loopback_groups,
    .n_groups = LOOPBACK_GROUPS,
    .cover_ctx_size = sizeof(struct loopback_cover_ctx),
    .cover_begin = loopback_cover_begin,
    .cover_restart = loopback_cover_restart,
    .cover = loopback_cover,
    .needs = loopback_needs,
    .figures = loopback_figures,
    .plots = loopback_plots,
};
