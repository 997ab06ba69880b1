/* points.h - the coverage groups of zcache and their bin numbers. */
#ifndef ZCACHE_POINTS_H
#define ZCACHE_POINTS_H

#include "engine/cover_group.h"
#include "zcache/zcache.h"

enum {
    ZP_STATUS,
    ZP_PATH,
    ZP_META,
    ZP_READS,
    ZP_STORES,
    ZP_ATOMICS,
    ZP_SERVED,
    ZP_BACKS,
    ZP_OVERTAKES,
    ZP_REPLIES,
    ZP_FENCES,
    ZP_ENABLES,
    ZP_SWEEPS,
    ZP_SIZES,
    ZCACHE_GROUPS
};

/* Requests. */
enum { ZP_LOAD, ZP_STORE, ZP_FENCE, ZP_ATOMIC, ZP_FLUSH, ZP_SURFACE, ZP_OPS };
/* Accesses, and their outcome in LOOK. */
enum { ZP_A_LOAD, ZP_A_PART, ZP_A_FULL, ZP_A_ATOMIC, ZP_ACCESSES };
enum { ZP_HIT, ZP_JOIN, ZP_QUICK, ZP_MISS, ZP_FOUND };
/* Write-backs. */
enum { ZP_BY_BIT, ZP_CODEC, ZP_OWNED, ZP_PLAIN, ZP_BACK_KINDS };
/* Replies. */
enum { ZP_R_LINE, ZP_R_BACK, ZP_R_META, ZP_R_META_WRITE, ZP_R_ZEROS, ZP_R_STRAY, ZP_REPLY_KINDS };

extern const struct assay_cover_group zcache_groups[ZCACHE_GROUPS];

#endif
