/*
 * row.c - sparse_row computes from a row and its map
 * what sparse_look does, for every type and length.
 *
 *     top:    sparse_row
 *     rtl:    rtl/bypass/sparse_row.v
 *     model:  model/bypass/sparse.c model/numerics/convert.c model/type/assay_type.c
 *     cases:  KMAX=64, KMAX=32, KMAX=8
 *     in:     etype:4 k_len:7 polarity derive data:32*KMAX map:KMAX
 *     out:    live:KMAX zero:KMAX sign:KMAX special:KMAX nonzero:KMAX
 *     except: element
 *     plant:  tb/bypass/faults/minus_zero_is_not_zero.patch
 */
#include "bypass/sparse.h"

bool spec(const uint32_t *in, uint32_t *out);

enum { WORDS = (KMAX + 31) / 32 };

static void put(uint32_t *out, unsigned i, uint64_t x)
{
    out[WORDS * i] = (uint32_t)x;
    if (WORDS == 2)
        out[WORDS * i + WORDS - 1] = (uint32_t)(x >> 32);
}

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t type = in[0], k_len = in[1], *const map = in + 4 + KMAX;
    const uint64_t marks = map[0] | (WORDS == 2 ? (uint64_t)map[WORDS - 1] << 32 : 0);
    const bool polarity = in[2], derive = in[3];
    struct sparse_row r, values;

    if (type < SPARSE_U8 || type > SPARSE_F32 || k_len > KMAX)
        return false;
    r = sparse_look(type, in + 4, k_len, marks, polarity, derive);
    values = sparse_look(type, in + 4, k_len, 0, false, true);
    put(out, 0, r.marked);
    put(out, 1, ~r.nonzero & low_ones(k_len));
    put(out, 2, r.negative);
    put(out, 3, r.special);
    put(out, 4, values.nonzero);
    return true;
}
