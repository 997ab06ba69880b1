/* block.c - the descriptor of slm for the engine. */
#include "slm/coverage.h"
#include "slm/slm.h"

#include "slm/slm_block.h"

#include "slm/scenarios.h"

const struct assay_block assay_block_slm = {
    ASSAY_BLOCK(slm),
    .scenarios = slm_scenarios,
    .n_scenarios = SLM_SCENARIOS,
    .flow = &slm_flow,
    .groups = slm_groups,
    .n_groups = SLM_GROUPS,
    .cover_ctx_size = sizeof(struct slm_cover_ctx),
    .cover_begin = slm_cover_begin,
    .cover_restart = slm_cover_restart,
    .cover = slm_cover,
};
