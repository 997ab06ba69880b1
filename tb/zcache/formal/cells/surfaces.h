/*
 * surfaces.h - unpacks the surfaces of a table as the lemmas of zcache_owner take them: enabled,
 * first, last, meta, four, addr. For the harnesses owned.c and owner.c.
 */
#ifndef ZCACHE_FORMAL_SURFACES_H
#define ZCACHE_FORMAL_SURFACES_H

#include "zcache/internal.h"

enum { WORDS = (24 * SURFACES + 31) / 32, FIRST = 1, LAST = 1 + WORDS, META = 1 + 2 * WORDS };

static inline uint32_t get(const uint32_t *in, uint32_t s)
{
    const uint32_t at = 24 * s, shift = at % 32;

    return (in[at / 32] >> shift | (shift > 8 ? in[at / 32 + 1] << (32 - shift) : 0)) & 0xFFFFFF;
}

static inline void surfaces_read(const uint32_t *in, struct zcache_surface table[SURFACES])
{
    const uint32_t four = in[1 + 3 * WORDS];

    for (uint32_t s = 0; s < SURFACES; ++s)
        table[s] = (struct zcache_surface){.enabled = in[0] >> s & 1,
                                           .lines = four >> s & 1 ? 4 : 2,
                                           .first = get(in + FIRST, s),
                                           .last = get(in + LAST, s),
                                           .meta = get(in + META, s)};
}

#endif
