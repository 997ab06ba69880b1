/*
 * loads_come.c - bypass_loads judges the slice that is due as the model does, and keeps the slices
 * that the model keeps.
 *
 * Its registers are inputs.
 *
 *     top:    bypass_loads
 *     rtl:    rtl/bypass/bypass_loads.v rtl/bypass/bypass_word.v rtl/lib/lowest_one.v
 *     model:  model/bypass/bypass.c model/bypass/sparse.c model/numerics/convert.c
 *     model:  model/type/assay_type.c
 *     cases:  KMAX=64, KMAX=32, KMAX=8
 *     cut:    derive k_len shift to_ask to_come
 *     show:   come_rest
 *     in:     derive.i k_len.i:7 shift.i:2 to_ask.i:KMAX to_come.i:KMAX a:32 b:32
 *     out:    due index:6 last survives come_rest:KMAX
 *     except: asking ask_index ask_last empty
 *     plant:  tb/bypass/faults/derived_beyond_length.patch
 */
#include <assert.h>

#include "bypass/formal/cells/loads.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    struct bypass_outputs outputs;
    struct bypass_state s;
    uint64_t come;

    if (!loads_step(in, &s, &outputs) || !outputs.slice_ready)
        return false;
    come = slices_at(in + TO_COME) & ~s.work.to_come;
    out[0] = 1;
    out[1] = 0;
    for (uint32_t i = 0; i < KMAX; ++i)
        if (come >> i & 1)
            out[1] = i;
    out[2] = s.work.to_come == 0;
    out[3] = s.pair_valid && !s.pair.none;
    put_slices(s.work.to_come, out + 4);
    if (out[3]) {
        assert(s.pair.k == out[1] && s.pair.last == out[2]);
        assert(s.pair.a == in[A] && s.pair.b == in[A + 1]);
    }
    return true;
}
