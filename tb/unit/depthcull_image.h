/*
 * depthcull_image.h - drives the golden model of depthcull for a test, and keeps the image that it
 * must hold: each pixel by itself, in host arithmetic.
 */
#ifndef UNIT_DEPTHCULL_IMAGE_H
#define UNIT_DEPTHCULL_IMAGE_H

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unit/depthcull_pixels.h"
#include "unit/random.h"

/* All tiles in use fit into the cache, so nothing is read from memory. test_depthcull_memory.c
 * covers the rest. */
static const struct depthcull_params sets[] = {
    {4, 4, 0, 4, 2, 2, 1, 4, 1, 2, 1, 2},        {8, 4, 0, 64, 4, 8, 4, 64, 4, 8, 4, 64},
    {16, 8, 0, 128, 4, 16, 8, 64, 4, 16, 4, 12}, {4, 4, 1, 4, 4, 2, 2, 1, 4, 2, 2, 2},
    {8, 4, 1, 64, 4, 8, 4, 4, 4, 4, 3, 7},       {16, 8, 1, 128, 4, 16, 8, 16, 1, 16, 4, 3},
};
enum { SETS = sizeof sets / sizeof sets[0], SOUND = 5, TILES = 128 };

/* --- the oracle: every pixel by itself --- */

/* The expected contents of a tile, by pixel. */
struct image_tile {
    uint32_t z[DEPTHCULL_MAX_PX];
    uint32_t shows[DEPTHCULL_MAX_PX]; /* number of the primitive shown; 0: the clear */
    uint8_t odd[DEPTHCULL_MAX_PX];    /* its coefficients are not all finite */
    bool written, pixels;             /* since the clear; had too many planes */
};

struct bench {
    bool owes; /* memory owes an acknowledgement, with this tag */
    uint16_t owed;
    struct depthcull_state s;
    struct depthcull_params p;
    struct assay_rng rng;
    struct image_tile image[TILES];
    uint32_t drawn;
    bool partial; /* coverage is full only by chance, so that planes accumulate */
    struct depthcull_prim sent[65536]; /* by tag */
    uint32_t expected[65536][4];
    uint32_t results, decisions[4], kinds[DEPTHCULL_KINDS], several;
    uint32_t read_pixel;
    uint32_t bounds[2]; /* halves with unknown, with known bounds */
};

/* Returns how many primitives the pixels of a tile show. */
static inline uint32_t oracle_planes(const struct bench *b, const struct image_tile *tile)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < b->p.tw * b->p.th; ++i) {
        uint32_t before = 0;

        while (before < i && tile->shows[before] != tile->shows[i])
            ++before;
        n += before == i;
    }
    return n;
}

static inline bool is_odd(const struct depthcull_params *p, uint64_t c)
{
    return !p->fixed && !isfinite(as_float(c));
}

static inline void oracle_apply(struct bench *b, const struct depthcull_prim *prim)
{
    const uint64_t c[3] = {prim->cx, prim->cy, prim->cref};
    const uint32_t n = b->p.tw * b->p.th;
    uint32_t *expected = b->expected[prim->tag], passing = 0;
    struct image_tile *tile;

    memset(expected, 0, sizeof b->expected[0]);
    b->sent[prim->tag] = *prim;
    if (prim->tile >= b->p.tiles)
        return;
    tile = &b->image[prim->tile];
    ++b->drawn;
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t *stored = &tile->z[i];
        const uint32_t z = oracle_depth(&b->p, c, i);

        if (!(prim->mask[i / 32] >> i % 32 & 1) || !oracle_passes(&b->p, prim->func, z, *stored))
            continue;
        expected[i / 32] |= UINT32_C(1) << i % 32;
        ++passing;
        if (!prim->write)
            continue;
        *stored = z;
        tile->shows[i] = b->drawn;
        tile->odd[i] = is_odd(&b->p, c[0]) || is_odd(&b->p, c[1]) || is_odd(&b->p, c[2]);
    }
    if (prim->write && passing) {
        tile->written = true;
        tile->pixels = passing < n && (tile->pixels || oracle_planes(b, tile) > b->p.planes);
    }
}

