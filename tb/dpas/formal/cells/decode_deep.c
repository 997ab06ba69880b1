/*
 * decode_deep.c - passes, layers and octets of a good command in a block that takes all depths.
 *
 *     top:    dpas_decode
 *     rtl:    rtl/dpas/dpas_decode.v
 *     model:  model/dpas/dpas_types.c model/type/assay_type.c model/fdot/arithmetic.c
 *     model:  model/fdot/number.c model/fdot/cdna.c model/numerics/f32_add.c
 *     model:  model/numerics/f32_mul.c model/numerics/convert.c
 *     cases:  LANES=16 DEPTH=8 SD_BITS=7 PASS_BITS=5, LANES=8 DEPTH=4 SD_BITS=7 PASS_BITS=5
 *     cases:  LANES=4 DEPTH=2 SD_BITS=7 PASS_BITS=5
 *     in:     src1_type:4 src2_type:4 acc_type:2 sd:7 rc:4 exec_size:5 saturate
 *     out:    last_pass:5 layers:DEPTH odd_octets
 *     except: status format grouped ops8 signed1 signed2 pack1 pack2 acc_signed last_rep lanes
 *     plant:  tb/dpas/faults/deep_short_pass_dropped.patch
 */
#include "dpas/formal/cells/decode.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct dpas_params p = {.lanes = LANES, .depth = DEPTH, .max_sd = 64};
    struct dpas_decoded d;

    if (decode(in, &p, &d) != DPAS_OK)
        return false;
    out[0] = d.passes - 1u;
    out[1] = (UINT32_C(1) << (d.cmd.sd - out[0] * DEPTH)) - 1;
    out[2] = d.octets & 1;
    return true;
}
