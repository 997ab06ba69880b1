/*
 * product.c - fdot_product equals the model's product, for two elements of 8 bits or fewer.
 *
 *     top:    fdot_product
 *     rtl:    rtl/fdot/fdot_product.v rtl/fdot/fdot_operand.v
 *     model:  model/fdot/number.c
 *     cases:  S=4
 *     in:     on a_format:3 a8:8 a16:16 a32:19 b_format:3 b8:8 b16:16 b32:19 scale:9
 *     out:    sign exp:10 sig:22 inf nan
 *     plant:  tb/fdot/faults/nan_of_b_missed.patch
 */
#include "fdot/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const bool on = in[0];
    struct fdot_number a, b, p;

    if (in[1] < ASSAY_FDOT_E4M3 || in[1] > ASSAY_FDOT_E2M1 || in[5] < ASSAY_FDOT_E4M3 ||
        in[5] > ASSAY_FDOT_E2M1)
        return false;
    a = fdot_decode(in[1], in[2]);
    b = fdot_decode(in[5], in[6]);
    p = fdot_product(&a, &b);
    out[0] = p.negative;
    out[1] = on ? (uint32_t)(p.exp + 254) + in[9] : 256;
    out[2] = on ? p.sig << (20 - p.frac) : 0;
    out[3] = on && (a.class == FDOT_INFINITE || b.class == FDOT_INFINITE);
    out[4] = on && p.class == FDOT_NAN;
    return true;
}
