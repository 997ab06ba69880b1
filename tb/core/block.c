/* block.c - the descriptor of core for the engine. */
#include "core/core.h"
#include "core/coverage.h"
#include "core/coverage_groups.h"

#include "core/core_block.h"

#include "core/figures.h"
#include "core/runner.h"
#include "core/scenarios.h"

/* Not every stream can reach every state. */
static const struct assay_cover_group flow = {ASSAY_COVER_FLOW_NAME,
                                              ASSAY_COVER_FLOW_MEANING,
                                              2,
                                              {&core_flow_streams, &assay_cover_states},
                                              core_no_flow};

const struct assay_block assay_block_core = {
    ASSAY_BLOCK(core),
    .scenarios = core_scenarios,
    .n_scenarios = CORE_SCENARIOS,
    .program = &core_program_runner,
    .figures = core_figures,
    .flow = &flow,
    .groups = core_groups,
    .n_groups = CORE_COVER_GROUPS,
    .cover_ctx_size = sizeof(struct core_cover_ctx),
    .cover_begin = core_cover_begin,
    .cover_restart = core_cover_restart,
    .cover = core_cover,
};
