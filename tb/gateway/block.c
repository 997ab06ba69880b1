/* block.c - gateway as the engine sees it. */
#include "gateway/coverage.h"
#include "gateway/gateway.h"

#define ASSAY_BLOCK gateway
#define ASSAY_PORTS "gateway/ports.def"
#define ASSAY_NO_FLOW gateway_no_flow
#include "engine/block_ports.h"

#include "gateway/figures.h"
#include "gateway/scenarios.h"

/* barriers, threads */
static const struct assay_param_set sets[] = {
    {"smallest", {{4, 4}}},
    {"single", {{1, 4}}},
    {"default", {{16, 32}}},
    {"largest", {{16, 256}}},
};

const struct assay_block assay_block_gateway = {
    ASSAY_BLOCK_PORTS(gateway),
    .top = "gateway",
    .summary = "message gateway: barriers that carry a reduction",
    .sets = sets,
    .n_sets = sizeof sets / sizeof sets[0],
    .scenarios = gateway_scenarios,
    .n_scenarios = GATEWAY_SCENARIOS,
    .groups = gateway_groups,
    .n_groups = GATEWAY_GROUPS,
    .cover_ctx_size = sizeof(struct gateway_state),
    .cover_begin = gateway_cover_begin,
    .cover = gateway_cover,
    .cover_restart = gateway_cover_restart,
    .figures = gateway_figures,
    .plots = gateway_plots,
};
