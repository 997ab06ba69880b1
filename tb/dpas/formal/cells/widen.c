/*
 * widen.c - dpas_widen extends the elements of a slice of integers as dpas_unpack_src1 does.
 *
 *     top:    dpas_widen
 *     rtl:    rtl/dpas/dpas_widen.v
 *     model:  model/dpas/dpas_math.c model/fdot/arithmetic.c model/fdot/number.c model/fdot/cdna.c
 *     model:  model/numerics/convert.c model/numerics/f32_fma.c model/numerics/f32_add.c
 *     model:  model/numerics/f32_mul.c
 *     in:     ops8 pack:2 is_signed data:32
 *     out:    slice:32
 *     plant:  tb/dpas/formal/cells/widen.patch
 */
#include <stdbool.h>
#include <string.h>

#include "dpas/dpas.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct dpas_params p = {.lanes = 4, .depth = 4};
    const uint32_t ops = in[0] ? 8 : 4, size = 32 / ops, bits = size >> in[1];
    uint32_t data[DPAS_MAX_LANES] = {in[3]};
    struct dpas_decoded d;
    struct dpas_bank bank;

    out[0] = 0;
    if (bits < 2)
        return false;
    memset(&d, 0, sizeof d);
    d.ops = (uint8_t)ops;
    d.bits1 = (uint8_t)bits;
    d.sign1 = in[2] ? (uint8_t)(1u << (bits - 1)) : 0;
    d.per_row = (uint8_t)(1u << in[1]);
    d.cmd.sd = 1;
    memset(&bank, 0, sizeof bank);
    dpas_unpack_src1(&p, &d, 0, data, &bank);
    for (uint32_t k = 0; k < ops; ++k)
        out[0] |= ((uint32_t)bank.slice[0].e[k][0] & ((1u << size) - 1)) << size * k;
    return true;
}
