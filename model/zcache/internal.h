/* internal.h - what the sources of zcache share. */
#ifndef ZCACHE_INTERNAL_H
#define ZCACHE_INTERNAL_H

#include "zcache/zcache.h"

/* How a load or store finds its line. */
enum zcache_found {
    ZCACHE_HIT,
    ZCACHE_FILLED,    /* read from memory just now */
    ZCACHE_ZERO_FILL, /* allocated by metadata just now */
    ZCACHE_COVERED    /* allocated for a store of the whole line */
};

static inline uint64_t zcache_ones(uint32_t n)
{
    return n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

bool zcache_full_mask(const struct zcache_state *s);

const struct zcache_surface *zcache_owner_of(const struct zcache_state *s, uint32_t addr);

/* The slot with the line of the request; false if it misses, then the victim's slot. */
bool zcache_find(const struct zcache_state *s, uint32_t *slot);

/* Take the slot for the request's line. `data` only for ZCACHE_FILLED. */
void zcache_allocate(struct zcache_state *s, enum zcache_found found, const uint32_t *data);

/* Do the request's load or store on s->slot, count it, and fill in the response. */
void zcache_apply(struct zcache_state *s, enum zcache_found found);

#endif
