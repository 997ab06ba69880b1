/*
 * memory.h - what is behind zcache, and what its contents must be:
 * memory with its metadata, the flat image that a program sees, and
 * the responses that follow from it. It knows nothing of caches.
 *
 * Addresses come from a few windows of the line address space, together twice as large as the
 * cache. Their places are drawn again after each reset. A surface may extend beyond its window to
 * another one. Metadata is stored for the lines in windows. All other entries of surfaces are 0,
 * and entries that belong to no surface have a value derived from their address, which must not
 * change. No two enabled surfaces share an entry, but they may share lines of metadata.
 *
 * Memory replies in any order. A write takes effect when it is accepted or when it is acknowledged.
 * Some replies are unsolicited: at any time with tags that the block never uses, and with tags that
 * it uses while it waits for no reply.
 */
#ifndef ZCACHE_MEMORY_H
#define ZCACHE_MEMORY_H

#include "base/replies.h"
#include "base/rng.h"
#include "zcache/zcache.h"

enum {
    ZMEM_WINDOWS = 8,
    ZMEM_LINES = 2 * ZCACHE_MAX_LINES, /* maximum, in all windows */
    ZMEM_SURFACES = 8,
    ZMEM_ENTRIES = ZMEM_LINES / 2, /* maximum of a surface */
    ZMEM_ALIGN = 4,                /* in lines: alignment of windows */
    ZMEM_SWEEP = 80, /* most codec blocks of a surface that is quick enough to disable */
    ZMEM_TAGS = 256
};

struct zmem_surface {
    bool enabled;
    uint32_t first, last, lines, meta;
};

/* A request in flight and the response expected for it. */
struct zmem_asked {
    bool there;
    struct zcache_req req;
    struct zcache_rsp expected;
};

/* A request that memory has accepted and not yet replied to. */
struct zmem_owed {
    struct zcache_mem mem;
    bool done; /* a write that took effect when it was accepted */
};

struct zmem {
    struct zcache_params params;
    struct assay_rng rng, places, late;
    uint32_t window;             /* lines per window */
    uint32_t n;                  /* lines in all windows */
    uint32_t base[ZMEM_WINDOWS]; /* line addresses */
    uint32_t illegal;            /* percentage of unsolicited replies */
    bool quiet; /* the block waits for no reply, and will not before its next request */

    uint32_t line[ZMEM_LINES][16];  /* as stored in memory */
    uint32_t image[ZMEM_LINES][16]; /* as a program sees them */
    uint8_t meta[ZMEM_SURFACES][ZMEM_ENTRIES];
    struct zmem_surface surface[ZMEM_SURFACES];

    bool clean;
    struct zmem_owed owed[ZMEM_TAGS];
    struct assay_replies replies; /* to `owed` */

    struct zmem_asked asked[ZMEM_TAGS]; /* by tag */
    uint8_t under_way[ZMEM_TAGS];       /* tags in flight, in order of acceptance */
    uint32_t n_under_way;
    /* The request with tag `barrier` may have finished:
     * a fence, a flush or a valid surface request. */
    bool settling;
    uint8_t barrier;

    const char *wrong; /* the first protocol error; NULL: none */
};

/* Fills memory with random contents; half of the lines are zero. */
void zmem_begin(struct zmem *m, const struct zcache_params *p, uint32_t illegal, uint64_t seed);

uint32_t zmem_address(const struct zmem *m, uint32_t index);
/* Returns false if the line is in no window. */
bool zmem_index(const struct zmem *m, uint32_t addr, uint32_t *index);

/* Returns the number of codec blocks of a surface, or 0 if it is not valid. */
uint32_t zmem_blocks(const struct zmem_surface *z);
/* Whether a surface that is enabled or about to be has more than ZMEM_SWEEP of them. */
bool zmem_has_large(const struct zmem *m);
/* Draws where the metadata of a surface of `blocks`
 * blocks begins. Returns false if no place was found. */
bool zmem_meta_place(const struct zmem *m, struct assay_rng *r, uint32_t blocks, uint32_t *meta);
/* Returns a mask in which bit s tells that surface s is enabled. For loops over all lines. */
uint32_t zmem_enabled(const struct zmem *m);
/* Returns the lowest of these surfaces that contains the line, or -1. */
int zmem_owner(const struct zmem *m, uint32_t enabled, uint32_t addr);
/* Whether the metadata of surface `s`, which owns the line (-1: none), says that it is zero. */
bool zmem_is_pruned(const struct zmem *m, uint32_t index, uint32_t addr, int s);

/* --- image.c: requests and responses --- */

/* The block accepted a request. Its response is determined now.
 * Enabling a surface first sets up its metadata. */
void zmem_request(struct zmem *m, const struct zcache_req *req);
/* The block sent a response. Compares it; after a flush or a change of surfaces, the image too. */
void zmem_response(struct zmem *m, const struct zcache_rsp *rsp);
/* Returns the word after an atomic, computed with host arithmetic. */
uint32_t zmem_atomic(uint32_t op, uint32_t old, uint32_t data, uint32_t compare);

/* --- port.c: mem and fill --- */

/* Accepts a transfer from the block to memory. */
void zmem_take(struct zmem *m, const struct zcache_mem *mem);
/* Draws the next reply. Returns false if none comes in this cycle,
 * or if the block has not accepted the previous one yet. */
bool zmem_reply(struct zmem *m, struct zcache_fill *fill);
/* The block accepted the reply. */
void zmem_replied(struct zmem *m);

/* The block was reset. Dirty lines and surfaces are
 * lost, so the image becomes what memory holds. */
void zmem_reset(struct zmem *m);

#endif
