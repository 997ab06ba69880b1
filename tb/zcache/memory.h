/*
 * memory.h - what is behind zcache, and what its contents must be: memory with its metadata, the flat
 * image that a program sees, and the responses that follow from it. Knows nothing of caches.
 *
 * Addresses come from a few windows of the line address space, twice the cache's size together. Where they
 * are is drawn after each reset. A surface may reach beyond its window, to another one; metadata is kept for
 * the lines in windows, all other entries of surfaces are 0, and entries of nobody have a value that follows from
 * their address and must stay. No two enabled surfaces share an entry; they may share lines of metadata.
 *
 * Memory replies in any order. A write is done when it is taken or when it is replied to.
 */
#ifndef ZCACHE_MEMORY_H
#define ZCACHE_MEMORY_H

#include "base/replies.h"
#include "base/rng.h"
#include "zcache/zcache.h"

enum {
    ZMEM_WINDOWS = 8,
    ZMEM_LINES = 2 * ZCACHE_MAX_LINES, /* at most, in all windows */
    ZMEM_SURFACES = 8,
    ZMEM_ENTRIES = ZMEM_LINES / 2, /* of a surface, at most */
    ZMEM_ALIGN = 4,                /* lines: where windows begin */
    ZMEM_SWEEP = 80, /* codec blocks of a surface that it does not take too long to disable */
    ZMEM_TAGS = 256
};

struct zmem_surface {
    bool enabled;
    uint32_t first, last, lines, meta;
};

/* A request that the block has, and what it has to answer. */
struct zmem_asked {
    bool there;
    struct zcache_req req;
    struct zcache_rsp expected;
};

/* What memory has taken and not replied to. */
struct zmem_owed {
    struct zcache_mem mem;
    bool done; /* a write that was done when it was taken */
};

struct zmem {
    struct zcache_params params;
    struct assay_rng rng, places;
    uint32_t window;             /* lines in one */
    uint32_t n;                  /* lines in all */
    uint32_t base[ZMEM_WINDOWS]; /* line addresses */
    uint32_t illegal;            /* percent: replies that nobody asked for */

    uint32_t line[ZMEM_LINES][16];  /* as memory holds them */
    uint32_t image[ZMEM_LINES][16]; /* as a program sees them */
    uint8_t meta[ZMEM_SURFACES][ZMEM_ENTRIES];
    struct zmem_surface surface[ZMEM_SURFACES];

    bool clean;
    struct zmem_owed owed[ZMEM_TAGS];
    struct assay_replies replies; /* to these */

    struct zmem_asked asked[ZMEM_TAGS]; /* by tag */
    uint8_t under_way[ZMEM_TAGS];       /* tags, in order of acceptance */
    uint32_t n_under_way;
    /* The request with tag `barrier`, a fence, a flush or a good surface request, may be done. */
    bool settling;
    uint8_t barrier;

    const char *wrong; /* what is not as it must be; NULL: all is */
};

/* Random contents, half of the lines zero. */
void zmem_begin(struct zmem *m, const struct zcache_params *p, uint32_t illegal, uint64_t seed);

uint32_t zmem_address(const struct zmem *m, uint32_t index);
/* False if the line is in no window. */
bool zmem_index(const struct zmem *m, uint32_t addr, uint32_t *index);

/* Codec blocks of a surface; 0 if it is none. */
uint32_t zmem_blocks(const struct zmem_surface *z);
/* Whether one that is enabled, or about to be, has more than ZMEM_SWEEP of them. */
bool zmem_has_large(const struct zmem *m);
/* Where the metadata of a surface of so many blocks may begin; false if no place was found. */
bool zmem_meta_place(const struct zmem *m, struct assay_rng *r, uint32_t blocks, uint32_t *meta);
/* Bit s: surface s is enabled. For loops over all lines. */
uint32_t zmem_enabled(const struct zmem *m);
/* The lowest of these surfaces that has the line; -1: none. */
int zmem_owner(const struct zmem *m, uint32_t enabled, uint32_t addr);
/* Whether the metadata of the surface that owns a line (-1: none) says that it is zero. */
bool zmem_is_pruned(const struct zmem *m, uint32_t index, uint32_t addr, int s);

/* --- image.c: requests and responses --- */

/* The block took a request: what it answers is fixed now. Enabling a surface sets up its metadata
 * first. */
void zmem_request(struct zmem *m, const struct zcache_req *req);
/* The block answered: compared; after a flush or a change of surfaces the image too. */
void zmem_response(struct zmem *m, const struct zcache_rsp *rsp);
/* The word or part after an atomic. Host arithmetic. */
uint32_t zmem_atomic(uint32_t op, uint32_t old, uint32_t data, uint32_t compare);

/* --- port.c: mem and fill --- */

/* The block sent something to memory. */
void zmem_take(struct zmem *m, const struct zcache_mem *mem);
/* A reply; false: none in this cycle. Each is drawn before the one before has been taken by the block, or none is. */
bool zmem_reply(struct zmem *m, struct zcache_fill *fill);
/* The block took the reply. */
void zmem_replied(struct zmem *m);

/* The block was reset: dirty lines and surfaces are gone, so the image is what memory holds. */
void zmem_reset(struct zmem *m);

#endif
