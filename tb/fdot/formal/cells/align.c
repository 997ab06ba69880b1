/*
 * align.c - fdot_align equals the model's, for terms whose exponent is at most the greatest.
 *
 *     top:    fdot_align
 *     rtl:    rtl/fdot/fdot_align.v
 *     in:     sign exp:10 sig:27 greatest:10 cut:2
 *     out:    term:28
 *     slow
 *     plant:  tb/fdot/faults/far_shift_wraps.patch
 */
#include "fdot/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    static const int fractions[4] = {25, 24, 23, 13};
    const struct fdot_number x = {.negative = in[0], .exp = (int)in[1], .sig = in[2], .frac = 25};
    const int fraction = fractions[in[4]];

    if (in[1] > in[3])
        return false;
    out[0] = (uint32_t)(fdot_align(&x, (int)in[3] - fraction) * (1 << (25 - fraction))) & 0xFFFFFFF;
    return true;
}
