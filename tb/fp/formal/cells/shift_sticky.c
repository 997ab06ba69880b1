/*
 * shift_sticky.c - shift_sticky equals shift_right_jam.
 *
 *     top:    shift_sticky
 *     rtl:    rtl/lib/shift_sticky.v
 *     cases:  W=2, W=24, W=27, W=48, W=63
 *     in:     x:W count:6
 *     out:    y:W
 *     plant:  tb/fp/formal/cells/shift_sticky.patch
 */
#include "numerics/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
#if W > 32
    const uint64_t y = shift_right_jam(in[0] | (uint64_t)in[1] << 32, in[2]);

    out[1] = (uint32_t)(y >> 32);
#else
    const uint64_t y = shift_right_jam(in[0], in[1]);
#endif

    out[0] = (uint32_t)y;
    return true;
}
