/* depthcull_facts.c - the facts that the coarse tests find. */
#include "depthcull/depthcull.h"

enum { CX, CY, CREF };

static uint8_t least(uint8_t a, uint8_t b)
{
    return a < b ? a : b;
}

/* The condition on the f32 exponents at a corner. */
static bool exponents_allow(const struct depthcull_plane *s, const struct depthcull_plane *d,
                            enum depthcull_corner at)
{
    const uint8_t e = least(s->corner_e[at], d->corner_e[at]);

    return e >= s->cref_e && e >= d->cref_e && e >= s->corner_e[DEPTHCULL_W0] &&
           e >= d->corner_e[DEPTHCULL_W0] && s->corner_e[at] < 255 && d->corner_e[at] < 255;
}

/* The depth at a corner before shift and clamp; not for the two corners on the x axis. */
static int64_t fixed_sum(const struct depthcull_params *p, const struct depthcull_plane *s,
                         enum depthcull_corner at)
{
    const int64_t edge = at == DEPTHCULL_WH ? (int64_t)(p->tw - 1) * s->rank[CX] : 0;

    return s->rank[CREF] + edge + (int64_t)(p->th - 1) * s->rank[CY];
}

static bool beyond(const struct depthcull_params *p, const struct depthcull_plane *s,
                   const struct depthcull_plane *d, enum depthcull_corner at, int32_t margin)
{
    if (p->fixed)
        return fixed_sum(p, s, at) >= fixed_sum(p, d, at);
    return s->z[at] >= d->z[at] + margin && exponents_allow(s, d, at);
}

/* True if a slope-like test finds that s is nowhere nearer than d. */
static bool not_nearer(const struct depthcull_params *p, uint32_t test,
                       const struct depthcull_plane *s, const struct depthcull_plane *d)
{
    const int64_t *a = s->rank, *b = d->rank;

    switch (test) {
    case DEPTHCULL_SLOPE:
        return a[CX] >= b[CX] && a[CY] >= b[CY] && a[CREF] >= b[CREF];
    case DEPTHCULL_XEND:
        return a[CX] <= b[CX] && a[CY] >= b[CY] && s->z[DEPTHCULL_W0] > d->z[DEPTHCULL_W0];
    case DEPTHCULL_YEND:
        return a[CX] >= b[CX] && a[CY] <= b[CY] && beyond(p, s, d, DEPTHCULL_0H, 2);
    case DEPTHCULL_END3:
        return a[CX] <= b[CX] && a[CY] <= b[CY] && beyond(p, s, d, DEPTHCULL_WH, 3);
    case DEPTHCULL_END:
        return a[CX] <= b[CX] && a[CY] <= b[CY] && s->z[DEPTHCULL_00] > d->z[DEPTHCULL_00] &&
               s->z[DEPTHCULL_WH] > d->z[DEPTHCULL_WH];
    default:
        return false;
    }
}

static int32_t tile_minimum(const struct depthcull_plane *plane)
{
    return plane->half[0].low < plane->half[1].low ? plane->half[0].low : plane->half[1].low;
}

uint32_t depthcull_range_facts(const struct depthcull_range *s, const struct depthcull_range *d)
{
    uint32_t facts = 0;

    facts |= s->low > d->high ? DEPTHCULL_GT : 0u;
    facts |= s->low >= d->high ? DEPTHCULL_GE : 0u;
    facts |= s->high < d->low ? DEPTHCULL_LT : 0u;
    facts |= s->high <= d->low ? DEPTHCULL_LE : 0u;
    return facts;
}

uint32_t depthcull_slope_facts(const struct depthcull_params *p, uint32_t test,
                               const struct depthcull_plane *s, const struct depthcull_plane *d)
{
    uint32_t facts = 0;

    if (test == DEPTHCULL_CLAIM5)
        return s->rank[CX] > d->rank[CX] && s->rank[CY] > d->rank[CY] &&
                       tile_minimum(s) >= tile_minimum(d)
                   ? DEPTHCULL_GE
                   : 0u;
    facts |= not_nearer(p, test, s, d) ? DEPTHCULL_GE : 0u;
    facts |= not_nearer(p, test, d, s) ? DEPTHCULL_LE : 0u;
    return facts;
}
