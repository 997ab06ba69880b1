/* block.c - the descriptor of bypass for the engine. */
#include "bypass/bypass.h"

#include "bypass/bypass_block.h"

#include "bypass/coverage.h"
#include "bypass/figures.h"
#include "bypass/requests.h"
#include "bypass/scenarios.h"

const struct assay_block assay_block_bypass = {
    ASSAY_BLOCK(bypass),
    .scenarios = bypass_scenarios,
    .n_scenarios = BYPASS_SCENARIOS,
    .flow = &bypass_flow,
    .groups = bypass_groups,
    .n_groups = BYPASS_GROUPS,
    .cover_ctx_size = sizeof(struct bypass_cover_ctx),
    .cover_begin = bypass_cover_begin,
    .cover = bypass_cover,
    .needs = bypass_needs,
    .figures = bypass_figures,
    .plots = bypass_plots,
};
