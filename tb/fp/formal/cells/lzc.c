/*
 * lzc.c - lzc equals leading_zeros, at the widths that are in use, the smallest and the largest.
 *
 *     top:    lzc
 *     rtl:    rtl/lib/lzc.v
 *     cases:  W=1, W=11, W=24, W=30, W=31, W=32, W=33, W=52, W=63
 *     in:     x:W
 *     out:    count:6
 *     plant:  tb/fp/formal/cells/lzc.patch
 */
#include "numerics/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
#if W > 32
    const uint64_t x = in[0] | (uint64_t)in[1] << 32;
#else
    const uint64_t x = in[0];
#endif

    out[0] = x ? leading_zeros(x) - (64 - W) : W;
    return true;
}
