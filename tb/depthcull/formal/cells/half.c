/*
 * half.c - depthcull_half makes the decision of the
 * model on half a tile, whatever facts the tests find.
 *
 * Nothing is claimed for never and always, for a half that
 * shows no plane, or for one that shows both planes and pixels.
 *
 *     top:    depthcull_half
 *     rtl:    rtl/depthcull/depthcull_half.v
 *     model:  model/depthcull/depthcull_decide.c
 *     cases:  FIXED=0 PLANES=1, FIXED=0 PLANES=2, FIXED=0 PLANES=4, FIXED=0 PLANES=8
 *     cases:  FIXED=1 PLANES=2, FIXED=1 PLANES=4
 *     in:     func:3 enable:7 unknown shown:PLANES pixels range:4*PLANES pixel_range:4 ge:6*PLANES
 *     in:     le:6*PLANES
 *     out:    decision:2 test:3
 *     plant:  tb/depthcull/faults/planes_joined_by_or.patch
 */
#include <string.h>

#include "depthcull/depthcull.h"

/* Word indices of the inputs. */
enum {
    FUNC,
    ENABLE,
    UNKNOWN,
    SHOWN,
    PIXELS,
    RANGE,
    PIXEL_RANGE,
    GE_FACTS,
    LE_FACTS = GE_FACTS + (6 * PLANES + 31) / 32
};

bool spec(const uint32_t *in, uint32_t *out);

/* The facts are free inputs, carried in the ranges and planes of the destination in RTL order. */
uint32_t depthcull_range_facts(const struct depthcull_range *source,
                               const struct depthcull_range *destination)
{
    (void)source;
    return (uint32_t)destination->low;
}

uint32_t depthcull_slope_facts(const struct depthcull_params *p, uint32_t test,
                               const struct depthcull_plane *source,
                               const struct depthcull_plane *destination)
{
    (void)p;
    (void)source;
    return (destination->cx >> (test - DEPTHCULL_SLOPE) & 1 ? DEPTHCULL_GE : 0u) |
           (destination->cy >> (test - DEPTHCULL_SLOPE) & 1 ? DEPTHCULL_LE : 0u);
}

/* The mask fits in one word. The left half is its lower bits. */
uint32_t depthcull_half_pixels(const struct depthcull_params *p, uint32_t half)
{
    (void)p;
    return half ? 0xFF00 : 0x00FF;
}

bool depthcull_any_pixel(const uint32_t *mask)
{
    return mask[0] | mask[1] | mask[2] | mask[3];
}

/* Returns the `bits` bits of plane `k` from an input. */
static uint32_t of_plane(const uint32_t *in, uint32_t k, uint32_t bits)
{
    uint32_t x = 0;

    for (uint32_t i = 0; i < bits; ++i)
        x |= (in[(k * bits + i) / 32] >> (k * bits + i) % 32 & 1) << i;
    return x;
}

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct depthcull_params p = {.tw = 4, .th = 4, .fixed = FIXED, .planes = PLANES};
    const uint32_t func = in[FUNC], shown = in[SHOWN], pixels = in[PIXELS];
    struct depthcull_verdict verdict;
    struct depthcull_job job;
    struct depthcull_tile tile;

    if (func == DEPTHCULL_NEVER || func == DEPTHCULL_ALWAYS || pixels == (shown != 0))
        return false;
    memset(&job, 0, sizeof job);
    memset(&tile, 0, sizeof tile);
    job.prim.func = (uint8_t)func;
    job.prim.mask[0] = pixels ? 1 : shown;
    job.plane.unknown = (uint8_t)in[UNKNOWN];
    tile.kind = pixels ? DEPTHCULL_PIXELS : DEPTHCULL_PLANES;
    tile.half[0].low = (int32_t)in[PIXEL_RANGE];
    tile.planes = tile.places = PLANES;
    for (uint32_t k = 0; k < PLANES; ++k) {
        tile.shown[k][0] = 1u << k;
        tile.plane[k].half[0].low = (int32_t)of_plane(in + RANGE, k, 4);
        tile.plane[k].cx = of_plane(in + GE_FACTS, k, 6);
        tile.plane[k].cy = of_plane(in + LE_FACTS, k, 6);
    }
    depthcull_decide(&p, in[ENABLE], &job, &tile, &verdict);
    out[0] = verdict.decision;
    out[1] = verdict.test;
    return true;
}
