/* depthcull_plane.c - planes and depths in both arithmetics. */
#include <string.h>

#include "depthcull/depthcull.h"
#include "numerics/numerics.h"

/* 0 to 15 as f32. */
static const uint32_t small[16] = {
    0x00000000, 0x3F800000, 0x40000000, 0x40400000, 0x40800000, 0x40A00000, 0x40C00000, 0x40E00000,
    0x41000000, 0x41100000, 0x41200000, 0x41300000, 0x41400000, 0x41500000, 0x41600000, 0x41700000};

static int64_t key(uint32_t pattern)
{
    const int64_t magnitude = pattern & 0x7FFFFFFF;

    return assay_f32_is_negative(pattern) ? -magnitude : magnitude;
}

static uint8_t exponent(uint32_t pattern)
{
    const uint8_t field = (uint8_t)(pattern >> 23 & 0xFF);

    return field ? field : 1;
}

static bool is_finite(uint64_t pattern)
{
    return (pattern & ASSAY_F32_INF) != ASSAY_F32_INF;
}

/* A depth as it is stored: no -0. NaNs are canonical already. */
static uint32_t depth(uint32_t z)
{
    return assay_f32_is_zero(z) ? 0 : z;
}

static int64_t sign_extend_40(uint64_t a)
{
    return (int64_t)(a ^ UINT64_C(0x8000000000)) - (INT64_C(1) << 39);
}

static uint32_t clamp(int64_t sum)
{
    if (sum < 0)
        return 0;
    return sum >> 32 ? 0xFFFFFF : (uint32_t)(sum >> 8);
}

/* The order of a depth; not of a NaN. */
static int64_t rank(const struct depthcull_params *p, uint32_t z)
{
    return p->fixed ? (int64_t)z : key(z);
}

static void range_of_corners(struct depthcull_plane *plane, const uint32_t *z)
{
    uint32_t least = 0, greatest = 0;

    for (uint32_t i = 1; i < 4; ++i) {
        if (plane->z[i] < plane->z[least])
            least = i;
        if (plane->z[i] > plane->z[greatest])
            greatest = i;
    }
    plane->min = z[least];
    plane->max = z[greatest];
    plane->low = plane->z[least];
    plane->high = plane->z[greatest];
}

static void no_range(struct depthcull_plane *plane)
{
    plane->unknown = 1;
    plane->min = ASSAY_F32_NAN;
    plane->max = ASSAY_F32_NAN;
}

static void make_f32(const struct depthcull_params *p, struct depthcull_plane *plane)
{
    const uint32_t w = small[p->tw - 1], h = small[p->th - 1];
    const uint32_t cx = (uint32_t)plane->cx, cy = (uint32_t)plane->cy, cref = (uint32_t)plane->cref;
    const uint32_t edge = assay_f32_fma(w, cx, cref);
    uint32_t z[4];

    if (!is_finite(cx) || !is_finite(cy) || !is_finite(cref)) {
        no_range(plane);
        return;
    }
    z[DEPTHCULL_00] = depth(cref);
    z[DEPTHCULL_W0] = depth(edge);
    z[DEPTHCULL_0H] = depth(assay_f32_fma(h, cy, cref));
    z[DEPTHCULL_WH] = depth(assay_f32_fma(h, cy, edge));
    for (uint32_t i = 0; i < 4; ++i) {
        plane->z[i] = key(z[i]);
        plane->corner_e[i] = exponent(z[i]);
    }
    plane->cref_e = exponent(cref);
    plane->rank[0] = key(cx);
    plane->rank[1] = key(cy);
    plane->rank[2] = key(cref);
    range_of_corners(plane, z);
}

static void make_fixed(const struct depthcull_params *p, struct depthcull_plane *plane)
{
    const int64_t w = p->tw - 1, h = p->th - 1;
    uint32_t z[4];

    plane->rank[0] = sign_extend_40(plane->cx);
    plane->rank[1] = sign_extend_40(plane->cy);
    plane->rank[2] = sign_extend_40(plane->cref);
    plane->sum[DEPTHCULL_00] = plane->rank[2];
    plane->sum[DEPTHCULL_W0] = plane->rank[2] + w * plane->rank[0];
    plane->sum[DEPTHCULL_0H] = plane->rank[2] + h * plane->rank[1];
    plane->sum[DEPTHCULL_WH] = plane->rank[2] + w * plane->rank[0] + h * plane->rank[1];
    for (uint32_t i = 0; i < 4; ++i) {
        z[i] = clamp(plane->sum[i]);
        plane->z[i] = z[i];
    }
    range_of_corners(plane, z);
}

