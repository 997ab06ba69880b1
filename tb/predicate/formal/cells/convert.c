/*
 * convert.c - lemma: fp_cvt equals predicate_convert.
 *
 *     top:    fp_cvt
 *     rtl:    rtl/lib/fp_cvt.v rtl/lib/fp_from_f16.v rtl/lib/fp_unpack.v rtl/lib/lzc.v
 *     rtl:    rtl/lib/shift_sticky.v
 *     model:  model/predicate/convert.c model/numerics/convert.c
 *     in:     from:3 to:3 toward_zero x:32
 *     out:    y:32
 *     plant:  tb/predicate/faults/cvt_ties_away.patch
 *     slow
 */
#include "predicate/warp.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    if (in[0] >= PREDICATE_TYPES || in[1] >= PREDICATE_TYPES)
        return false;
    out[0] = predicate_convert(in[3], (uint8_t)in[0], (uint8_t)in[1], in[2] != 0);
    return true;
}
