/* coverage.h - functional coverage of gateway_baseline. */
#ifndef GATEWAY_BASELINE_COVERAGE_H
#define GATEWAY_BASELINE_COVERAGE_H

#include "engine/block.h"
#include "engine/cover.h"
#include "gateway_baseline/gateway_baseline.h"

enum { GATEWAY_BASELINE_GROUPS = 9 };

extern const struct assay_cover_group gateway_baseline_groups[GATEWAY_BASELINE_GROUPS];

/* The state of the group as inferred from its arrivals and releases. */
struct gateway_baseline_cover_ctx {
    struct gateway_baseline_params params;
    uint16_t count, arrived;
    uint8_t kind, releasing, stalled;
    uint8_t reset_in; /* the part of a group in which a reset came, not yet sampled */
    uint32_t seen[BASELINE_MASKS];
    uint32_t value; /* over all arrivals so far: the f32 sum, the minimum or the maximum */
    uint32_t least, greatest; /* for a range */
    uint32_t gap;             /* idle cycles since the last arrival */
};

void gateway_baseline_cover_begin(void *ctx, const struct assay_params *params);
void gateway_baseline_cover_restart(void *ctx);
void gateway_baseline_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                            uint64_t transfers);

#endif
