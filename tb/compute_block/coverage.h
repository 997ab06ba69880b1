/* coverage.h - functional coverage of compute_block. */
#ifndef COMPUTE_BLOCK_COVERAGE_H
#define COMPUTE_BLOCK_COVERAGE_H

#include "compute_block/compute_block.h"
#include "engine/block.h"
#include "engine/cover.h"

enum { CB_GROUPS = 19 };

struct cb_cover_ctx {
    struct compute_block_params params;
    uint8_t open[CB_MAX_PRS]; /* the PR's last message had `keep` */
    /* flies: bit t is set if tag t is in flight; writes: if its line is a write. */
    uint16_t flies, writes;
    uint32_t fed, skipped; /* slice counts on the pins in the previous cycle */
};

extern const struct assay_cover_group cb_groups[CB_GROUPS];

bool cb_no_flow(const unsigned *bin);

void cb_cover_begin(void *ctx, const struct assay_params *params);
void cb_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
              uint64_t transfers);
void cb_cover_restart(void *ctx);

#endif
