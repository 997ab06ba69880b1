/* coverage.h - functional coverage of gateway. The context is a separate golden model, used to see
 * the stages that the pins do not show. */
#ifndef GATEWAY_COVERAGE_H
#define GATEWAY_COVERAGE_H

#include "engine/block.h"
#include "engine/cover.h"
#include "gateway/gateway.h"

enum { GATEWAY_GROUPS = 11 };

extern const struct assay_cover_group gateway_groups[GATEWAY_GROUPS];

bool gateway_no_flow(const unsigned *bin);

void gateway_cover_begin(void *ctx, const struct assay_params *params);
void gateway_cover_restart(void *ctx);
void gateway_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                   uint64_t transfers);

#endif
