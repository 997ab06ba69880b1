/*
 * decode.c - lemma: predicate_decode equals the model, both for block predicate and for core. It
 * covers the fields of every word, whether the word is legal, and whether a uniform destination
 * would differ between lanes.
 *
 *     top:    predicate_decode
 *     rtl:    rtl/predicate/predicate_decode.v
 *     model:  model/predicate/decode.c model/predicate/instructions.c
 *     cases:  CORE=1, CORE=0
 *     in:     word:64
 *     out:    op:6 gk:3 gi:2 dk:3 di:4 ak:3 ai:4 bk:3 bi:4 ck:3 ci:4 low:32 high:32 target:12 legal bad_uniform
 *     except: scalar names
 *     plant:  tb/predicate/faults/spare_bit_legal.patch
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
    out[0] = d.w.op;
    out[1] = d.w.gk;
    out[2] = d.w.gi;
    out[3] = d.w.dk;
    out[4] = d.w.di;
    out[5] = d.w.ak;
    out[6] = d.w.ai;
    out[7] = d.w.bk;
    out[8] = d.w.bi;
    out[9] = d.w.ck;
    out[10] = d.w.ci;
    out[11] = (d.w.imm ^ UINT32_C(0x800000)) - UINT32_C(0x800000);
    out[12] = d.w.imm << 8;
    out[13] = d.w.imm & 0xFFF;
    out[14] = d.trap != PREDICATE_ILLEGAL;
    out[15] = d.trap == PREDICATE_NOT_UNIFORM;
    return true;
}
