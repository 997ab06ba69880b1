/* plain_lines.c - memory traffic of an uncompressed
 * depth buffer behind a write-back cache of tiles. */
#include <stdlib.h>
#include <string.h>

#include "depthcull/draw.h"

struct way {
    uint32_t tile;
    bool used, dirty;
};

/* Looks up a tile in a set whose ways are ordered by age, most recently used first. */
static struct way *find(struct way *set, uint32_t ways, uint32_t tile, bool *hit, bool *evicted)
{
    uint32_t w = 0;
    struct way found;

    while (w + 1 < ways && set[w].used && set[w].tile != tile)
        ++w;
    *hit = set[w].used && set[w].tile == tile;
    *evicted = !*hit && set[w].used && set[w].dirty;
    found = *hit ? set[w] : (struct way){.tile = tile, .used = true};
    memmove(&set[1], &set[0], w * sizeof set[0]);
    set[0] = found;
    return &set[0];
}

bool depthcull_plain_lines(const struct scene_frame *frame, const uint8_t *wrote, uint64_t *lines)
{
    const struct depthcull_params *p = &frame->params;
    struct way *way = calloc((size_t)p->sets * p->ways, sizeof *way);
    uint64_t tiles = frame->tiles; /* transfers of whole tiles, starting with those of the clear */

    if (!way)
        return false;
    for (size_t i = 0; i < frame->prims; ++i) {
        const uint32_t tile = frame->prim[i].tile;
        bool hit, evicted;
        struct way *at = find(&way[tile % p->sets * p->ways], p->ways, tile, &hit, &evicted);

        tiles += (uint64_t)!hit + evicted;
        at->dirty = at->dirty || wrote[i];
    }
    for (uint32_t s = 0; s < p->sets * p->ways; ++s)
        tiles += way[s].used && way[s].dirty;
    free(way);
    *lines = tiles * depthcull_lines(p, DEPTHCULL_WHAT_PIXELS);
    return true;
}
