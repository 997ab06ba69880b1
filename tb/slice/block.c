/* block.c - the descriptor of slice for the engine. */
#include "slice/coverage.h"
#include "slice/slice.h"

#include "slice/slice_block.h"

#include "slice/figures.h"
#include "slice/runner.h"
#include "slice/scenarios.h"

/* Cycles without a transfer. A program may work within the cache for long, even with a large
 * distance. */
enum { SILENT = 100000 };

const struct assay_block assay_block_slice = {
    ASSAY_BLOCK(slice),
    .scenarios = slice_scenarios,
    .n_scenarios = SLICE_SCENARIOS,
    .program = &slice_program_runner,
    .figures = slice_figures,
    .plots = slice_plots,
    .flow = &slice_flow,
    .groups = slice_groups,
    .n_groups = SLICE_COVER_GROUPS,
    .cover_ctx_size = sizeof(struct slice_cover_ctx),
    .cover_begin = slice_cover_begin,
    .cover_restart = slice_cover_restart,
    .cover = slice_cover,
    .timeout = SILENT,
};
