/*
 * rule_known.c - fdot_rule: which operations exist.
 *
 *     top:    fdot_rule
 *     rtl:    rtl/fdot/fdot_rule.v
 *     model:  model/fdot/arithmetic.c model/fdot/number.c model/fdot/cdna.c model/numerics/f32_add.c
 *     model:  model/numerics/f32_mul.c model/numerics/convert.c
 *     in:     profile:3 a_format:3 b_format:3 out:2
 *     out:    known
 *     except: group cut scaled
 *     plant:  tb/fdot/formal/cells/rule_known.patch
 */
#include "fdot/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

/* Profiles beyond the last one in RTL have other meanings in the model. */
bool spec(const uint32_t *in, uint32_t *out)
{
    const struct fdot_kind kind = {.profile = (enum assay_fdot_profile)in[0],
                                   .a_format = (enum assay_fdot_format)in[1],
                                   .b_format = (enum assay_fdot_format)in[2],
                                   .output = (enum assay_fdot_output)in[3]};
    struct fdot_rule rule;

    out[0] = fdot_rule(&kind, &rule);
    return in[0] <= ASSAY_FDOT_BLACKWELL_SCALED;
}
