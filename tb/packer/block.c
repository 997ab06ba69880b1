/* block.c - packer as the engine sees it. */
#include "packer/packer.h"

#define ASSAY_BLOCK packer
#define ASSAY_PORTS "packer/ports.def"
#include "engine/block_ports.h"

#include "packer/coverage.h"
#include "packer/scenarios.h"

/* vbits */
static const struct assay_param_set sets[] = {
    {"smallest", {{128}}},
    {"default", {{256}}},
    {"largest", {{512}}},
};

const struct assay_block assay_block_packer = {
    ASSAY_BLOCK_PORTS(packer),
    .top = "packer",
    .summary = "compress, expand and mask of packed vectors",
    .sets = sets,
    .n_sets = sizeof sets / sizeof sets[0],
    .scenarios = packer_scenarios,
    .n_scenarios = PACKER_SCENARIOS,
    .groups = packer_groups,
    .n_groups = PACKER_GROUPS,
    .cover_ctx_size = sizeof(struct packer_cover_ctx),
    .cover_begin = packer_cover_begin,
    .cover = packer_cover,
    .cover_restart = packer_cover_restart,
};
