#ifndef DEPTHCULL_COVERAGE_H
#define DEPTHCULL_COVERAGE_H

#include "depthcull/depthcull.h"
#include "engine/block.h"
#include "engine/cover.h"

enum {
    DEPTHCULL_GROUPS = 8,
    DEPTHCULL_COVER_TILES = 1024 /* that are told apart: by their indices modulo this */
};

/* What a tile holds, as the results tell. */
struct depthcull_cover_tile {
    uint8_t kind;                                               /* enum depthcull_kind */
    uint8_t planes;                                             /* 0: PIXELS */
    uint32_t shown[DEPTHCULL_MAX_PLANES][DEPTHCULL_MASK_WORDS]; /* by which pixels */
};

/* What the sampler remembers of primitives under way, by tag. */
struct depthcull_cover_ctx {
    struct depthcull_params p;
    uint8_t func[256], write[256], full[256], era[256];
    struct depthcull_cover_tile tile[DEPTHCULL_COVER_TILES];
    uint8_t now, come; /* clears and resets up to the last primitive; to the last result */
    uint8_t epoch;     /* upper bits of the last tag: another after a reset */
    uint32_t last_tile;
    uint8_t after_prim; /* the transfer on prim before was in the cycle before */
};

extern const struct assay_cover_group depthcull_groups[DEPTHCULL_GROUPS];

void depthcull_cover_begin(void *ctx, const struct assay_params *params);
void depthcull_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                     uint64_t transfers);

#endif
