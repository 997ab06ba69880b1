/*
 * greatest.c - fdot_greatest is the greatest of 33 numbers.
 *
 *     top:    fdot_greatest
 *     rtl:    rtl/fdot/fdot_greatest.v
 *     cases:  N=33
 *     in:     x:330
 *     out:    y:10
 *     plant:  tb/fdot/formal/cells/greatest.patch
 */
#include <stdbool.h>
#include <stdint.h>

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    uint32_t greatest = 0;

    for (uint32_t i = 0; i < N; ++i) {
        const uint32_t at = 10 * i;
        const uint64_t two = in[at / 32] | (at / 32 < 10 ? (uint64_t)in[at / 32 + 1] << 32 : 0);
        const uint32_t x = (uint32_t)(two >> at % 32) & 0x3FF;

        if (greatest < x)
            greatest = x;
    }
    out[0] = greatest;
    return true;
}
