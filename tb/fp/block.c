/* block.c - the descriptor of fp for the engine. */
#include "fp/fp.h"

#include "fp/fp_block.h"

#include "fp/coverage.h"
#include "fp/scenarios.h"

const struct assay_block assay_block_fp = {
    ASSAY_BLOCK(fp),
    .scenarios = fp_scenarios,
    .n_scenarios = FP_SCENARIOS,
    .flow = &fp_flow,
    .groups = fp_groups,
    .n_groups = FP_GROUPS,
    .cover_ctx_size = sizeof(struct fp_cover_ctx),
    .cover_begin = fp_cover_begin,
    .cover = fp_cover,
};
