/*
 * decode_status.c - the status of every command.
 *
 *     top:    dpas_decode
 *     rtl:    rtl/dpas/dpas_decode.v
 *     model:  model/dpas/dpas_types.c model/type/assay_type.c model/fdot/arithmetic.c
 *     model:  model/fdot/number.c model/fdot/cdna.c model/numerics/f32_add.c
 *     model:  model/numerics/f32_mul.c model/numerics/convert.c
 *     cases:  LANES=4 DEPTH=2, LANES=8 DEPTH=4, LANES=16 DEPTH=8
 *     in:     src1_type:4 src2_type:4 acc_type:2 sd:4 rc:4 exec_size:5 saturate
 *     out:    status:3
 *     except: format grouped ops8 signed1 signed2 pack1 pack2 acc_signed last_pass layers odd_octets last_rep lanes
 *     plant:  tb/dpas/faults/mixed_floats_accepted.patch
 */
#include <stdbool.h>
#include <string.h>

#include "dpas/dpas.h"

bool spec(const uint32_t *in, uint32_t *out);

/* Decodes the command; these are the fields that the decoder sees. */
static uint8_t decode(const uint32_t *in, struct dpas_decoded *d)
{
    const struct dpas_params p = {.lanes = LANES, .depth = DEPTH};
    struct dpas_cmd c;

    memset(&c, 0, sizeof c);
    c.src1_type = (uint8_t)in[0];
    c.src2_type = (uint8_t)in[1];
    c.acc_type = (uint8_t)in[2];
    c.sd = (uint8_t)in[3];
    c.rc = (uint8_t)in[4];
    c.exec_size = (uint8_t)in[5];
    c.saturate = (uint8_t)in[6];
    return dpas_decode(&c, &p, d);
}

bool spec(const uint32_t *in, uint32_t *out)
{
    struct dpas_decoded d;

    out[0] = decode(in, &d);
    return true;
}
