/*
 * memory.h - what is behind zcache, and what its contents must be: memory with its metadata, the flat
 * image that a program sees, and the responses that follow from it. Knows nothing of caches.
 *
 * Addresses come from a few windows of the line address space, twice the cache's size together. Where they
 * are is drawn after each reset. A surface may reach beyond its window, to another one; metadata is kept for
 * the lines in windows, all other entries are 0. No two enabled surfaces share an entry.
 */
#ifndef ZCACHE_MEMORY_H
#define ZCACHE_MEMORY_H

#include "base/rng.h"
#include "zcache/zcache.h"

enum {
    ZMEM_WINDOWS = 8,
    ZMEM_LINES = 1024, /* at most, in all windows */
    ZMEM_SURFACES = 8,
    ZMEM_ENTRIES = ZMEM_LINES / 2, /* of a surface, at most */
    ZMEM_ALIGN = 4,                /* lines: where windows begin */
    ZMEM_SWEEP = 80 /* codec blocks of a surface that it does not take too long to disable */
};

struct zmem_surface {
    bool enabled;
    uint32_t first, last, lines, meta;
};

struct zmem {
    struct zcache_params params;
    struct assay_rng rng, places;
    uint32_t window;             /* lines in one */
    uint32_t n;                  /* lines in all */
    uint32_t base[ZMEM_WINDOWS]; /* line addresses */

    uint32_t line[ZMEM_LINES][16];  /* as memory holds them */
    uint32_t image[ZMEM_LINES][16]; /* as a program sees them */
    uint8_t meta[ZMEM_SURFACES][ZMEM_ENTRIES];
    struct zmem_surface surface[ZMEM_SURFACES];

    bool clean, replying, meta_reply;
    struct zcache_fill reply;
    bool waiting; /* a request is under way */
    struct zcache_req req;
    struct zcache_rsp expected;
    const char *wrong; /* what is not as it must be; NULL: all is */
};

/* Random contents, half of the lines zero. */
void zmem_begin(struct zmem *m, const struct zcache_params *p, uint64_t seed);

uint32_t zmem_address(const struct zmem *m, uint32_t index);

/* Codec blocks of a surface; 0 if it is none. */
uint32_t zmem_blocks(const struct zmem_surface *z);
/* Whether one that is enabled, or about to be, has more than ZMEM_SWEEP of them. */
bool zmem_has_large(const struct zmem *m);
/* Where the metadata of a surface of so many blocks may begin; false if no place was found. */
bool zmem_meta_place(const struct zmem *m, struct assay_rng *r, uint32_t blocks, uint32_t *meta);

/* The block took a request: what it answers is fixed now. Enabling a surface sets up its metadata
 * first. */
void zmem_request(struct zmem *m, const struct zcache_req *req);
/* The block sent something to memory. */
void zmem_take(struct zmem *m, const struct zcache_mem *mem);
/* The reply that memory owes; false if none. */
bool zmem_reply(struct zmem *m, struct zcache_fill *fill);
/* The block answered: compared; after a flush or a change of surfaces the image too. */
void zmem_response(struct zmem *m, const struct zcache_rsp *rsp);
/* The block was reset: dirty lines and surfaces are gone, so the image is what memory holds. */
void zmem_reset(struct zmem *m);

#endif
