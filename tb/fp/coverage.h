/* coverage.h - functional coverage of fp. */
#ifndef FP_COVERAGE_H
#define FP_COVERAGE_H

#include "engine/block.h"
#include "engine/cover.h"

enum { FP_GROUPS = 9 };

extern const struct assay_cover_group fp_groups[FP_GROUPS];

struct fp_cover_ctx {
    uint8_t code; /* code of the operation accepted last */
};

void fp_cover_begin(void *ctx, const struct assay_params *params);
void fp_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
              uint64_t transfers);

#endif
