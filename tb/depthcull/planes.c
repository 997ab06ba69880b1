#include "depthcull/planes.h"

#include <float.h>
#include <string.h>

static const uint64_t fixed_mask = (UINT64_C(1) << 40) - 1;

uint64_t depthcull_nudge(const struct depthcull_params *p, uint64_t c, int64_t steps)
{
    int64_t key;

    if (p->fixed)
        return (c + (uint64_t)steps) & fixed_mask;
    key = (int64_t)(c & 0x7FFFFFFF);
    if (key >= 0x7F800000)
        return c;
    key = (c >> 31 ? -key : key) + steps;
    if (key > 0x7F7FFFFF || key < -0x7F7FFFFF)
        return c;
    return key < 0 ? UINT64_C(0x80000000) | (uint64_t)-key : (uint64_t)key;
}

double depthcull_number(const struct depthcull_params *p, uint64_t c)
{
    const uint32_t pattern = (uint32_t)c;
    float f;

    if (p->fixed) { /* signed, 40 bits */
        const int64_t wide = (int64_t)(c << 24) / (1 << 24);

        return (double)wide;
    }
    memcpy(&f, &pattern, sizeof f);
    return (double)f;
}

uint64_t depthcull_coefficient(const struct depthcull_params *p, double x)
{
    const float f = (float)x;
    uint32_t pattern;

    if (p->fixed)
        return (uint64_t)(int64_t)x & fixed_mask;
    memcpy(&pattern, &f, sizeof pattern);
    return pattern;
}

static uint64_t below(struct assay_rng *r, uint32_t n)
{
    return assay_rng_below(r, n);
}

/* Draws an f32 of random sign and fraction with an exponent field from low to high. In fixed point,
 * draws a signed number whose length in bits is from low to high. */
static uint64_t number(struct assay_rng *r, const struct depthcull_params *p, uint32_t low,
                       uint32_t high)
{
    const uint64_t bits = assay_rng_u64(r);
    const uint64_t length = low + below(r, high - low + 1);

    if (p->fixed) {
        const uint64_t magnitude = bits >> (64 - length);

        return (bits & 1 ? 0 - magnitude : magnitude) & fixed_mask;
    }
    /* Half of the numbers have few significant bits, so that some planes meet exactly. */
    return (bits & 1) << 31 | length << 23 | (bits >> 8 & (bits & 2 ? 0x7FFFFF : 0x700000));
}

static void moderate(struct assay_rng *r, const struct depthcull_params *p,
                     struct depthcull_coefs *plane)
{
    const uint32_t spread = assay_rng_below(r, 3);

    for (int i = 0; i < 3; ++i)
        plane->c[i] = p->fixed ? number(r, p, i == 2 ? 28 : 20, i == 2 ? 31 : 28)
                               : number(r, p, 118 - 4 * spread, 122 + 4 * spread);
    /* Most depths are positive. */
    if (below(r, 4))
        plane->c[2] &= p->fixed ? UINT64_C(0x7FFFFFFFFF) : UINT64_C(0x7FFFFFFF);
    if (p->fixed && below(r, 4))
        plane->c[2] &= UINT64_C(0xFFFFFFFF);
}

static int64_t step(struct assay_rng *r, const struct depthcull_params *p)
{
    static const uint32_t reach[] = {1, 2, 4, 16, 300, 70000};
    const uint32_t n = reach[assay_rng_below(r, p->fixed ? 6 : 5)];

    return (int64_t)below(r, 2 * n + 1) - (int64_t)n;
}

static void crossed(struct assay_rng *r, const struct depthcull_params *p,
                    struct depthcull_coefs *plane)
{
    const int64_t way = below(r, 2) ? 1 : -1;
    const bool both = below(r, 2), x = below(r, 2);

    /* Move cref against the slopes, by about as much as they add up to over the tile. */
    for (int i = 0; i < 2; ++i) {
        if (both || x == (i == 0))
            plane->c[i] = depthcull_nudge(p, plane->c[i], way * (int64_t)below(r, 20));
    }
    plane->c[2] = depthcull_nudge(p, plane->c[2], -way * (int64_t)below(r, 200));
}

