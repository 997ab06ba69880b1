/* brute.c - renders the image without tiles, each pixel of each primitive by itself. */
#include <math.h>
#include <string.h>

#include "scene/frame.h"

static int64_t wide(uint64_t c)
{
    return (int64_t)(c << 24) / (1 << 24);
}

static float number(uint64_t c)
{
    const uint32_t pattern = (uint32_t)c;
    float f;

    memcpy(&f, &pattern, sizeof f);
    return f;
}

static uint32_t depth_at(const struct scene_frame *f, const uint64_t c[3], uint32_t x, uint32_t y)
{
    uint32_t pattern;
    float z;

    if (f->params.fixed) {
        const int64_t sum = (int64_t)x * wide(c[0]) + (int64_t)y * wide(c[1]) + wide(c[2]);

        return sum < 0 ? 0 : sum >= INT64_C(0xFFFFFF) * 256 ? 0xFFFFFF : (uint32_t)(sum / 256);
    }
    z = fmaf((float)y, number(c[1]), fmaf((float)x, number(c[0]), number(c[2])));
    if (z == 0)
        z = 0; /* turn -0 into +0 */
    memcpy(&pattern, &z, sizeof pattern);
    return pattern;
}

static bool passes(const struct scene_frame *f, uint32_t func, uint32_t source, uint32_t stored)
{
    double s = source, d = stored;

    if (!f->params.fixed) {
        s = (double)number(source);
        d = (double)number(stored);
    }
    switch (func) {
    case DEPTHCULL_LESS:
        return s < d;
    case DEPTHCULL_EQUAL:
        return s == d;
    case DEPTHCULL_LEQUAL:
        return s <= d;
    case DEPTHCULL_GREATER:
        return s > d;
    case DEPTHCULL_NOTEQUAL:
        return s != d;
    case DEPTHCULL_GEQUAL:
        return s >= d;
    default:
        return func == DEPTHCULL_ALWAYS;
    }
}

uint64_t scene_mask_sum(size_t prim, const uint32_t *mask)
{
    uint64_t h = ((uint64_t)prim + 1) * UINT64_C(0x9E3779B97F4A7C15);

    for (int i = 0; i < SCENE_MASK_WORDS; ++i) {
        h = (h ^ mask[i]) * UINT64_C(0xBF58476D1CE4E5B9);
        h ^= h >> 29;
    }
    return h;
}

uint64_t scene_brute(const struct scene_frame *f, uint32_t func, uint32_t clear, uint32_t *depth)
{
    const struct depthcull_params *p = &f->params;
    const size_t pixels = (size_t)f->pitch * f->rows;
    uint64_t sum = 0;

    for (size_t i = 0; i < pixels; ++i)
        depth[i] = clear;
    for (size_t i = 0; i < f->prims; ++i) {
        const struct scene_prim *prim = &f->prim[i];
        const uint32_t x0 = prim->tile % f->across * p->tw, y0 = prim->tile / f->across * p->th;
        uint32_t mask[SCENE_MASK_WORDS] = {0};

        for (uint32_t y = 0; y < p->th; ++y) {
            for (uint32_t x = 0; x < p->tw; ++x) {
                const uint32_t bit = y * p->tw + x;
                uint32_t *stored = &depth[(size_t)(y0 + y) * f->pitch + x0 + x];
                uint32_t z;

                if (!(prim->mask[bit / 32] >> bit % 32 & 1))
                    continue;
                z = depth_at(f, prim->c, x, y);
                if (!passes(f, func, z, *stored))
                    continue;
                *stored = z;
                mask[bit / 32] |= UINT32_C(1) << bit % 32;
            }
        }
        sum += scene_mask_sum(i, mask);
    }
    return sum;
}
