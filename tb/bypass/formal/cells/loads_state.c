/*
 * loads_state.c - bypass_loads asks for a slice, waits for one or is done as the model is.
 *
 * Its registers are inputs.
 *
 *     top:    bypass_loads
 *     rtl:    rtl/bypass/bypass_loads.v rtl/bypass/bypass_word.v rtl/lib/lowest_one.v
 *     model:  model/bypass/bypass.c model/bypass/sparse.c model/numerics/convert.c
 *     model:  model/type/assay_type.c
 *     cases:  KMAX=64, KMAX=32, KMAX=8
 *     cut:    derive k_len shift to_ask to_come
 *     in:     derive.i k_len.i:7 shift.i:2 to_ask.i:KMAX to_come.i:KMAX a:32 b:32
 *     out:    asking empty due
 *     except: ask_index ask_last index last survives
 *     plant:  tb/bypass/faults/slice_before_its_load.patch
 */
#include <assert.h>

#include "bypass/formal/cells/loads.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    struct bypass_outputs outputs;
    struct bypass_state s;

    if (!loads_step(in, &s, &outputs))
        return false;
    out[0] = s.load_valid;
    out[1] = slices_at(in + TO_COME) == 0;
    out[2] = outputs.slice_ready;
    if (out[1])
        assert(s.pair_valid && s.pair.none && s.pair.last && !s.busy);
    return true;
}
