/* block.c - predicate as the engine sees it. */
#include "predicate/predicate.h"

#define ASSAY_BLOCK predicate
#define ASSAY_PORTS "predicate/ports.def"
#include "engine/block_ports.h"

#include "predicate/coverage.h"
#include "predicate/figures.h"
#include "predicate/runner.h"
#include "predicate/scenarios.h"

/* lanes */
static const struct assay_param_set sets[] = {
    {"smallest", {{4}}},
    {"default", {{8}}},
    {"largest", {{32}}},
};

const struct assay_block assay_block_predicate = {
    ASSAY_BLOCK_PORTS(predicate),
    .top = "predicate",
    .summary = "SIMT core slice with uniform predicates",
    .sets = sets,
    .n_sets = sizeof sets / sizeof sets[0],
    .scenarios = predicate_scenarios,
    .n_scenarios = PREDICATE_SCENARIOS,
    .program = &predicate_program_runner,
    .figures = predicate_figures,
    .groups = predicate_groups,
    .n_groups = PREDICATE_COVER_GROUPS,
    .cover_ctx_size = sizeof(struct predicate_cover_ctx),
    .cover_begin = predicate_cover_begin,
    .cover = predicate_cover,
};
