/*
 * cmp.c - fp_cmp equals assay_f32_compare.
 *
 *     top:    fp_cmp
 *     rtl:    rtl/lib/fp_cmp.v
 *     model:  model/numerics/f32_compare.c
 *     in:     a:32 b:32
 *     out:    less equal greater unordered
 *     plant:  tb/fp/faults/cmp_zeros_differ.patch
 */
#include "numerics/numerics.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t order = assay_f32_compare(in[0], in[1]);

    out[0] = (order & ASSAY_F32_LESS) != 0;
    out[1] = (order & ASSAY_F32_EQUAL) != 0;
    out[2] = (order & ASSAY_F32_GREATER) != 0;
    out[3] = (order & ASSAY_F32_UNORDERED) != 0;
    return true;
}
