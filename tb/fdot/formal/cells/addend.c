/*
 * addend.c - fdot_addend decodes c as fdot_decode_c does.
 *
 *     top:    fdot_addend
 *     rtl:    rtl/fdot/fdot_addend.v
 *     model:  model/fdot/number.c
 *     in:     half c:32
 *     out:    sign exp:10 sig:24 inf nan
 *     plant:  tb/fdot/formal/cells/addend.patch
 */
#include "fdot/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct fdot_number n =
        fdot_decode_c(in[0] ? ASSAY_FDOT_OUT_F16 : ASSAY_FDOT_OUT_F32, in[1]);

    out[0] = n.negative;
    out[1] = (uint32_t)(n.exp + 508);
    out[2] = n.sig << (23 - n.frac);
    out[3] = n.class == FDOT_INFINITE;
    out[4] = n.class == FDOT_NAN;
    return true;
}
