/* coverage.h - functional coverage of bypass. */
#ifndef BYPASS_COVERAGE_H
#define BYPASS_COVERAGE_H

#include "bypass/bypass.h"
#include "engine/block.h"
#include "engine/cover.h"

enum { BYPASS_GROUPS = 6 };

struct bypass_cover_ctx {
    struct bypass_params params;
};

extern const struct assay_cover_group bypass_groups[BYPASS_GROUPS];

void bypass_cover_begin(void *ctx, const struct assay_params *params);
void bypass_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                  uint64_t transfers);

#endif
