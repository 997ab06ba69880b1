/* block.c - compute_block as the engine sees it. */
#include "compute_block/compute_block.h"
#include "compute_block/coverage.h"

#include "compute_block/compute_block_block.h"

#include "compute_block/figures.h"
#include "compute_block/scenarios.h"

/* Not every stream can be in every state. */
static const struct assay_cover_group flow = {ASSAY_COVER_FLOW_NAME,
                                              ASSAY_COVER_FLOW_MEANING,
                                              2,
                                              {&compute_block_flow_streams, &assay_cover_states},
                                              cb_no_flow};

const struct assay_block assay_block_compute_block = {
    ASSAY_BLOCK(compute_block),
    .scenarios = cb_scenarios,
    .n_scenarios = CB_SCENARIOS,
    .flow = &flow,
    .groups = cb_groups,
    .n_groups = CB_GROUPS,
    .cover_ctx_size = sizeof(struct cb_cover_ctx),
    .cover_begin = cb_cover_begin,
    .cover = cb_cover,
    .cover_restart = cb_cover_restart,
    .figures = cb_figures,
};
