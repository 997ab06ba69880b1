/*
 * depthcull_pixels.h - depths and depth tests of single pixels in host arithmetic, for tests of
 * depthcull. It does not use the model.
 */
#ifndef UNIT_DEPTHCULL_PIXELS_H
#define UNIT_DEPTHCULL_PIXELS_H

#include <math.h>
#include <string.h>

#include "depthcull/depthcull.h"

static inline float as_float(uint64_t c)
{
    const uint32_t pattern = (uint32_t)c;
    float f;

    memcpy(&f, &pattern, sizeof f);
    return f;
}

static inline double oracle_value(const struct depthcull_params *p, uint32_t z)
{
    return p->fixed ? (double)z : (double)as_float(z);
}

static inline uint32_t stored_pattern(float z)
{
    uint32_t pattern;

    memcpy(&pattern, &z, sizeof pattern);
    return isnan(z) ? UINT32_C(0x7FC00000) : z == 0 ? 0 : pattern;
}

static inline __int128 signed_40(uint64_t c)
{
    return c >> 39 & 1 ? (__int128)c - ((__int128)1 << 40) : (__int128)c;
}

static inline uint32_t oracle_depth(const struct depthcull_params *p, const uint64_t *c, uint32_t i)
{
    const uint32_t x = i % p->tw, y = i / p->tw;

    if (p->fixed) {
        const __int128 sum = x * signed_40(c[0]) + y * signed_40(c[1]) + signed_40(c[2]);
        /* Rounds down, for negative sums too. */
        const __int128 z = sum >= 0 ? sum / 256 : -((255 - sum) / 256);

        return z < 0 ? 0 : z > 0xFFFFFF ? 0xFFFFFF : (uint32_t)z;
    }
    return stored_pattern(
        fmaf((float)y, as_float(c[1]), fmaf((float)x, as_float(c[0]), as_float(c[2]))));
}

static inline bool oracle_passes(const struct depthcull_params *p, uint32_t func, uint32_t a,
                                 uint32_t b)
{
    const double z = p->fixed ? (double)a : (double)as_float(a);
    const double d = p->fixed ? (double)b : (double)as_float(b);

    switch (func) {
    case 1:
        return z < d;
    case 2:
        return z == d;
    case 3:
        return z <= d;
    case 4:
        return z > d;
    case 5:
        return z != d;
    case 6:
        return z >= d;
    default:
        return func == 7;
    }
}

/* Returns the code of a depth, following the wording of the contract. */
static inline uint32_t oracle_code(const struct depthcull_params *p, uint32_t z)
{
    if (p->fixed)
        return z >> 8;
    return (z >> 31 ? ~z : z | UINT32_C(0x80000000)) >> 16;
}

/* Returns pixel `i` of a read-out transfer. The words of `data` are one long integer. */
static inline uint32_t pixel_of(const struct depthcull_params *p, const uint32_t *data, uint32_t i)
{
    const uint32_t width = p->fixed ? 24 : 32;
    uint32_t z = 0;

    for (uint32_t b = 0; b < width; ++b)
        z |= (data[(i * width + b) / 32] >> (i * width + b) % 32 & 1) << b;
    return z;
}

#endif