static inline void check_result(struct bench *b, const struct depthcull_result *r)
{
    static const uint32_t none[4];
    const struct depthcull_prim *prim = &b->sent[r->tag];

    ++b->results;
    ++b->decisions[r->decision];
    assert_int_equal(r->tile, prim->tile);
    assert_int_equal(r->decision == DEPTHCULL_ERROR, prim->tile >= b->p.tiles);
    if (memcmp(r->mask, b->expected[r->tag], sizeof r->mask) != 0)
        fail_msg("tag %u, func %u, decision %u, test %u: mask %08" PRIX32 " instead of %08" PRIX32,
                 r->tag, prim->func, r->decision, r->test, r->mask[0], b->expected[r->tag][0]);
    if (r->decision == DEPTHCULL_PASS)
        assert_memory_equal(r->mask, prim->mask, sizeof r->mask);
    if (r->decision == DEPTHCULL_CULL)
        assert_memory_equal(r->mask, none, sizeof r->mask);
}

static inline void check_range(struct bench *b, uint32_t at, const struct depthcull_pixels *px)
{
    const uint32_t n = b->p.tw * b->p.th;
    const struct image_tile *tile = &b->image[at];
    double low = INFINITY, high = -INFINITY;
    bool nan = false, odd = false;

    for (uint32_t i = 0; i < n; ++i) {
        const double value = oracle_value(&b->p, tile->z[i]);

        odd |= tile->odd[i];
        nan |= (bool)isnan(value);
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    ++b->kinds[px->kind];
    b->several += px->planes > 1;
    assert_int_equal(px->kind, !tile->written ? DEPTHCULL_CLEAR
                               : tile->pixels ? DEPTHCULL_PIXELS
                                              : DEPTHCULL_PLANES);
    assert_int_equal(px->planes, tile->pixels ? 0 : oracle_planes(b, tile));
    assert_int_equal(px->unknown, tile->pixels ? nan : odd);
    if (!tile->written) { /* CLEAR; the value may be a NaN or an infinity */
        assert_int_equal(px->min, tile->z[0]);
        assert_int_equal(px->max, tile->z[0]);
    } else if (low > high || (px->unknown && !tile->pixels)) {
        assert_int_equal(px->min, 0x7FC00000);
        assert_int_equal(px->max, 0x7FC00000);
    } else if (px->planes > 1) { /* bounds that need not be tight */
        assert_true(oracle_value(&b->p, px->min) <= low);
        assert_true(oracle_value(&b->p, px->max) >= high);
    } else if (b->p.fixed) {
        assert_int_equal(px->min, (uint32_t)low);
        assert_int_equal(px->max, (uint32_t)high);
    } else {
        assert_int_equal(px->min, stored_pattern((float)low));
        assert_int_equal(px->max, stored_pattern((float)high));
    }
}

/* Checks the bounds that would be stored if the tile were written now. All depths of a half lie
 * between them, and are unknown if one depth of the half is not finite. For PIXELS, a bound is
 * reached. */
static inline void check_bounds(struct bench *b, uint32_t at)
{
    const struct image_tile *tile = &b->image[at];
    const uint32_t n = b->p.tw * b->p.th;
    struct depthcull_bounds bounds;
    uint32_t slot = 0;

    if (!tile->written)
        return;
    while (!b->s.slot[slot].used || b->s.slot[slot].tile != at)
        assert_in_range(++slot, 1, b->p.sets * b->p.ways - 1);
    bounds = depthcull_tile_bounds(&b->p, &b->s.tile[slot]);
    for (uint32_t half = 0; half < 2; ++half) {
        uint32_t near = UINT32_MAX, far = 0;
        bool known = true;

        for (uint32_t i = 0; i < n; ++i) {
            const uint32_t code = oracle_code(&b->p, tile->z[i]);

            if (i % b->p.tw / (b->p.tw / 2) != half)
                continue;
            known &= !(tile->pixels ? (bool)isnan(oracle_value(&b->p, tile->z[i])) : tile->odd[i]);
            near = code < near ? code : near;
            far = code > far ? code : far;
        }
        ++b->bounds[known];
        if (!known) {
            assert_int_equal(bounds.near[half], 0);
            assert_int_equal(bounds.far[half], 65535);
        } else if (tile->pixels) {
            assert_int_equal(bounds.near[half], near);
            assert_int_equal(bounds.far[half], far);
        } else {
            assert_true(bounds.near[half] <= near && bounds.far[half] >= far);
        }
    }
}

/* --- driving --- */

/* The cache has room for all tiles, so memory is only written, by cleaning. It acknowledges in the
 * next cycle. */
static inline struct depthcull_outputs cycle(struct bench *b, const struct depthcull_inputs *given)
{
    struct depthcull_inputs with_memory = *given, *in = &with_memory;
    struct depthcull_outputs out;

    in->mem_ready = 1;
    in->fill_valid = b->owes;
    in->fill.tag = b->owed;
    memset(&out, 0xA5, sizeof out);
    depthcull_step(&b->s, in, &out);
    assert_true(out.prim_ready <= 1 && out.clear_ready <= 1 && out.config_ready <= 1);
    assert_true(out.read_ready <= 1 && out.result_valid <= 1 && out.pixels_valid <= 1);
    assert_true(!out.mem_valid || out.mem.write);
    b->owes = out.mem_valid && !in->rst;
    b->owed = out.mem.tag;
    if (out.result_valid && in->result_ready)
        check_result(b, &out.result);
    return out;
}

/* Checks that the table is swept at 64 entries a cycle, and that nothing is taken meanwhile. */
static inline void see_sweep(struct bench *b)
{
    const struct depthcull_inputs in = {.result_ready = 1};

    for (uint32_t left = (b->p.tiles + 63) / 64; left > 0; --left) {
        const struct depthcull_outputs out = cycle(b, &in);

        assert_int_equal(out.sweeping, 1);
        assert_int_equal(out.prim_ready + out.clear_ready + out.config_ready + out.read_ready, 0);
    }
    assert_int_equal(b->s.sweeping, 0);
}

static inline struct bench *open_bench(const struct depthcull_params *p, uint64_t seed)
{
    struct bench *b = calloc(1, sizeof *b);

    assert_non_null(b);
    b->p = *p;
    depthcull_init(&b->s, p);
    assay_rng_init(&b->rng, seed, "test");
    see_sweep(b);
    return b;
}

/* Waits until the block is idle, reads a tile out and compares it with the oracle. */
static inline void check_tile(struct bench *b, uint32_t tile)
{
    const uint32_t n = b->p.tw * b->p.th;
    struct depthcull_inputs in;
    struct depthcull_outputs out;
    uint32_t at = 0;

    memset(&in, 0, sizeof in);
    in.result_ready = 1;
    in.read_valid = 1;
    in.read.tile = tile;
    for (int i = 0; !cycle(b, &in).read_ready; ++i)
        assert_in_range(i, 0, 2000);
    in.read_valid = 0;
    while (at < n) {
        in.pixels_ready = (uint8_t)assay_rng_below(&b->rng, 2);
        out = cycle(b, &in);
        if (!out.pixels_valid || !in.pixels_ready)
            continue;
        assert_int_equal(out.pixels.error, 0);
        assert_int_equal(out.pixels.last, at + b->p.pix == n);
        check_range(b, tile, &out.pixels);
        for (uint32_t i = 0; i < b->p.pix; ++i, ++at)
            assert_int_equal(pixel_of(&b->p, out.pixels.data, i), b->image[tile].z[at]);
    }
    check_bounds(b, tile);
}

static inline void full(const struct depthcull_params *p, struct depthcull_prim *prim)
{
    memset(prim->mask, 0, sizeof prim->mask);
    for (uint32_t i = 0; i < p->tw * p->th; ++i)
        prim->mask[i / 32] |= UINT32_C(1) << i % 32;
}

#endif