static void tilted(struct assay_rng *r, const struct depthcull_params *p,
                   struct depthcull_coefs *plane)
{
    const double start = depthcull_number(p, plane->c[2]);
    const double unit = (start < 0 ? -start : start) / (double)(16u << assay_rng_below(r, 9));

    for (int i = 0; i < 3; ++i) {
        const double steps = (double)assay_rng_below(r, i < 2 ? 5 : 41) - (i < 2 ? 2 : 20);

        plane->c[i] = depthcull_coefficient(p, depthcull_number(p, plane->c[i]) + steps * unit);
    }
}

/* Turns the plane about a corner of the tile or of a half, so that only the last bits of the depths
 * there tell which plane is nearer. */
static void meeting(struct assay_rng *r, const struct depthcull_params *p,
                    struct depthcull_coefs *plane)
{
    const struct depthcull_coefs near = *plane;
    const uint32_t column[] = {0, p->tw / 2 - 1, p->tw / 2, p->tw - 1};
    const double x = column[below(r, 4)], y = below(r, 2) ? p->th - 1 : 0;
    double start = depthcull_number(p, near.c[2]);

    if (below(r, 2)) {
        tilted(r, p, plane);
    } else {
        for (int i = 0; i < 2; ++i)
            plane->c[i] = depthcull_nudge(p, near.c[i], step(r, p));
    }
    start += x * (depthcull_number(p, near.c[0]) - depthcull_number(p, plane->c[0]));
    start += y * (depthcull_number(p, near.c[1]) - depthcull_number(p, plane->c[1]));
    if (p->fixed || (start >= -FLT_MAX && start <= FLT_MAX))
        plane->c[2] = depthcull_nudge(p, depthcull_coefficient(p, start), (int64_t)below(r, 7) - 3);
    else
        *plane = near;
}

static uint64_t nonfinite(struct assay_rng *r, const struct depthcull_params *p)
{
    static const uint32_t f32[] = {0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00001, 0x7F800001};
    static const uint64_t fixed[] = {UINT64_C(0x7FFFFFFFFF), UINT64_C(0x8000000000),
                                     UINT64_C(0xFFFFFFFF), UINT64_C(0x100000000),
                                     UINT64_C(0xFFFFFFFFFF)};

    return p->fixed ? fixed[below(r, 5)] : f32[below(r, 5)];
}

void depthcull_draw_plane(struct assay_rng *r, const struct depthcull_params *p,
                          enum depthcull_class class, const struct depthcull_coefs *near,
                          struct depthcull_coefs *plane)
{
    switch (class) {
    case DEPTHCULL_C_RANDOM:
        moderate(r, p, plane);
        return;
    case DEPTHCULL_C_NEAR:
        *plane = *near;
        for (int i = 0; i < 3; ++i) {
            if (below(r, 3))
                plane->c[i] = depthcull_nudge(p, near->c[i], step(r, p));
        }
        return;
    case DEPTHCULL_C_EQUAL:
        *plane = *near;
        return;
    case DEPTHCULL_C_ALIGNED: {
        const uint64_t which = below(r, 3);

        moderate(r, p, plane);
        if (below(r, 2))
            plane->c[2] = near->c[2];
        for (uint64_t i = 0; i < 2; ++i) {
            if (which == i || which == 2)
                plane->c[i] = p->fixed || below(r, 2) ? 0 : 0x80000000;
        }
        return;
    }
    case DEPTHCULL_C_CROSSED:
        *plane = *near;
        crossed(r, p, plane);
        return;
    case DEPTHCULL_C_TILTED:
        *plane = *near;
        tilted(r, p, plane);
        return;
    case DEPTHCULL_C_MEETING:
        *plane = *near;
        meeting(r, p, plane);
        return;
    case DEPTHCULL_C_STEEP:
        for (int i = 0; i < 3; ++i)
            plane->c[i] = p->fixed ? number(r, p, 30, 39) : number(r, p, 240, 254);
        return;
    case DEPTHCULL_C_TINY:
        for (int i = 0; i < 3; ++i)
            plane->c[i] = p->fixed ? number(r, p, 1, 12) : number(r, p, 0, 2);
        return;
    case DEPTHCULL_C_NONFINITE: {
        const uint64_t which = below(r, 3);

        *plane = *near;
        plane->c[which] = nonfinite(r, p);
        return;
    }
    }
}
