/* block.c - the descriptor of zcache for the engine. */
#include "zcache/coverage.h"
#include "zcache/points.h"
#include "zcache/zcache.h"

#include "zcache/zcache_block.h"

#include "zcache/figures.h"
#include "zcache/scenarios.h"

const struct assay_block assay_block_zcache = {
    ASSAY_BLOCK(zcache),
    .scenarios = zcache_scenarios,
    .n_scenarios = ZCACHE_SCENARIOS,
    .flow = &zcache_flow,
    .groups = zcache_groups,
    .n_groups = ZCACHE_GROUPS,
    .cover_ctx_size = sizeof(struct zcache_cover_ctx),
    .cover_begin = zcache_cover_begin,
    .cover = zcache_cover,
    .cover_restart = zcache_cover_restart,
    .figures = zcache_figures,
};
