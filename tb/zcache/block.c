/* block.c - zcache as the engine sees it. */
#include "zcache/coverage.h"
#include "zcache/zcache.h"

#define ASSAY_BLOCK zcache
#define ASSAY_PORTS "zcache/ports.def"
#define ASSAY_NO_FLOW zcache_no_flow
#include "engine/block_ports.h"

#include "zcache/figures.h"
#include "zcache/scenarios.h"

/* sets, ways, line, surfaces */
static const struct assay_param_set sets[] = {
    {"smallest", {{2, 2, 16, 2}}},
    {"default", {{16, 4, 64, 8}}},
    {"largest", {{64, 8, 64, 8}}},
};

const struct assay_block assay_block_zcache = {
    ASSAY_BLOCK_PORTS(zcache),
    .top = "zcache",
    .summary = "write-back cache that never moves zero lines",
    .sets = sets,
    .n_sets = sizeof sets / sizeof sets[0],
    .scenarios = zcache_scenarios,
    .n_scenarios = ZCACHE_SCENARIOS,
    .groups = zcache_groups,
    .n_groups = ZCACHE_GROUPS,
    .cover_ctx_size = sizeof(struct zcache_cover_ctx),
    .cover_begin = zcache_cover_begin,
    .cover = zcache_cover,
    .cover_restart = zcache_cover_restart,
    .figures = zcache_figures,
};
