/*
 * slices.c - bypass_slices finds the slices of a valid
 * request, and which of them have anything to multiply.
 *
 *     top:    bypass_slices
 *     rtl:    rtl/bypass/bypass_slices.v
 *     model:  model/bypass/bypass.c model/bypass/sparse.c model/numerics/convert.c
 *     model:  model/type/assay_type.c
 *     cases:  KMAX=64, KMAX=32, KMAX=8
 *     in:     etype:4 k_len:7 a_live:KMAX b_live:KMAX
 *     out:    shift:2 slices:7 every:KMAX survivors:KMAX
 *     plant:  tb/bypass/faults/ragged_slice_lost.patch
 */
#include <string.h>

#include "bypass/bypass.h"

bool spec(const uint32_t *in, uint32_t *out);

enum { WORDS = (KMAX + 31) / 32 };

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint64_t a = in[2] | (WORDS == 2 ? (uint64_t)in[3] << 32 : 0);
    const uint64_t b = in[2 + WORDS] | (WORDS == 2 ? (uint64_t)in[1 + 2 * WORDS] << 32 : 0);
    uint64_t every, survivors;
    struct bypass_req q;
    uint32_t ops;

    memset(&q, 0, sizeof q);
    q.a_type = (uint8_t)in[0];
    q.k_len = (uint8_t)in[1];
    q.a_map = a;
    q.b_map = b;
    if (q.a_type < SPARSE_U8 || q.a_type > SPARSE_F32 || q.k_len < 1 || q.k_len > KMAX ||
        ((a | b) & ~low_ones(q.k_len)) != 0)
        return false;
    ops = bypass_ops(q.a_type);
    out[0] = ops == 4 ? 2 : ops == 2 ? 1 : 0;
    out[1] = (q.k_len + ops - 1) / ops;
    every = low_ones(out[1]);
    survivors = bypass_slices(&q);
    out[2] = (uint32_t)every;
    out[2 + WORDS] = (uint32_t)survivors;
    if (WORDS == 2) {
        out[3] = (uint32_t)(every >> 32);
        out[1 + 2 * WORDS] = (uint32_t)(survivors >> 32);
    }
    return true;
}
