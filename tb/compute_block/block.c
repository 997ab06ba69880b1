/* block.c - the descriptor of compute_block for the engine. */
#include <string.h>

#include "compute_block/compute_block.h"
#include "compute_block/coverage.h"

#include "compute_block/compute_block_block.h"

#include "compute_block/figures.h"
#include "compute_block/scenarios.h"

/* Some streams cannot be in every state. */
static const struct assay_cover_group flow = {ASSAY_COVER_FLOW_NAME,
                                              ASSAY_COVER_FLOW_MEANING,
                                              2,
                                              {&compute_block_flow_streams, &assay_cover_states},
                                              cb_no_flow};

/* Rewrites the register file: yields each row that is not zero as a transfer on `wr`. */
static bool rewrite(const void *any, size_t *at, unsigned *stream, void *payload)
{
    const struct compute_block_state *s = any;
    const uint32_t lanes = s->params.lanes;
    struct compute_block_wr *wr = payload;
    uint32_t used = 0;
    size_t row = *at;

    for (; row < s->params.rows && !used; ++row)
        for (uint32_t i = 0; i < lanes; ++i)
            used |= s->word[row * lanes + i];
    *at = row;
    if (!used)
        return false;
    memset(wr, 0, sizeof *wr);
    wr->row = (uint16_t)(row - 1);
    memcpy(wr->data, &s->word[(row - 1) * lanes], lanes * sizeof wr->data[0]);
    *stream = compute_block_stream_wr;
    return true;
}

const struct assay_block assay_block_compute_block = {
    ASSAY_BLOCK(compute_block),
    .scenarios = cb_scenarios,
    .n_scenarios = CB_SCENARIOS,
    .flow = &flow,
    .groups = cb_groups,
    .n_groups = CB_GROUPS,
    .cover_ctx_size = sizeof(struct cb_cover_ctx),
    .cover_begin = cb_cover_begin,
    .cover = cb_cover,
    .cover_restart = cb_cover_restart,
    .rewrite = rewrite,
    .figures = cb_figures,
};
