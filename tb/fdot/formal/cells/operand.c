/*
 * operand.c - fdot_operand decodes an element of a format that exists as fdot_decode does. With 4
 * bits of significand it has only those of bytes.
 *
 *     top:    fdot_operand
 *     rtl:    rtl/fdot/fdot_operand.v
 *     model:  model/fdot/number.c
 *     cases:  S=4, S=11
 *     in:     format:3 x8:8 x16:16 x32:19
 *     out:    sign exp:8 sig:S zero inf nan
 *     plant:  tb/fdot/faults/subnormal_exponent.patch
 */
#include "fdot/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t format = in[0];
    const bool is_byte = format >= ASSAY_FDOT_E4M3;
    struct fdot_number n;

    if (format > ASSAY_FDOT_E2M1 || (S == 4 && !is_byte))
        return false;
    n = fdot_decode(format, is_byte ? in[1] : format == ASSAY_FDOT_TF32 ? in[3] << 13 : in[2]);
    out[0] = n.negative;
    out[1] = (uint32_t)(n.exp + 127);
    out[2] = n.sig << (10 - n.frac) >> (11 - S);
    out[3] = n.sig == 0;
    out[4] = n.class == FDOT_INFINITE;
    out[5] = n.class == FDOT_NAN;
    return true;
}
