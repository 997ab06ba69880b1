/*
 * product.c - fdot_product equals the model's product; with S = 4, of elements of 8 bits or fewer.
 *
 *     top:    fdot_product
 *     rtl:    rtl/fdot/fdot_product.v rtl/fdot/fdot_operand.v
 *     model:  model/fdot/number.c
 *     cases:  S=4, S=11
 *     in:     a_format:3 a8:8 a16:16 a32:19 b_format:3 b8:8 b16:16 b32:19 on scale:9
 *     out:    sign exp:10 sig:22 inf nan
 *     each:   a_format b_format
 *     plant:  tb/fdot/faults/nan_of_b_missed.patch
 */
#include "fdot/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

/* The element of a format and the three inputs that follow it. */
static uint32_t element(const uint32_t *format)
{
    return *format >= ASSAY_FDOT_E4M3   ? format[1]
           : *format == ASSAY_FDOT_TF32 ? format[3] << 13
                                        : format[2];
}

static bool is_claimed(uint32_t format)
{
    return format <= ASSAY_FDOT_E2M1 && (S == 11 || format >= ASSAY_FDOT_E4M3);
}

bool spec(const uint32_t *in, uint32_t *out)
{
    const bool on = in[8];
    struct fdot_number a, b, p;

    if (!is_claimed(in[0]) || !is_claimed(in[4]))
        return false;
    a = fdot_decode(in[0], element(in));
    b = fdot_decode(in[4], element(in + 4));
    p = fdot_product(&a, &b);
    out[0] = p.negative;
    out[1] = on ? (uint32_t)(p.exp + 254) + in[9] : 256;
    out[2] = on ? p.sig << (20 - p.frac) : 0;
    out[3] = on && (a.class == FDOT_INFINITE || b.class == FDOT_INFINITE);
    out[4] = on && p.class == FDOT_NAN;
    return true;
}
