/* coverage.h - samples the functional coverage of depthcull. */
#ifndef DEPTHCULL_COVERAGE_H
#define DEPTHCULL_COVERAGE_H

#include "depthcull/coverage_memory.h"
#include "depthcull/depthcull.h"
#include "engine/block.h"
#include "engine/cover.h"

/* The content of a tile, as inferred from the results. */
struct depthcull_cover_tile {
    uint8_t kind;                                               /* enum depthcull_kind */
    uint8_t planes;                                             /* 0 for PIXELS */
    uint32_t shown[DEPTHCULL_MAX_PLANES][DEPTHCULL_MASK_WORDS]; /* pixels that show each plane */
};

/* Results of other tiles may overtake one that waits for the engine, without limit. */
enum { DEPTHCULL_COVER_TAGS = 1 << 16 };

/* The sampler's state: primitives in flight, by tag, and the tiles. */
struct depthcull_cover_ctx {
    struct depthcull_params p;
    uint8_t func[DEPTHCULL_COVER_TAGS], write[DEPTHCULL_COVER_TAGS];
    uint8_t full[DEPTHCULL_COVER_TAGS], era[DEPTHCULL_COVER_TAGS];
    struct depthcull_cover_tile tile[DEPTHCULL_COVER_TILES];
    uint8_t now, come; /* number of clears before the last primitive, before the last result */
    uint32_t last_tile;
    uint8_t after_prim; /* the previous transfer on prim was in the previous cycle */
    struct depthcull_cover_memory memory;
};

void depthcull_cover_begin(void *ctx, const struct assay_params *params);
void depthcull_cover_restart(void *ctx);
void depthcull_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                     uint64_t transfers);

#endif
