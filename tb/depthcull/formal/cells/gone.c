/*
 * gone.c - depthcull_gone equals depthcull_bounds_cull of the model: whether the bounds of a tile
 * cull a primitive.
 *
 * The ranges of the primitive are depths computed from a finite source, so they contain no NaN and
 * no -0. Nothing is claimed for other ranges.
 *
 *     top:    depthcull_gone
 *     rtl:    rtl/depthcull/depthcull_gone.v rtl/depthcull/depthcull_code.v
 *     model:  model/depthcull/depthcull_bound.c model/depthcull/depthcull_tile.c model/depthcull/depthcull_plane.c
 *     model:  model/numerics/f32_fma.c
 *     cases:  FIXED=1 TW=4 TH=4 ZW=24, FIXED=1 TW=8 TH=4 ZW=24, FIXED=1 TW=16 TH=8 ZW=24
 *     cases:  FIXED=0 TW=4 TH=4 ZW=32, FIXED=0 TW=16 TH=8 ZW=32, FIXED=0 TW=8 TH=4 ZW=32
 *     in:     range_on known bounds:64 func:3 mask:TW*TH unknown box:4*ZW
 *     out:    gone
 *     plant:  tb/depthcull/faults/gone_at_the_bound.patch
 */
#include <string.h>

#include "depthcull/depthcull.h"
#include "numerics/numerics.h"

/* Word indices of the inputs. */
enum {
    RANGE_ON,
    KNOWN,
    BOUNDS,
    FUNC = BOUNDS + 2,
    MASK,
    UNKNOWN = MASK + (TW * TH + 31) / 32,
    BOX
};

bool spec(const uint32_t *in, uint32_t *out);

/* Returns depth `i` of the ranges, counted from the lowest bit. */
static uint32_t depth_of(const uint32_t *box, uint32_t i)
{
    uint32_t z = 0;

    for (uint32_t b = 0; b < ZW; ++b)
        z |= (box[(i * ZW + b) / 32] >> (i * ZW + b) % 32 & 1) << b;
    return z;
}

static bool is_depth(uint32_t z)
{
    return FIXED || (!assay_f32_is_nan(z) && z != 0x80000000);
}

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct depthcull_params p = {.tw = TW, .th = TH, .fixed = FIXED};
    struct depthcull_bounds bounds;
    struct depthcull_job job;
    bool good = true;

    memset(&job, 0, sizeof job);
    job.prim.func = (uint8_t)in[FUNC];
    for (uint32_t w = 0; w < (TW * TH + 31) / 32; ++w)
        job.prim.mask[w] = in[MASK + w];
    job.plane.unknown = (uint8_t)in[UNKNOWN];
    for (uint32_t h = 0; h < DEPTHCULL_HALVES; ++h) {
        /* From the highest bit down, the box has the left
         * half first, and the least depth of each half. */
        const uint32_t low = depth_of(in + BOX, 3 - 2 * h), high = depth_of(in + BOX, 2 - 2 * h);

        good = good && is_depth(low) && is_depth(high);
        job.box[h] = (struct depthcull_range){depthcull_rank(&p, low), depthcull_rank(&p, high)};
        bounds.near[h] = (uint16_t)(in[BOUNDS + h] >> 16);
        bounds.far[h] = (uint16_t)in[BOUNDS + h];
    }
    out[0] = in[KNOWN] && depthcull_bounds_cull(&p, in[RANGE_ON], &job, &bounds);
    return good;
}
