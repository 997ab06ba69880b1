/* block.c - dpas as the engine sees it. */
#include "dpas/dpas.h"

#define ASSAY_BLOCK dpas
#define ASSAY_PORTS "dpas/ports.def"
#include "engine/block_ports.h"

#include "dpas/coverage.h"
#include "dpas/figures.h"
#include "dpas/scenarios.h"
#include "dpas/units.h"

/* lanes, depth */
static const struct assay_param_set sets[] = {
    {"smallest", {{4, 2}}},
    {"default", {{8, 4}}},
    {"largest", {{16, 8}}},
};

const struct assay_block assay_block_dpas = {
    ASSAY_BLOCK_PORTS(dpas),
    .top = "dpas",
    .summary = "systolic dot product accumulate, D = C + A*B",
    .sets = sets,
    .n_sets = sizeof sets / sizeof sets[0],
    .scenarios = dpas_scenarios,
    .n_scenarios = DPAS_SCENARIOS,
    .groups = dpas_groups,
    .n_groups = DPAS_GROUPS,
    .cover_ctx_size = sizeof(struct dpas_cover_ctx),
    .cover_begin = dpas_cover_begin,
    .cover = dpas_cover,
    .cover_restart = dpas_cover_restart,
    .needs = dpas_needs,
    .figures = dpas_figures,
};
