/*
 * unpack.c - fp_unpack unpacks an f32 as numerics/internal.h does.
 *
 *     top:    fp_unpack
 *     rtl:    rtl/lib/fp_unpack.v
 *     in:     x:32
 *     out:    sign exp:8 sig:24 nan inf zero
 *     plant:  tb/fp/formal/cells/unpack.patch
 */
#include "numerics/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t field = in[0] >> 23 & 0xFF;

    out[0] = f32_sign(in[0]);
    out[1] = field ? field : 1;
    out[2] = (field ? 0x800000u : 0u) | (in[0] & 0x7FFFFF);
    out[3] = assay_f32_is_nan(in[0]);
    out[4] = assay_f32_is_inf(in[0]);
    out[5] = assay_f32_is_zero(in[0]);
    return true;
}
