/* block.c - the descriptor of fdot for the engine. */
#include "fdot/fdot.h"

#include "fdot/fdot_block.h"

#include "fdot/coverage.h"
#include "fdot/figures.h"
#include "fdot/scenarios.h"

const struct assay_block assay_block_fdot = {
    ASSAY_BLOCK(fdot),
    .scenarios = fdot_scenarios,
    .n_scenarios = FDOT_SCENARIOS,
    .flow = &fdot_flow,
    .groups = fdot_groups,
    .n_groups = FDOT_GROUPS,
    .cover_ctx_size = sizeof(struct fdot_cover_ctx),
    .cover_begin = fdot_cover_begin,
    .cover_restart = fdot_cover_restart,
    .cover = fdot_cover,
    .figures = fdot_figures,
};