void depthcull_make_plane(const struct depthcull_params *p, uint64_t cx, uint64_t cy, uint64_t cref,
                          struct depthcull_plane *plane)
{
    memset(plane, 0, sizeof *plane);
    plane->cx = cx;
    plane->cy = cy;
    plane->cref = cref;
    if (p->fixed)
        make_fixed(p, plane);
    else
        make_f32(p, plane);
}

void depthcull_make_clear(const struct depthcull_params *p, uint32_t z, struct depthcull_tile *tile)
{
    if (!p->fixed)
        z = depth(assay_f32_canonical(z));
    depthcull_make_plane(p, 0, 0, p->fixed ? (uint64_t)z << 8 : z, &tile->plane);
    tile->kind = DEPTHCULL_CLEAR;
    tile->plane.min = z;
    tile->plane.max = z;
}

uint32_t depthcull_plane_depth(const struct depthcull_params *p,
                               const struct depthcull_plane *plane, uint32_t i)
{
    const uint32_t x = i % p->tw, y = i / p->tw;
    uint32_t edge;

    if (p->fixed)
        return clamp(plane->rank[2] + x * plane->rank[0] + y * plane->rank[1]);
    edge = assay_f32_fma(small[x], (uint32_t)plane->cx, (uint32_t)plane->cref);
    return depth(assay_f32_fma(small[y], (uint32_t)plane->cy, edge));
}

void depthcull_plane_depths(const struct depthcull_params *p, const struct depthcull_plane *plane,
                            uint32_t *z)
{
    const uint32_t cx = (uint32_t)plane->cx, cy = (uint32_t)plane->cy, cref = (uint32_t)plane->cref;
    uint32_t row[DEPTHCULL_MAX_TW];

    if (p->fixed) {
        for (int64_t y = 0; y < p->th; ++y) {
            for (int64_t x = 0; x < p->tw; ++x)
                *z++ = clamp(plane->rank[2] + x * plane->rank[0] + y * plane->rank[1]);
        }
        return;
    }
    assay_f32_fma_column(small, cx, cref, p->tw, row);
    for (uint32_t y = 0; y < p->th; ++y, z += p->tw) {
        assay_f32_fma_row(small[y], cy, row, p->tw, z);
        for (uint32_t x = 0; x < p->tw; ++x)
            z[x] = depth(z[x]);
    }
}

/* A function is the set of orders that it lets pass: 1 less, 2 equal, 4 greater. */
static inline uint32_t order(int64_t z, int64_t stored)
{
    return z < stored ? 0 : z > stored ? 2 : 1;
}

uint32_t depthcull_passing(const struct depthcull_params *p, uint32_t func, const uint32_t *z,
                           const uint32_t *stored, uint32_t covered)
{
    uint32_t mask = 0;

    if (func == DEPTHCULL_NEVER || func == DEPTHCULL_ALWAYS)
        return func == DEPTHCULL_ALWAYS ? covered : 0;
    for (uint32_t i = 0; i < 32 && covered >> i; ++i) {
        uint32_t passes;

        if (!(covered >> i & 1))
            continue;
        if (p->fixed)
            passes = func >> order(z[i], stored[i]);
        else if (assay_f32_is_nan(z[i]) || assay_f32_is_nan(stored[i]))
            passes = func == DEPTHCULL_NOTEQUAL;
        else
            passes = func >> order(key(z[i]), key(stored[i]));
        mask |= (passes & 1) << i;
    }
    return mask;
}

bool depthcull_passes(const struct depthcull_params *p, uint32_t func, uint32_t z, uint32_t stored)
{
    return depthcull_passing(p, func, &z, &stored, 1) != 0;
}

void depthcull_measure(const struct depthcull_params *p, const uint32_t *z,
                       struct depthcull_plane *plane)
{
    const uint32_t n = p->tw * p->th;
    bool any = false;

    plane->unknown = 0;
    for (uint32_t i = 0; i < n; ++i) {
        const bool nan = !p->fixed && assay_f32_is_nan(z[i]);
        const int64_t r = rank(p, z[i]);

        if (nan) {
            plane->unknown = 1;
            continue;
        }
        if (!any || r < plane->low) {
            plane->low = r;
            plane->min = z[i];
        }
        if (!any || r > plane->high) {
            plane->high = r;
            plane->max = z[i];
        }
        any = true;
    }
    if (!any)
        no_range(plane);
}
