/*
 * round.c - fp_round equals round_pack to f32, for significands of every width in use.
 *
 * Nothing is claimed for exponents of 510 and above: they never occur, and the carry into the
 * exponent would wrap.
 *
 *     top:    fp_round
 *     rtl:    rtl/lib/fp_round.v
 *     cases:  W=27, W=28, W=32, W=48, W=52
 *     in:     nan inf sign exp:9 sig:W
 *     out:    y:32
 *     plant:  tb/fp/faults/round_ties_up.patch
 */
#include "numerics/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
#if W > 32
    const uint64_t sig = in[4] | (uint64_t)in[5] << 32;
#else
    const uint64_t sig = in[4];
#endif
    /* exp + 1 is the exponent field for the leading bit, which is shifted to bit 63. */
    const int32_t exp = (int32_t)in[3] + 1 - 127 - 63;

    if (in[0])
        out[0] = ASSAY_F32_NAN;
    else if (in[1])
        out[0] = in[2] << 31 | ASSAY_F32_INF;
    else
        out[0] = sig ? round_pack(in[2], exp, sig << (64 - W), F32_FORMAT) : in[2] << 31;
    return in[3] < 510;
}
