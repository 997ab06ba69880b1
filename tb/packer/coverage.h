/* coverage.h - functional coverage of packer. */
#ifndef PACKER_COVERAGE_H
#define PACKER_COVERAGE_H

#include "engine/block.h"
#include "engine/cover.h"
#include "packer/packer.h"

enum { PACKER_GROUPS = 5, PACKER_STAGES = 2 };

struct packer_cover_ctx {
    struct packer_params params;
    /* op, width and n of the commands in the pipeline stages, oldest first. */
    struct {
        uint8_t op, width, n;
    } held[PACKER_STAGES];
    uint32_t n_held;
};

extern const struct assay_cover_group packer_groups[PACKER_GROUPS];

void packer_cover_begin(void *ctx, const struct assay_params *params);
void packer_cover_restart(void *ctx);
void packer_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                  uint64_t transfers);

#endif
