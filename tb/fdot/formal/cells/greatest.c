/*
 * greatest.c - fdot_greatest gives the greatest of its numbers.
 *
 *     top:    fdot_greatest
 *     rtl:    rtl/fdot/fdot_greatest.v
 *     cases:  N=33, N=17, N=9, N=5, N=3
 *     in:     x:10*N
 *     out:    y:10
 *     plant:  tb/fdot/formal/cells/greatest.patch
 */
#include <stdbool.h>
#include <stdint.h>

enum { LAST = (10 * N - 1) / 32 }; /* index of the last input word */

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    uint32_t greatest[2 * N]; /* a tree: i is the greater of 2i and 2i + 1; inputs from N on */

    for (uint32_t i = 0; i < N; ++i) {
        const uint32_t at = 10 * i;
        const uint64_t two = in[at / 32] | (at / 32 < LAST ? (uint64_t)in[at / 32 + 1] << 32 : 0);

        greatest[N + i] = (uint32_t)(two >> at % 32) & 0x3FF;
    }
    for (uint32_t i = N - 1; i > 0; --i)
        greatest[i] = greatest[2 * i] > greatest[2 * i + 1] ? greatest[2 * i] : greatest[2 * i + 1];
    out[0] = greatest[1];
    return true;
}
