/* coverage.h - functional coverage of slice: what happens between its blocks, each of which has
 * its own coverage. */
#ifndef SLICE_COVERAGE_H
#define SLICE_COVERAGE_H

#include "engine/block.h"
#include "engine/cover.h"
#include "slice/coverage_inside.h"

enum { SLICE_COVER_GROUPS = 15 };

extern const struct assay_cover_group slice_groups[SLICE_COVER_GROUPS];

struct slice_cover_ctx {
    struct slice_params params;
    bool some; /* there was a previous cycle */
    uint8_t state;
    bool surface;          /* the report is for a surface */
    uint8_t bound;         /* the resource that limits the number of places */
    uint32_t fed, skipped; /* slices, up to the previous cycle */
    struct slice_inside inside;
};

void slice_cover_begin(void *ctx, const struct assay_params *params);
void slice_cover_restart(void *ctx);
void slice_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                 uint64_t transfers);

#endif
