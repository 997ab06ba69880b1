/* blocks.c - the list of blocks. Adding a block adds a line here. */
#include "lockstep/block.h"

extern const struct assay_block assay_block_dotmul;
extern const struct assay_block assay_block_dpas;
extern const struct assay_block assay_block_fp;
extern const struct assay_block assay_block_depthcull;

const struct assay_block *const assay_blocks[] = {
    &assay_block_dotmul,
    &assay_block_dpas,
    &assay_block_fp,
    &assay_block_depthcull,
    NULL,
};
