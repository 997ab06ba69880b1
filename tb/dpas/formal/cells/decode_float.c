/*
 * decode_float.c - the decoded fields of a good float command.
 *
 *     top:    dpas_decode
 *     rtl:    rtl/dpas/dpas_decode.v rtl/fdot/fdot_rule.v
 *     model:  model/dpas/dpas_types.c model/type/assay_type.c model/fdot/arithmetic.c
 *     model:  model/fdot/number.c model/fdot/cdna.c model/numerics/f32_add.c
 *     model:  model/numerics/f32_mul.c model/numerics/convert.c
 *     cases:  LANES=4 DEPTH=2 PROFILE=0, LANES=8 DEPTH=4 PROFILE=0, LANES=16 DEPTH=8 PROFILE=0, LANES=4 DEPTH=2 PROFILE=1, LANES=8 DEPTH=4 PROFILE=5
 *     in:     src1_type:4 src2_type:4 acc_type:2 sd:4 rc:4 exec_size:5 saturate
 *     out:    format:2 grouped pack1:2 pack2:2 last_pass:2 layers:DEPTH last_rep:3 lanes:LANES
 *     except: status ops8 signed1 signed2 acc_signed odd_octets
 *     plant:  tb/dpas/formal/cells/decode_float.patch
 */
#include "dpas/formal/cells/decode.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct dpas_params p = {.lanes = LANES, .depth = DEPTH, .profile = PROFILE};
    struct dpas_decoded d;

    if (decode(in, &p, &d) != DPAS_OK || !d.is_float)
        return false;
    out[0] = d.cmd.src1_type - (DPAS_BF16 - 1u);
    out[1] = d.fraction != 0;
    out[2] = 0;
    out[3] = 0;
    out[4] = d.passes - 1u;
    out[5] = (UINT32_C(1) << (d.cmd.sd < DEPTH ? d.cmd.sd : DEPTH)) - 1;
    out[6] = d.cmd.rc - 1u;
    out[7] = (UINT32_C(1) << d.cmd.exec_size) - 1;
    return true;
}
