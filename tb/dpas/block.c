/* block.c - the descriptor of dpas for the engine. */
#include "dpas/dpas.h"

#include "dpas/dpas_block.h"

#include "dpas/coverage.h"
#include "dpas/figures.h"
#include "dpas/scenarios.h"
#include "dpas/units.h"

const struct assay_block assay_block_dpas = {
    ASSAY_BLOCK(dpas),
    .scenarios = dpas_scenarios,
    .n_scenarios = DPAS_SCENARIOS,
    .flow = &dpas_flow,
    .groups = dpas_groups,
    .n_groups = DPAS_GROUPS,
    .cover_ctx_size = sizeof(struct dpas_cover_ctx),
    .cover_begin = dpas_cover_begin,
    .cover = dpas_cover,
    .cover_restart = dpas_cover_restart,
    .needs = dpas_needs,
    .figures = dpas_figures,
};
