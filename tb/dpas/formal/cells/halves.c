/*
 * halves.c - dpas_halves converts the two floats of a slice as dpas_unpack_src1 does.
 *
 *     top:    dpas_halves
 *     rtl:    rtl/dpas/dpas_halves.v rtl/lib/fp_from_f16.v rtl/lib/fp_from_bf16.v rtl/lib/lzc.v
 *     model:  model/dpas/dpas_math.c model/fdot/arithmetic.c model/fdot/number.c model/fdot/cdna.c
 *     model:  model/numerics/convert.c model/numerics/f32_fma.c model/numerics/f32_add.c
 *     model:  model/numerics/f32_mul.c
 *     in:     f16 data:32
 *     out:    slice:38
 *     plant:  tb/dpas/formal/cells/halves.patch
 */
#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "dpas/dpas.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct dpas_params p = {.lanes = 4, .depth = 4};
    const uint32_t data[DPAS_MAX_LANES] = {in[1]};
    struct dpas_decoded d;
    struct dpas_bank bank;
    uint32_t low, high;

    memset(&d, 0, sizeof d);
    d.ops = 2;
    d.is_float = 1;
    d.cmd.src1_type = in[0] ? DPAS_F16 : DPAS_BF16;
    d.cmd.exec_size = 1;
    memset(&bank, 0, sizeof bank);
    dpas_unpack_src1(&p, &d, 0, data, &bank);
    low = bank.slice[0].f[0][0];
    high = bank.slice[0].f[1][0];
    assert((low & 0x1FFF) == 0 && (high & 0x1FFF) == 0);
    out[0] = low >> 13 | high >> 13 << 19;
    out[1] = high >> 26;
    return true;
}
