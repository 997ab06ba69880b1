/* block.c - the descriptor of gateway for the engine. */
#include "gateway/coverage.h"
#include "gateway/gateway.h"

#include "gateway/gateway_block.h"

#include "gateway/figures.h"
#include "gateway/scenarios.h"

/* Some streams cannot be in every state. */
static const struct assay_cover_group flow = {ASSAY_COVER_FLOW_NAME,
                                              ASSAY_COVER_FLOW_MEANING,
                                              2,
                                              {&gateway_flow_streams, &assay_cover_states},
                                              gateway_no_flow};

const struct assay_block assay_block_gateway = {
    ASSAY_BLOCK(gateway),
    .scenarios = gateway_scenarios,
    .n_scenarios = GATEWAY_SCENARIOS,
    .flow = &flow,
    .groups = gateway_groups,
    .n_groups = GATEWAY_GROUPS,
    .cover_ctx_size = sizeof(struct gateway_state),
    .cover_begin = gateway_cover_begin,
    .cover = gateway_cover,
    .cover_restart = gateway_cover_restart,
    .figures = gateway_figures,
    .plots = gateway_plots,
};
