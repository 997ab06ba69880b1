/*
 * loads_ask.c - while bypass_loads asks, it asks for the slice that the model asks for, and keeps
 * the slices that the model keeps.
 *
 * Its registers are inputs.
 *
 *     top:    bypass_loads
 *     rtl:    rtl/bypass/bypass_loads.v rtl/bypass/bypass_word.v rtl/lib/lowest_one.v
 *     model:  model/bypass/bypass.c model/bypass/sparse.c model/numerics/convert.c
 *     model:  model/type/assay_type.c
 *     cases:  KMAX=64, KMAX=32, KMAX=8
 *     cut:    derive k_len shift to_ask to_come
 *     show:   ask_rest
 *     in:     derive.i k_len.i:7 shift.i:2 to_ask.i:KMAX to_come.i:KMAX a:32 b:32
 *     out:    asking ask_index:6 ask_last ask_rest:KMAX
 *     except: empty due index last survives
 *     plant:  tb/bypass/formal/cells/loads_ask.patch
 */
#include "bypass/formal/cells/loads.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    struct bypass_outputs outputs;
    struct bypass_state s;

    if (!loads_step(in, &s, &outputs) || !s.load_valid)
        return false;
    out[0] = 1;
    out[1] = s.load.index;
    out[2] = s.load.last;
    put_slices(s.work.left, out + 3);
    return true;
}
