/* block.c - slice as the engine sees it. */
#include "slice/slice.h"

#include "slice/slice_block.h"

#include "slice/scenarios.h"

const struct assay_block assay_block_slice = {
    ASSAY_BLOCK(slice),
    .scenarios = slice_scenarios,
    .n_scenarios = SLICE_SCENARIOS,
};
