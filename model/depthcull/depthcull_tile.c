/* depthcull_tile.c - the contents of a tile, and how writes change them. */
#include <string.h>

#include "depthcull/internal.h"
#include "numerics/numerics.h"

static bool has_pixel(const uint32_t *mask, uint32_t i)
{
    return mask[i / 32] >> i % 32 & 1;
}

/* All pixels of a tile, in the layout of each word of a mask that has any. */
static uint32_t word_of_all(const struct depthcull_params *p)
{
    return depthcull_n_pixels(p) < 32 ? (UINT32_C(1) << depthcull_n_pixels(p)) - 1 : UINT32_MAX;
}

static uint32_t words(const struct depthcull_params *p)
{
    return (depthcull_n_pixels(p) + 31) / 32;
}

uint32_t depthcull_half_pixels(const struct depthcull_params *p, uint32_t half)
{
    const uint32_t left = p->tw == 4 ? 0x33333333 : p->tw == 8 ? 0x0F0F0F0F : 0x00FF00FF;

    return (half ? ~left : left) & word_of_all(p);
}

static bool all_pixels(const struct depthcull_params *p, const uint32_t *mask)
{
    for (uint32_t w = 0; w < words(p); ++w) {
        if (mask[w] != word_of_all(p))
            return false;
    }
    return true;
}

bool depthcull_any_pixel(const uint32_t *mask)
{
    return mask[0] | mask[1] | mask[2] | mask[3];
}

/* Makes the tile a single plane that all pixels show. */
static void set_plane(const struct depthcull_params *p, struct depthcull_tile *tile,
                      const struct depthcull_plane *plane)
{
    tile->kind = DEPTHCULL_PLANES;
    tile->planes = tile->places = 1;
    tile->plane[0] = *plane;
    memset(tile->shown, 0, sizeof tile->shown);
    for (uint32_t w = 0; w < words(p); ++w)
        tile->shown[0][w] = word_of_all(p);
}

void depthcull_make_clear(const struct depthcull_params *p, uint32_t z, struct depthcull_tile *tile)
{
    struct depthcull_plane plane;

    memset(tile, 0, sizeof *tile);
    tile->z = depthcull_stored_depth(p, z);
    depthcull_make_plane(p, 0, 0, p->fixed ? (uint64_t)tile->z << 8 : tile->z, &plane);
    set_plane(p, tile, &plane);
    tile->kind = DEPTHCULL_CLEAR;
}

void depthcull_tile_depths(const struct depthcull_params *p, const struct depthcull_tile *tile,
                           const uint32_t *memory, uint32_t *z)
{
    uint32_t depths[DEPTHCULL_MAX_PX];

    if (tile->kind == DEPTHCULL_PIXELS) {
        memcpy(z, memory, depthcull_n_pixels(p) * sizeof *z);
        return;
    }
    depthcull_plane_depths(p, &tile->plane[0], z);
    for (uint32_t k = 1; k < tile->places; ++k) {
        depthcull_plane_depths(p, &tile->plane[k], depths);
        for (uint32_t i = 0; i < depthcull_n_pixels(p); ++i)
            z[i] = has_pixel(tile->shown[k], i) ? depths[i] : z[i];
    }
}

void depthcull_make_pixels(const struct depthcull_params *p, struct depthcull_tile *tile,
                           const uint32_t *memory)
{
    tile->kind = DEPTHCULL_PIXELS;
    tile->planes = tile->places = 0;
    for (uint32_t h = 0; h < DEPTHCULL_HALVES; ++h) {
        tile->half[h] = (struct depthcull_range){INT32_MAX, INT32_MIN};
        tile->nan[h] = tile->number[h] = 0;
    }
    for (uint32_t i = 0; i < depthcull_n_pixels(p); ++i) {
        const uint32_t h = i % p->tw >= p->tw / 2;
        struct depthcull_range *range = &tile->half[h];
        const int32_t rank = depthcull_rank(p, memory[i]);

        if (!p->fixed && assay_f32_is_nan(memory[i])) {
            tile->nan[h] = 1;
            continue;
        }
        tile->number[h] = 1;
        range->low = rank < range->low ? rank : range->low;
        range->high = rank > range->high ? rank : range->high;
    }
}

/* Number of planes that some pixel outside `mask` shows. */
static uint32_t planes_outside(const struct depthcull_tile *tile, const uint32_t *mask)
{
    uint32_t n = 0;

    for (uint32_t k = 0; k < tile->places; ++k) {
        uint32_t rest = 0;

        for (uint32_t w = 0; w < DEPTHCULL_MASK_WORDS; ++w)
            rest |= tile->shown[k][w] & ~mask[w];
        n += rest != 0;
    }
    return n;
}

