/* coverage.h - functional coverage of loopback. */
#ifndef LOOPBACK_COVERAGE_H
#define LOOPBACK_COVERAGE_H

#include "engine/block.h"
#include "engine/cover.h"
#include "loopback/loopback.h"

enum { LOOPBACK_GROUPS = 6 };

struct loopback_cover_ctx {
    struct loopback_params params;
    /* Commands that were accepted and whose operands are not complete, oldest first. */
    struct loopback_cmd good[LOOPBACK_QUEUE + 1];
    uint32_t n, rows[3]; /* rows: transfers for good[0] on a, b, src0 */
};

extern const struct assay_cover_group loopback_groups[LOOPBACK_GROUPS];

void loopback_cover_begin(void *ctx, const struct assay_params *params);
void loopback_cover_restart(void *ctx);
void loopback_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                    uint64_t transfers);

#endif
