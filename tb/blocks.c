/* blocks.c - the list of blocks. Adding a block adds a line here. */
#include "engine/block.h"

extern const struct assay_block assay_block_dotmul;
extern const struct assay_block assay_block_dpas;
extern const struct assay_block assay_block_loopback;
extern const struct assay_block assay_block_bypass;
extern const struct assay_block assay_block_packer;
extern const struct assay_block assay_block_zcache;
extern const struct assay_block assay_block_slm;
extern const struct assay_block assay_block_fp;
extern const struct assay_block assay_block_fdot;
extern const struct assay_block assay_block_predicate;
extern const struct assay_block assay_block_gateway;
extern const struct assay_block assay_block_gateway_baseline;
extern const struct assay_block assay_block_depthcull;
extern const struct assay_block assay_block_compute_block;
extern const struct assay_block assay_block_core;
extern const struct assay_block assay_block_slice;

/* clang-format off */
static const struct assay_block *const tree[] = {
    &assay_block_dotmul,
    &assay_block_dpas,
    &assay_block_loopback,
    &assay_block_bypass,
    &assay_block_packer,
    &assay_block_zcache,
    &assay_block_slm,
    &assay_block_fp,
    &assay_block_fdot,
    &assay_block_predicate,
    &assay_block_core,
    &assay_block_gateway,
    &assay_block_gateway_baseline,
    &assay_block_depthcull,
    &assay_block_compute_block,
    &assay_block_slice,
    NULL,
};
/* clang-format on */

const struct assay_block *const *assay_blocks = tree;
