/* block.c - bypass as the engine sees it. */
#include "bypass/bypass.h"

#define ASSAY_BLOCK bypass
#define ASSAY_PORTS "bypass/ports.def"
#include "engine/block_ports.h"

#include "bypass/coverage.h"
#include "bypass/figures.h"
#include "bypass/requests.h"
#include "bypass/scenarios.h"

/* kmax */
static const struct assay_param_set sets[] = {
    {"smallest", {{8}}},
    {"default", {{32}}},
    {"largest", {{64}}},
};

const struct assay_block assay_block_bypass = {
    ASSAY_BLOCK_PORTS(bypass),
    .top = "bypass",
    .summary = "filters that skip pairs and loads of zeros",
    .sets = sets,
    .n_sets = sizeof sets / sizeof sets[0],
    .scenarios = bypass_scenarios,
    .n_scenarios = BYPASS_SCENARIOS,
    .groups = bypass_groups,
    .n_groups = BYPASS_GROUPS,
    .cover_ctx_size = sizeof(struct bypass_cover_ctx),
    .cover_begin = bypass_cover_begin,
    .cover = bypass_cover,
    .needs = bypass_needs,
    .figures = bypass_figures,
    .plots = bypass_plots,
};
