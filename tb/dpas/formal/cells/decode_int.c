/*
 * decode_int.c - the decoded fields of a good integer command.
 *
 *     top:    dpas_decode
 *     rtl:    rtl/dpas/dpas_decode.v
 *     model:  model/dpas/dpas_types.c model/type/assay_type.c model/fdot/arithmetic.c
 *     model:  model/fdot/number.c model/fdot/cdna.c model/numerics/f32_add.c
 *     model:  model/numerics/f32_mul.c model/numerics/convert.c
 *     cases:  LANES=16 DEPTH=8, LANES=8 DEPTH=4, LANES=4 DEPTH=2
 *     in:     src1_type:4 src2_type:4 acc_type:2 sd:4 rc:4 exec_size:5 saturate
 *     out:    format:2 ops8 signed1 signed2 pack1:2 pack2:2 acc_signed last_pass:2 layers:DEPTH last_rep:3 lanes:LANES
 *     except: status grouped odd_octets
 *     plant:  tb/dpas/formal/cells/decode_int.patch
 */
#include "dpas/formal/cells/decode.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct dpas_params p = {.lanes = LANES, .depth = DEPTH};
    struct dpas_decoded d;

    if (decode(in, &p, &d) != DPAS_OK || d.is_float)
        return false;
    out[0] = 0;
    out[1] = d.ops == 8;
    out[2] = d.sign1 != 0;
    out[3] = d.sign2 != 0;
    out[4] = d.per_row / 2u;
    out[5] = 16u / (d.ops * d.bits2);
    out[6] = d.cmd.acc_type == DPAS_ACC_S32;
    out[7] = d.passes - 1u;
    out[8] = (UINT32_C(1) << (d.cmd.sd < DEPTH ? d.cmd.sd : DEPTH)) - 1;
    out[9] = d.cmd.rc - 1u;
    out[10] = (UINT32_C(1) << d.cmd.exec_size) - 1;
    return true;
}
