/*
 * lowest_one.c - lowest_one finds the lowest one and removes it.
 *
 *     top:    lowest_one
 *     rtl:    rtl/lib/lowest_one.v
 *     cases:  W=2, W=8, W=16, W=32, W=64
 *     in:     x:W
 *     out:    index:6 rest:W none few
 *     plant:  tb/fp/formal/cells/lowest_one.patch
 */
#include <stdbool.h>
#include <stdint.h>

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
#if W > 32
    const uint64_t x = in[0] | (uint64_t)in[1] << 32;
#else
    const uint64_t x = in[0];
#endif
    uint64_t rest = x;
    uint32_t *next = out;

    *next = 0;
    for (uint32_t i = 0; i < W; ++i)
        if (x >> i & 1) {
            *next = i;
            rest &= ~(UINT64_C(1) << i);
            break;
        }
    *++next = (uint32_t)rest;
#if W > 32
    *++next = (uint32_t)(rest >> 32);
#endif
    *++next = x == 0;
    *++next = rest == 0;
    return true;
}
