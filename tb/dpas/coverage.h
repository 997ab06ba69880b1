/* coverage.h - functional coverage of dpas. */
#ifndef DPAS_COVERAGE_H
#define DPAS_COVERAGE_H

#include "dpas/dpas.h"
#include "lockstep/block.h"

enum { DPAS_GROUPS = 7 };

struct dpas_cover_ctx {
    struct dpas_params params;
};

extern const struct assay_cover_group dpas_groups[DPAS_GROUPS];

void dpas_cover_begin(void *ctx, const struct assay_params *params);
void dpas_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                uint32_t transfers);

#endif
