/* block.c - fp as the engine sees it. */
#include "fp/fp.h"

#define ASSAY_BLOCK fp
#define ASSAY_PORTS "fp/ports.def"
#include "engine/block_ports.h"

#include "fp/coverage.h"
#include "fp/scenarios.h"

/* div */
static const struct assay_param_set sets[] = {
    {"smallest", {{0}}},
    {"default", {{1}}},
    {"largest", {{1}}},
};

const struct assay_block assay_block_fp = {
    ASSAY_BLOCK_PORTS(fp),
    .top = "fp",
    .summary = "floating point: add, multiply, fma, divide, compare, convert",
    .sets = sets,
    .n_sets = sizeof sets / sizeof sets[0],
    .scenarios = fp_scenarios,
    .n_scenarios = FP_SCENARIOS,
    .groups = fp_groups,
    .n_groups = FP_GROUPS,
    .cover_ctx_size = sizeof(struct fp_cover_ctx),
    .cover_begin = fp_cover_begin,
    .cover = fp_cover,
};
