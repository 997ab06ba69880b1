/* coverage.h - functional coverage of slice: what is between its blocks. Each of these has its own. */
#ifndef SLICE_COVERAGE_H
#define SLICE_COVERAGE_H

#include "engine/block.h"
#include "engine/cover.h"
#include "slice/slice.h"

enum { SLICE_COVER_GROUPS = 9 };

extern const struct assay_cover_group slice_groups[SLICE_COVER_GROUPS];

struct slice_cover_ctx {
    struct slice_params params;
    bool some; /* there is a cycle before this one */
    uint8_t state;
    bool surface;          /* what is reported is of one */
    uint8_t bound;         /* what there is too little of for more places */
    uint32_t fed, skipped; /* slices, until the cycle before */
};

void slice_cover_begin(void *ctx, const struct assay_params *params);
void slice_cover_restart(void *ctx);
void slice_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                 uint64_t transfers);

#endif
