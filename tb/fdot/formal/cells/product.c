/*
 * product.c - fdot_product is the product of two elements of the model.
 *
 * Each operation has elements of one format of 16 or 32 bits, or of any of 8 bits or fewer.
 *
 *     top:    fdot_product
 *     rtl:    rtl/fdot/fdot_product.v rtl/fdot/fdot_operand.v
 *     model:  model/fdot/number.c
 *     cases:  S=4, S=11
 *     in:     on a_format:3 a8:8 a16:16 a32:19 b_format:3 b8:8 b16:16 b32:19 scale:9
 *     out:    sign exp:10 sig:22 inf nan
 *     plant:  tb/fdot/faults/nan_of_b_missed.patch
 */
#include "fdot/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

/* An element of four words: format, and the pattern in each width. */
static struct fdot_number element(const uint32_t *in)
{
    const uint32_t format = in[0];

    return fdot_decode(format, format >= ASSAY_FDOT_E4M3   ? in[1]
                               : format == ASSAY_FDOT_TF32 ? in[3] << 13
                                                           : in[2]);
}

bool spec(const uint32_t *in, uint32_t *out)
{
    const bool on = in[0], bytes = in[1] >= ASSAY_FDOT_E4M3;
    struct fdot_number a, b, p;

    if (in[1] > ASSAY_FDOT_E2M1 || in[5] > ASSAY_FDOT_E2M1 || (S == 4 && !bytes) ||
        (bytes ? in[5] < ASSAY_FDOT_E4M3 : in[5] != in[1]))
        return false;
    a = element(in + 1);
    b = element(in + 5);
    p = fdot_product(&a, &b);
    out[0] = p.negative;
    out[1] = on ? (uint32_t)(p.exp + 254) + in[9] : 256;
    out[2] = on ? p.sig << (20 - p.frac) : 0;
    out[3] = on && (a.class == FDOT_INFINITE || b.class == FDOT_INFINITE);
    out[4] = on && p.class == FDOT_NAN;
    return true;
}
