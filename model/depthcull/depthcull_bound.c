/* depthcull_bound.c - the on-chip bounds of the depths in a record, and culling by them. */
#include "depthcull/depthcull.h"

enum { CODE_BITS = 16, FIXED_BITS = 24, F32_BITS = 32, LAST = (1 << CODE_BITS) - 1 };

/* The upper bits of a depth, transformed so that they order as unsigned numbers. */
static uint16_t code(const struct depthcull_params *p, int32_t rank)
{
    if (p->fixed)
        return (uint16_t)((uint32_t)rank >> (FIXED_BITS - CODE_BITS));
    return (uint16_t)(((uint32_t)rank + (rank < 0 ? 0x7FFFFFFFu : 0x80000000u)) >>
                      (F32_BITS - CODE_BITS));
}

static bool shows_in(const struct depthcull_params *p, const struct depthcull_tile *tile,
                     uint32_t plane, uint32_t half)
{
    const uint32_t pixels = depthcull_half_pixels(p, half);
    uint32_t shown = 0;

    for (uint32_t w = 0; w < DEPTHCULL_MASK_WORDS; ++w)
        shown |= tile->shown[plane][w] & pixels;
    return shown != 0;
}

/* The range of a half; false if any part of it is unknown. */
static bool half_range(const struct depthcull_params *p, const struct depthcull_tile *tile,
                       uint32_t half, struct depthcull_range *all)
{
    bool known = true;

    *all = tile->half[half];
    if (tile->kind == DEPTHCULL_PIXELS)
        return !tile->nan[half];
    *all = (struct depthcull_range){INT32_MAX, INT32_MIN};
    for (uint32_t k = 0; k < tile->places; ++k) {
        const struct depthcull_range *range = &tile->plane[k].half[half];

        if (!shows_in(p, tile, k, half))
            continue;
        known &= !tile->plane[k].unknown;
        all->low = range->low < all->low ? range->low : all->low;
        all->high = range->high > all->high ? range->high : all->high;
    }
    return known;
}

struct depthcull_bounds depthcull_tile_bounds(const struct depthcull_params *p,
                                              const struct depthcull_tile *tile)
{
    struct depthcull_bounds bounds;

    for (uint32_t h = 0; h < DEPTHCULL_HALVES; ++h) {
        struct depthcull_range range;
        const bool known = half_range(p, tile, h, &range);

        bounds.near[h] = known ? code(p, range.low) : 0;
        bounds.far[h] = known ? code(p, range.high) : LAST;
    }
    return bounds;
}

static bool is_covered(const struct depthcull_params *p, const uint32_t *mask, uint32_t half)
{
    const uint32_t pixels = depthcull_half_pixels(p, half);

    return ((mask[0] | mask[1] | mask[2] | mask[3]) & pixels) != 0;
}

bool depthcull_bounds_cull(const struct depthcull_params *p, uint32_t enable,
                           const struct depthcull_job *job, const struct depthcull_bounds *bounds)
{
    const uint32_t func = job->prim.func;
    const bool if_beyond =
        func == DEPTHCULL_LESS || func == DEPTHCULL_EQUAL || func == DEPTHCULL_LEQUAL;
    const bool if_before =
        func == DEPTHCULL_GREATER || func == DEPTHCULL_EQUAL || func == DEPTHCULL_GEQUAL;
    bool any = false, all = true;

    if (!(enable & 1) || job->plane.unknown)
        return false;
    for (uint32_t h = 0; h < DEPTHCULL_HALVES; ++h) {
        if (!is_covered(p, job->prim.mask, h))
            continue;
        any = true;
        all &= (if_beyond && code(p, job->box[h].low) > bounds->far[h]) ||
               (if_before && code(p, job->box[h].high) < bounds->near[h]);
    }
    return any && all;
}
