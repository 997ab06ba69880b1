/* block.c - the descriptor of loopback for the engine. */
#include "loopback/loopback.h"

#include "loopback/loopback_block.h"

#include "loopback/coverage.h"
#include "loopback/figures.h"
#include "loopback/scenarios.h"
#include "loopback/tiles.h"

const struct assay_block assay_block_loopback = {
    ASSAY_BLOCK(loopback),
    .scenarios = loopback_scenarios,
    .n_scenarios = LOOPBACK_SCENARIOS,
    .flow = &loopback_flow,
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
