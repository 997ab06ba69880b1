/* depthcull_plane.c - planes and depths in both arithmetics. */
#include <string.h>

#include "depthcull/depthcull.h"
#include "numerics/numerics.h"

/* 0 to 15 as f32. */
static const uint32_t small[16] = {
    0x00000000, 0x3F800000, 0x40000000, 0x40400000, 0x40800000, 0x40A00000, 0x40C00000, 0x40E00000,
    0x41000000, 0x41100000, 0x41200000, 0x41300000, 0x41400000, 0x41500000, 0x41600000, 0x41700000};

static int32_t key(uint32_t pattern)
{
    const int32_t magnitude = (int32_t)(pattern & 0x7FFFFFFF);

    return pattern >> 31 ? -magnitude : magnitude;
}

static uint8_t exponent(uint32_t pattern)
{
    const uint8_t field = (uint8_t)(pattern >> 23 & 0xFF);

    return field ? field : 1;
}

static bool is_finite(uint32_t pattern)
{
    return (pattern & ASSAY_F32_INF) != ASSAY_F32_INF;
}

/* A depth in stored form: no -0. NaNs are already canonical. */
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

int32_t depthcull_rank(const struct depthcull_params *p, uint32_t z)
{
    return p->fixed ? (int32_t)z : key(z);
}

/* -0 does not occur. */
uint32_t depthcull_depth_of(const struct depthcull_params *p, int32_t rank)
{
    return p->fixed || rank >= 0 ? (uint32_t)rank : UINT32_C(1) << 31 | (uint32_t)-rank;
}

/* The rank of a plane's depth at pixel (x, y). */
static int32_t rank_at(const struct depthcull_params *p, const struct depthcull_plane *plane,
                       uint32_t x, uint32_t y)
{
    uint32_t edge;

    if (p->fixed)
        return (int32_t)clamp(plane->rank[2] + x * plane->rank[0] + y * plane->rank[1]);
    edge = assay_f32_fma(small[x], plane->cx, plane->cref);
    return key(depth(assay_f32_fma(small[y], plane->cy, edge)));
}

struct depthcull_range depthcull_box_range(const struct depthcull_params *p,
                                           const struct depthcull_plane *plane,
                                           const struct depthcull_box *box)
{
    const bool left = plane->rank[0] < 0, up = plane->rank[1] < 0;
    const uint32_t x = left ? box->x1 : box->x0, far_x = left ? box->x0 : box->x1;
    const uint32_t y = up ? box->y1 : box->y0, far_y = up ? box->y0 : box->y1;

    return (struct depthcull_range){rank_at(p, plane, x, y), rank_at(p, plane, far_x, far_y)};
}

static void set_halves(const struct depthcull_params *p, struct depthcull_plane *plane)
{
    const uint32_t w = p->tw / 2;

    for (uint32_t h = 0; h < DEPTHCULL_HALVES; ++h) {
        const struct depthcull_box box = {h * w, h * w + w - 1, 0, p->th - 1};

        plane->half[h] = depthcull_box_range(p, plane, &box);
    }
}

