/* coverage.h - functional coverage of zcache. */
#ifndef ZCACHE_COVERAGE_H
#define ZCACHE_COVERAGE_H

#include "engine/block.h"
#include "engine/cover.h"
#include "zcache/zcache.h"

enum { ZCACHE_GROUPS = 1 };

/* What the pins tell of the request under way. */
struct zcache_cover_ctx {
    struct zcache_params params;
    struct zcache_req req;
    bool active;
    uint32_t reads, bypassed; /* array_reads and its pair, when last looked at */
    uint32_t written;         /* array_writes when the request was taken */

    bool back, by_bit, owned, changed, line; /* a write-back under way */
    bool fill_meta, fill_read;
    uint32_t last_back; /* bin of the last finished; 0 none */

    uint8_t lines[ZCACHE_MAX_SURFACES]; /* of each surface's codec block */
    bool sweeping;
    uint32_t bits, zeros; /* of the block being swept: its entry, lines written */
};

extern const struct assay_cover_group zcache_groups[ZCACHE_GROUPS];

bool zcache_no_flow(const unsigned *bin);

void zcache_cover_begin(void *ctx, const struct assay_params *params);
void zcache_cover_restart(void *ctx);
void zcache_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                  uint64_t transfers);

#endif
