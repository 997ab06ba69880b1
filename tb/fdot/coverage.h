/* coverage.h - functional coverage of fdot. */
#ifndef FDOT_COVERAGE_H
#define FDOT_COVERAGE_H

#include "engine/block.h"
#include "engine/cover.h"
#include "fdot/fdot.h"

enum { FDOT_GROUPS = 8 };

extern const struct assay_cover_group fdot_groups[FDOT_GROUPS];

struct fdot_cover_ctx {
    uint32_t k;
    uint8_t output[FDOT_STAGES], first, n; /* for the operations in flight */
};

void fdot_cover_begin(void *ctx, const struct assay_params *params);
void fdot_cover_restart(void *ctx);
void fdot_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                uint64_t transfers);

#endif