static uint32_t groups_with(const struct depthcull_params *p, const uint32_t *mask)
{
    const uint32_t group = (1u << p->pix) - 1;
    uint32_t n = 0;

    for (uint32_t i = 0; i < depthcull_n_pixels(p); i += p->pix)
        n += (mask[i / 32] >> i % 32 & group) != 0;
    return n;
}

uint32_t depthcull_engine_groups(const struct depthcull_params *p,
                                 const struct depthcull_tile *tile, bool write,
                                 const struct depthcull_verdict *v)
{
    uint32_t either[DEPTHCULL_MASK_WORDS];

    for (uint32_t w = 0; w < DEPTHCULL_MASK_WORDS; ++w)
        either[w] = v->let[w] | v->open[w];
    if (!write)
        return groups_with(p, v->open);
    if (all_pixels(p, v->let) || !depthcull_any_pixel(either))
        return 0;
    if (tile->kind == DEPTHCULL_PIXELS)
        return groups_with(p, either);
    if (planes_outside(tile, v->let) == p->planes)
        return depthcull_n_pixels(p) / p->pix;
    return groups_with(p, v->open);
}

/* Makes the passing pixels show the source. */
static void add_plane(struct depthcull_tile *tile, const struct depthcull_plane *source,
                      const uint32_t *passing)
{
    uint32_t place = tile->places;

    tile->planes = 1;
    for (uint32_t k = tile->places; k-- > 0;) {
        for (uint32_t w = 0; w < DEPTHCULL_MASK_WORDS; ++w)
            tile->shown[k][w] &= ~passing[w];
        if (depthcull_any_pixel(tile->shown[k]))
            ++tile->planes;
        else
            place = k;
    }
    tile->plane[place] = *source;
    memcpy(tile->shown[place], passing, sizeof tile->shown[place]);
    if (place == tile->places)
        ++tile->places;
    tile->kind = DEPTHCULL_PLANES;
}

void depthcull_write_tile(const struct depthcull_params *p, struct depthcull_tile *tile,
                          uint32_t *memory, const struct depthcull_plane *source,
                          const uint32_t *passing)
{
    uint32_t z[DEPTHCULL_MAX_PX], stored[DEPTHCULL_MAX_PX];

    if (!depthcull_any_pixel(passing))
        return;
    if (all_pixels(p, passing)) {
        set_plane(p, tile, source);
        return;
    }
    if (tile->kind != DEPTHCULL_PIXELS && planes_outside(tile, passing) < p->planes) {
        add_plane(tile, source, passing);
        return;
    }
    depthcull_tile_depths(p, tile, memory, stored);
    depthcull_plane_depths(p, source, z);
    for (uint32_t i = 0; i < depthcull_n_pixels(p); ++i)
        memory[i] = has_pixel(passing, i) ? z[i] : stored[i];
    depthcull_make_pixels(p, tile, memory);
}

/* Widens a range to include what a half of a tile shows. */
static void widen(const struct depthcull_params *p, const struct depthcull_tile *tile, uint32_t h,
                  struct depthcull_range *all)
{
    const uint32_t pixels = depthcull_half_pixels(p, h);

    for (uint32_t k = 0; k < tile->places; ++k) {
        const struct depthcull_range *range = &tile->plane[k].half[h];
        uint32_t shown = 0;

        for (uint32_t w = 0; w < DEPTHCULL_MASK_WORDS; ++w)
            shown |= tile->shown[k][w] & pixels;
        if (!shown)
            continue;
        all->low = range->low < all->low ? range->low : all->low;
        all->high = range->high > all->high ? range->high : all->high;
    }
    if (tile->kind == DEPTHCULL_PIXELS && tile->number[h]) {
        const struct depthcull_range *range = &tile->half[h];

        all->low = range->low < all->low ? range->low : all->low;
        all->high = range->high > all->high ? range->high : all->high;
    }
}

void depthcull_tile_range(const struct depthcull_params *p, const struct depthcull_tile *tile,
                          uint32_t *min, uint32_t *max, bool *unknown)
{
    struct depthcull_range all = {INT32_MAX, INT32_MIN};
    bool none = false;

    *unknown = false;
    for (uint32_t k = 0; k < tile->places; ++k)
        *unknown |= tile->plane[k].unknown && depthcull_any_pixel(tile->shown[k]);
    none = *unknown;
    if (tile->kind == DEPTHCULL_PIXELS) {
        *unknown = tile->nan[0] | tile->nan[1];
        none = !(tile->number[0] | tile->number[1]);
    }
    for (uint32_t h = 0; h < DEPTHCULL_HALVES; ++h)
        widen(p, tile, h, &all);
    *min = none ? ASSAY_F32_NAN : depthcull_depth_of(p, all.low);
    *max = none ? ASSAY_F32_NAN : depthcull_depth_of(p, all.high);
    if (tile->kind == DEPTHCULL_CLEAR)
        *min = *max = tile->z;
}
