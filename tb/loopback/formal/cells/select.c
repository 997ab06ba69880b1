/*
 * select.c - loopback_pe takes the pairs that are left one after the other, the lowest k first.
 *
 *     top:    loopback_pe
 *     rtl:    rtl/loopback/loopback_pe.v rtl/lib/lowest_one.v rtl/lib/fp_fma.v rtl/lib/fp_round.v rtl/lib/lzc.v
 *     cut:    held_left held_acc fused
 *     show:   rest none a b
 *     cases:  KMAX=8, KMAX=32, KMAX=64
 *     in:     first pairs:KMAX a_row:32*KMAX b_column:32*KMAX held_left.i:KMAX held_acc.i:32 fused.i:32
 *     out:    last rest:KMAX none a:32 b:32
 *     except: result
 *     plant:  tb/loopback/formal/cells/select.patch
 */
#include <stdbool.h>
#include <stdint.h>

bool spec(const uint32_t *in, uint32_t *out);

enum { WORDS = (KMAX + 31) / 32 };

static uint64_t get(const uint32_t *in)
{
    return in[0] | (WORDS == 2 ? (uint64_t)in[WORDS - 1] << 32 : 0);
}

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t *const a = in + 1 + WORDS, *const b = a + KMAX, *const held = b + KMAX;
    const uint64_t left = in[0] ? get(in + 1) : get(held), rest = left & (left - 1);
    uint32_t k = 0;

    if (!left) /* nothing to choose */
        return false;
    for (uint32_t i = KMAX; i-- > 0;)
        if (left >> i & 1)
            k = i;
    out[0] = rest == 0;
    out[1] = (uint32_t)rest;
    if (WORDS == 2)
        out[2] = (uint32_t)(rest >> 32);
    out[1 + WORDS] = 0;
    out[2 + WORDS] = a[k];
    out[3 + WORDS] = b[k];
    return true;
}
