/* coverage.h - functional coverage of zcache, from its pins. */
#ifndef ZCACHE_COVERAGE_H
#define ZCACHE_COVERAGE_H

#include "engine/block.h"
#include "engine/cover.h"
#include "zcache/zcache.h"

enum { ZCACHE_COVER_TAGS = 256 };

/* A miss and the requests that joined it. */
struct zcache_cover_miss {
    uint32_t addr, n, answered;
    bool open, read; /* read: the line was read from memory */
};

/* A write-back that has started. */
struct zcache_cover_back {
    bool by_bit, flush;
};

struct zcache_cover_ctx {
    struct zcache_params params;
    struct zcache_outputs before; /* outputs of the last cycle */
    bool some_before, mem_moved;  /* `before` is valid; MEM was empty or had a transfer */

    bool flushing;                            /* LOOK had a flush in the last cycle */
    struct zcache_req look, was;              /* the request in LOOK now and in the last cycle */
    struct zcache_req req[ZCACHE_COVER_TAGS]; /* requests in flight, by tag */
    uint8_t under_way[ZCACHE_COVER_TAGS];     /* their tags, in order of acceptance */
    uint32_t n;
    uint8_t miss_of[ZCACHE_COVER_TAGS]; /* by tag: 1 + index of the miss; 0: none */
    struct zcache_cover_miss miss[ZCACHE_MAX_MSHRS];

    struct zcache_cover_back back[ZCACHE_MAX_MSHRS]; /* not yet decided, in order */
    uint32_t n_back;

    struct zcache_mem owed[ZCACHE_COVER_TAGS]; /* waiting for a reply, in order */
    uint32_t n_owed;

    struct zcache_surface surface[ZCACHE_MAX_SURFACES];
};

void zcache_cover_begin(void *ctx, const struct assay_params *params);
void zcache_cover_restart(void *ctx);
void zcache_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
                  uint64_t transfers);

#endif
