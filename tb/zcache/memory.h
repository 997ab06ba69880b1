/*
 * memory.h - what is behind zcache, and what its contents must be: memory with its metadata, the flat
 * image that a program sees, and the responses that follow from it. Knows nothing of caches.
 *
 * Addresses come from a few windows of the line address space, twice the cache's size together; each
 * surface number has metadata entries of its own, so that they never share one.
 */
#ifndef ZCACHE_MEMORY_H
#define ZCACHE_MEMORY_H

#include "base/rng.h"
#include "zcache/zcache.h"

enum {
    ZMEM_WINDOWS = 8,
    ZMEM_LINES = 1024, /* at most, in all windows */
    ZMEM_SURFACES = 8,
    ZMEM_ENTRIES = ZMEM_LINES / ZMEM_WINDOWS / 2 /* a surface lies in one window */
};

struct zmem_surface {
    bool enabled;
    uint32_t first, last, lines, meta;
};

struct zmem {
    struct zcache_params params;
    struct assay_rng rng;
    uint32_t window; /* lines in one */
    uint32_t n;      /* lines in all */

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

/* Line address and metadata base. */
uint32_t zmem_address(const struct zmem *m, uint32_t index);
uint32_t zmem_meta_base(uint32_t surface);

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
