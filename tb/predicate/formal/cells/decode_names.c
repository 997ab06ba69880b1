/*
 * decode_names.c - lemma: predicate_decode equals the model, both for block predicate and for core,
 * in the class of a word that does not trap and in the registers that it reads and writes. Except
 * bar, which names some of its registers in its immediate.
 *
 *     top:    decode_names
 *     rtl:    tb/predicate/formal/cells/decode_names.v rtl/predicate/predicate_decode.v
 *     model:  model/predicate/decode.c model/predicate/instructions.c
 *     cases:  CORE=1, CORE=0
 *     in:     word:64
 *     out:    scalar reads:40 writes:40
 *     plant:  tb/predicate/formal/cells/decode_names.patch
 */
#include "predicate/instructions.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    struct predicate_decoded d;

    if (CORE)
        predicate_decode_any(in[0] | (uint64_t)in[1] << 32, &d);
    else
        predicate_decode(in[0] | (uint64_t)in[1] << 32, &d);
    if (d.trap || d.w.op == PREDICATE_BAR)
        return false;
    out[0] = d.unit == PREDICATE_SCALAR;
    out[1] = (uint32_t)d.reads;
    out[2] = (uint32_t)(d.reads >> 32);
    out[3] = (uint32_t)d.writes;
    out[4] = (uint32_t)(d.writes >> 32);
    return true;
}
