/*
 * src2.c - dpas_src2 gives each layer its slice of a row of src2, as dpas_unpack_src2 does, and
 * zeros to a layer that has none.
 *
 * With eight layers a packet takes all of a row, so no part of it is kept for another pass.
 *
 *     top:    dpas_src2
 *     rtl:    rtl/dpas/dpas_src2.v rtl/dpas/dpas_widen.v rtl/dpas/dpas_halves.v
 *     rtl:    rtl/lib/fp_from_f16.v rtl/lib/fp_from_bf16.v rtl/lib/lzc.v
 *     model:  model/dpas/dpas_math.c model/fdot/arithmetic.c model/fdot/number.c model/fdot/cdna.c
 *     model:  model/numerics/convert.c model/numerics/f32_fma.c model/numerics/f32_add.c
 *     model:  model/numerics/f32_mul.c
 *     cases:  DEPTH=8
 *     in:     src2_data:256 head_format:2 head_grouped head_ops8 head_signed2 head_pack2:2
 *     in:     enter_layers:8
 *     out:    enter_src2:304
 *     each:   head_format head_ops8 head_pack2
 *     bound:  304
 *     slow
 *     plant:  tb/dpas/formal/cells/src2.patch
 */
#include <stdbool.h>
#include <string.h>

#include "dpas/dpas.h"

enum { FORMAT = 8, GROUPED, OPS8, SIGNED, PACK, LAYERS, SLICE_BITS = 38 };
enum { INTEGERS, BF16, F16, F32 };

bool spec(const uint32_t *in, uint32_t *out);

/* The members of d that dpas_unpack_src2 reads. Returns false if there is no such command. */
static bool describe(const uint32_t *in, struct dpas_decoded *d)
{
    static const uint8_t types[] = {0, DPAS_BF16, DPAS_F16, DPAS_F32};
    const uint32_t format = in[FORMAT], ops = in[OPS8] ? 8 : 4, bits = 32 / ops >> in[PACK];
    bool lowest = false; /* the layers that serve are the lowest ones */

    memset(d, 0, sizeof *d);
    for (uint32_t n = 0; n <= DPAS_OCTET; ++n)
        if (in[LAYERS] == (1u << n) - 1) {
            d->cmd.sd = (uint8_t)n;
            lowest = true;
        }
    if (!lowest)
        return false;
    if (format == INTEGERS) {
        d->ops = (uint8_t)ops;
        d->bits2 = (uint8_t)bits;
        d->sign2 = in[SIGNED] && bits ? (uint8_t)(1u << (bits - 1)) : 0;
        return bits >= 2 && !in[GROUPED];
    }
    d->is_float = 1;
    d->ops = format == F32 ? 1 : 2;
    d->fraction = in[GROUPED] ? 24 : 0;
    d->cmd.src2_type = types[format];
    return in[PACK] == 0;
}

/* Slice `l` in the form in which the units take it. */
static uint64_t slice_of(const uint32_t *in, const struct dpas_decoded *d, const union dpas_row *a,
                         uint32_t l)
{
    const uint32_t size = 32u / d->ops;
    uint64_t slice = 0;

    if (l >= d->cmd.sd)
        return 0;
    if (in[FORMAT] == F32)
        return a->f[l];
    for (uint32_t k = 0; k < d->ops; ++k) {
        if (!d->is_float)
            slice |= (uint64_t)((uint32_t)a->e[l * d->ops + k] & ((1u << size) - 1)) << size * k;
        else if (d->fraction)
            slice |= (uint64_t)a->f[2 * l + k] << 16 * k;
        else
            slice |= (uint64_t)(a->f[2 * l + k] >> 13) << 19 * k;
    }
    return slice;
}

bool spec(const uint32_t *in, uint32_t *out)
{
    struct dpas_decoded d;
    union dpas_row a;

    memset(out, 0, 10 * sizeof *out);
    if (!describe(in, &d))
        return false;
    memset(&a, 0, sizeof a);
    dpas_unpack_src2(&d, 0, in, &a);
    for (uint32_t l = 0; l < DPAS_OCTET; ++l) {
        const uint64_t slice = slice_of(in, &d, &a, l);

        for (uint32_t i = 0, at = SLICE_BITS * l; i < SLICE_BITS; ++i, ++at)
            out[at / 32] |= (uint32_t)(slice >> i & 1) << at % 32;
    }
    return true;
}
