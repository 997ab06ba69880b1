/*
 * pair.c - loopback_pe takes the pairs of a tile in ascending order, one after the other.
 *
 * The register of the pairs that are left is an input.
 *
 *     top:    loopback_pe
 *     rtl:    rtl/loopback/loopback_pe.v rtl/lib/lowest_one.v rtl/lib/fp_fma.v rtl/lib/fp_round.v
 *     cases:  KMAX=64, KMAX=32, KMAX=8
 *     cut:    held_left held_acc fused
 *     show:   a b rest
 *     in:     first pairs:KMAX held_left.i:KMAX a_row:32*KMAX b_column:32*KMAX
 *     out:    a:32 b:32 last rest:KMAX
 *     except: result
 *     sweep
 *     plant:  tb/loopback/formal/cells/pair.patch
 */
#include <stdbool.h>
#include <stdint.h>

bool spec(const uint32_t *in, uint32_t *out);

enum { WORDS = (KMAX + 31) / 32, A = 1 + 2 * WORDS, B = A + KMAX };

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t *const from = in[0] ? in + 1 : in + 1 + WORDS;
    const uint64_t left = from[0] | (WORDS == 2 ? (uint64_t)from[WORDS - 1] << 32 : 0);
    const uint64_t rest = left & (left - 1);
    uint32_t a = 0, b = 0;

    for (uint32_t k = 0; k < KMAX; ++k)
        if ((left & -left) >> k & 1) {
            a = in[A + k];
            b = in[B + k];
        }
    out[0] = a;
    out[1] = b;
    out[2] = !rest;
    out[3] = (uint32_t)rest;
    if (WORDS == 2)
        out[2 + WORDS] = (uint32_t)(rest >> 32);
    return left != 0;
}
