/*
 * result.c - the flags of loopback_pe do to its result what the pairs do that they stand for: one
 * of zero and infinity, or one whose product is +0. The accumulator is no NaN, or the canonical one.
 *
 *     top:    loopback_pe
 *     rtl:    rtl/loopback/loopback_pe.v rtl/lib/lowest_one.v rtl/lib/fp_fma.v rtl/lib/fp_round.v
 *     model:  model/numerics/f32_fma.c
 *     cases:  KMAX=8
 *     cut:    held_left held_acc next_acc
 *     in:     next_acc.i:32 poison plus0
 *     out:    result:32
 *     except: last
 *     plant:  tb/loopback/formal/cells/result.patch
 */
#include "numerics/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const bool poison = in[1], plus0 = in[2];
    uint32_t acc = in[0];

    if (poison)
        acc = assay_f32_fma(0, ASSAY_F32_INF, acc);
    if (plus0)
        acc = assay_f32_fma(0, 0, acc);
    out[0] = acc;
    return !assay_f32_is_nan(in[0]) || in[0] == ASSAY_F32_NAN || (!poison && !plus0);
}
