/*
 * decode_status.c - the status of every command.
 *
 *     top:    dpas_decode
 *     rtl:    rtl/dpas/dpas_decode.v
 *     model:  model/dpas/dpas_types.c model/type/assay_type.c model/fdot/arithmetic.c
 *     model:  model/fdot/number.c model/fdot/cdna.c model/numerics/f32_add.c
 *     model:  model/numerics/f32_mul.c model/numerics/convert.c
 *     cases:  LANES=16 DEPTH=8, LANES=8 DEPTH=4, LANES=4 DEPTH=2
 *     in:     src1_type:4 src2_type:4 acc_type:2 sd:4 rc:4 exec_size:5 saturate
 *     out:    status:3
 *     except: format grouped ops8 signed1 signed2 pack1 pack2 acc_signed last_pass layers odd_octets last_rep lanes
 *     plant:  tb/dpas/faults/mixed_floats_accepted.patch
 */
#include "dpas/formal/cells/decode.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct dpas_params p = {.lanes = LANES, .depth = DEPTH};
    struct dpas_decoded d;

    out[0] = decode(in, &p, &d);
    return true;
}
