/* block.c - the descriptor of packer for the engine. */
#include "packer/packer.h"

#include "packer/packer_block.h"

#include "packer/coverage.h"
#include "packer/scenarios.h"

const struct assay_block assay_block_packer = {
    ASSAY_BLOCK(packer),
    .scenarios = packer_scenarios,
    .n_scenarios = PACKER_SCENARIOS,
    .flow = &packer_flow,
    .groups = packer_groups,
    .n_groups = PACKER_GROUPS,
    .cover_ctx_size = sizeof(struct packer_cover_ctx),
    .cover_begin = packer_cover_begin,
    .cover = packer_cover,
    .cover_restart = packer_cover_restart,
};
