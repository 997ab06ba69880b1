/* coverage.h - functional coverage of dpas. */
#ifndef DPAS_COVERAGE_H
#define DPAS_COVERAGE_H

#include "dpas/dpas.h"
#include "engine/block.h"
#include "engine/cover.h"

enum { DPAS_GROUPS = 24, DPAS_COVER_RING = 64 };

/* What later transfers need to know about a good command. */
struct dpas_cover_command {
    uint8_t type; /* type of src1 and src2, if is_float */
    uint8_t is_float, is_fused, exec_size, rc;
    uint8_t src1_rows, src2_rows;
};

struct dpas_cover_ctx {
    struct dpas_params params;
    struct dpas_cover_command ring[DPAS_COVER_RING];
    uint32_t end; /* number of good commands so far */
    uint32_t sum; /* 1 + how the last one adds; 0: there is none */
    struct dpas_cover_place {
        uint32_t command, row; /* of the next transfer on the stream */
    } src1, src2, dst;
};

extern const struct assay_cover_group dpas_groups[DPAS_GROUPS];

void dpas_cover_begin(void *ctx, const struct assay_params *params);
void dpas_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                uint64_t transfers);
void dpas_cover_restart(void *ctx);

#endif