static void make_f32(const struct depthcull_params *p, struct depthcull_plane *plane)
{
    const uint32_t w = small[p->tw - 1], h = small[p->th - 1];
    const uint32_t cx = plane->cx, cy = plane->cy, cref = plane->cref;
    const uint32_t edge = assay_f32_fma(w, cx, cref);
    uint32_t z[4];

    if (!is_finite(cx) || !is_finite(cy) || !is_finite(cref)) {
        plane->unknown = 1;
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
    set_halves(p, plane);
}

static void make_fixed(const struct depthcull_params *p, struct depthcull_plane *plane, uint64_t cx,
                       uint64_t cy, uint64_t cref)
{
    const int64_t w = p->tw - 1, h = p->th - 1;

    plane->rank[0] = sign_extend_40(cx);
    plane->rank[1] = sign_extend_40(cy);
    plane->rank[2] = sign_extend_40(cref);
    plane->z[DEPTHCULL_00] = (int32_t)clamp(plane->rank[2]);
    plane->z[DEPTHCULL_W0] = (int32_t)clamp(plane->rank[2] + w * plane->rank[0]);
    plane->z[DEPTHCULL_0H] = (int32_t)clamp(plane->rank[2] + h * plane->rank[1]);
    plane->z[DEPTHCULL_WH] =
        (int32_t)clamp(plane->rank[2] + w * plane->rank[0] + h * plane->rank[1]);
    set_halves(p, plane);
}

void depthcull_make_plane(const struct depthcull_params *p, uint64_t cx, uint64_t cy, uint64_t cref,
                          struct depthcull_plane *plane)
{
    memset(plane, 0, sizeof *plane);
    if (p->fixed) {
        make_fixed(p, plane, cx, cy, cref);
        return;
    }
    plane->cx = (uint32_t)cx;
    plane->cy = (uint32_t)cy;
    plane->cref = (uint32_t)cref;
    make_f32(p, plane);
}

uint32_t depthcull_stored_depth(const struct depthcull_params *p, uint32_t z)
{
    return p->fixed ? z : depth(assay_f32_canonical(z));
}

void depthcull_plane_depths(const struct depthcull_params *p, const struct depthcull_plane *plane,
                            uint32_t *z)
{
    const uint32_t cx = plane->cx, cy = plane->cy, cref = plane->cref;
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

/* Returns a mask: all ones or zeros. A function is the set of orders that it lets pass: 1 less,
 * 2 equal, 4 greater. */
static inline uint32_t lets_pass(uint32_t func, int32_t z, int32_t stored)
{
    const uint32_t less = 0 - (func & 1), equal = 0 - (func >> 1 & 1),
                   greater = 0 - (func >> 2 & 1);

    return z < stored ? less : z > stored ? greater : equal;
}

uint32_t depthcull_passing(const struct depthcull_params *p, uint32_t func, const uint32_t *z,
                           const uint32_t *stored, uint32_t covered)
{
    static const uint32_t bit[32] = {
        1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
        1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
        1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
        1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};
    const uint32_t of_nan = func == DEPTHCULL_NOTEQUAL ? UINT32_MAX : 0;
    const uint32_t n = covered ? 32 - (uint32_t)__builtin_clz(covered) : 0;
    uint32_t mask = 0;

    if (func == DEPTHCULL_NEVER || func == DEPTHCULL_ALWAYS)
        return func == DEPTHCULL_ALWAYS ? covered : 0;
    if (p->fixed) {
        for (uint32_t i = 0; i < n; ++i)
            mask |= bit[i] & lets_pass(func, (int32_t)z[i], (int32_t)stored[i]);
        return mask & covered;
    }
    /* Without branches, to process several pixels at once. */
    for (uint32_t i = 0; i < n; ++i) {
        const bool z_is_nan = assay_f32_is_nan(z[i]), stored_is_nan = assay_f32_is_nan(stored[i]);

        mask |= bit[i] &
                ((z_is_nan | stored_is_nan) ? of_nan : lets_pass(func, key(z[i]), key(stored[i])));
    }
    return mask & covered;
}

bool depthcull_passes(const struct depthcull_params *p, uint32_t func, uint32_t z, uint32_t stored)
{
    return depthcull_passing(p, func, &z, &stored, 1) != 0;
}

/* The bounding box of the covered pixels of a half; false if there is none. */
static bool bounding_box(const struct depthcull_params *p, const uint32_t *mask, uint32_t half,
                         struct depthcull_box *box)
{
    const uint32_t row = ((1u << p->tw / 2) - 1) << half * (p->tw / 2);
    uint32_t columns = 0;

    box->y0 = p->th;
    for (uint32_t y = 0; y < p->th; ++y) {
        const uint32_t bits = mask[y * p->tw / 32] >> y * p->tw % 32 & row;

        if (!bits)
            continue;
        columns |= bits;
        box->y1 = y;
        box->y0 = y < box->y0 ? y : box->y0;
    }
    if (!columns)
        return false;
    box->x0 = (uint32_t)__builtin_ctz(columns);
    box->x1 = 31 - (uint32_t)__builtin_clz(columns);
    return true;
}

void depthcull_make_job(const struct depthcull_params *p, struct depthcull_job *job)
{
    struct depthcull_box box;

    depthcull_make_plane(p, job->prim.cx, job->prim.cy, job->prim.cref, &job->plane);
    job->judged = 0;
    if (job->plane.unknown)
        return;
    for (uint32_t h = 0; h < DEPTHCULL_HALVES; ++h)
        if (bounding_box(p, job->prim.mask, h, &box))
            job->box[h] = depthcull_box_range(p, &job->plane, &box);
}
