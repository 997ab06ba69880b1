/* block.c - the descriptor of predicate for the engine. */
#include "predicate/predicate.h"

#include "predicate/predicate_block.h"

#include "predicate/coverage.h"
#include "predicate/figures.h"
#include "predicate/runner.h"
#include "predicate/scenarios.h"

const struct assay_block assay_block_predicate = {
    ASSAY_BLOCK(predicate),
    .scenarios = predicate_scenarios,
    .n_scenarios = PREDICATE_SCENARIOS,
    .program = &predicate_program_runner,
    .figures = predicate_figures,
    .flow = &predicate_flow,
    .groups = predicate_groups,
    .n_groups = PREDICATE_COVER_GROUPS,
    .cover_ctx_size = sizeof(struct predicate_cover_ctx),
    .cover_begin = predicate_cover_begin,
    .cover = predicate_cover,
};
