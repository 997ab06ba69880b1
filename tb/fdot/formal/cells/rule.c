/*
 * rule.c - fdot_rule: the numbers of products and fraction bits of the operations that exist.
 *
 *     top:    fdot_rule
 *     rtl:    rtl/fdot/fdot_rule.v
 *     model:  model/fdot/arithmetic.c model/fdot/number.c model/fdot/cdna.c model/numerics/f32_add.c
 *     model:  model/numerics/f32_mul.c model/numerics/convert.c
 *     in:     profile:3 a_format:3 b_format:3 out:2
 *     out:    known group:6 cut:2 scaled
 *     plant:  tb/fdot/faults/one_bit_too_many.patch
 */
#include "fdot/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct fdot_kind kind = {.profile = (enum assay_fdot_profile)in[0],
                                   .a_format = (enum assay_fdot_format)in[1],
                                   .b_format = (enum assay_fdot_format)in[2],
                                   .output = (enum assay_fdot_output)in[3]};
    struct fdot_rule rule = {0};

    if (in[0] > ASSAY_FDOT_BLACKWELL_SCALED || !fdot_rule(&kind, &rule))
        return false;
    out[0] = 1;
    out[1] = rule.group;
    out[2] = rule.fraction == 25 ? 0 : rule.fraction == 24 ? 1 : rule.fraction == 23 ? 2 : 3;
    out[3] = in[0] == ASSAY_FDOT_BLACKWELL_SCALED;
    return rule.fraction == 25 || rule.fraction == 24 || rule.fraction == 23 || rule.fraction == 13;
}
