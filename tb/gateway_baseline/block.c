/* block.c - the descriptor of gateway_baseline for the engine. */
#include "gateway_baseline/coverage.h"
#include "gateway_baseline/gateway_baseline.h"

#include "gateway_baseline/gateway_baseline_block.h"

#include "gateway_baseline/scenarios.h"

const struct assay_block assay_block_gateway_baseline = {
    ASSAY_BLOCK(gateway_baseline),
    .scenarios = gateway_baseline_scenarios,
    .n_scenarios = GATEWAY_BASELINE_SCENARIOS,
    .flow = &gateway_baseline_flow,
    .groups = gateway_baseline_groups,
    .n_groups = GATEWAY_BASELINE_GROUPS,
    .cover_ctx_size = sizeof(struct gateway_baseline_cover_ctx),
    .cover_begin = gateway_baseline_cover_begin,
    .cover = gateway_baseline_cover,
    .cover_restart = gateway_baseline_cover_restart,
};
