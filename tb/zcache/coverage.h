/* coverage.h - functional coverage of zcache, from its pins. */
#ifndef ZCACHE_COVERAGE_H
#define ZCACHE_COVERAGE_H

#include "engine/block.h"
#include "engine/cover.h"
#include "zcache/zcache.h"

enum { ZCACHE_COVER_TAGS = 256 };

/* A miss, and the requests that joined it. */
struct zcache_cover_miss {
    uint32_t addr, n, answered;
    bool open, read; /* read: memory was */
};

/* A write-back that has begun. */
struct zcache_cover_back {
    bool by_bit, flush;
};

struct zcache_cover_ctx {
    struct zcache_params params;
    struct zcache_outputs before; /* of the last cycle */
    bool some_before, mem_moved;  /* mem_moved: MEM was empty, or transferred */

    bool flushing;                            /* in the last cycle LOOK had a flush */
    struct zcache_req look, was;              /* what LOOK has, had in the last cycle */
    struct zcache_req req[ZCACHE_COVER_TAGS]; /* by tag, under way: */
    uint8_t under_way[ZCACHE_COVER_TAGS];     /* in order of acceptance */
    uint32_t n;
    uint8_t miss_of[ZCACHE_COVER_TAGS]; /* 1 + index; 0: none */
    struct zcache_cover_miss miss[ZCACHE_MAX_MSHRS];

    struct zcache_cover_back back[ZCACHE_MAX_MSHRS]; /* not decided, in order */
    uint32_t n_back;

    struct zcache_mem owed[ZCACHE_COVER_TAGS]; /* to be replied to, in order */
    uint32_t n_owed;

    struct zcache_surface surface[ZCACHE_MAX_SURFACES];
};

void zcache_cover_begin(void *ctx, const struct assay_params *params);
void zcache_cover_restart(void *ctx);
void zcache_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                  uint64_t transfers);

#endif
