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
#include "dpas/formal/cells/slice.h"

enum { FORMAT = 8, GROUPED, OPS8, SIGNED, PACK, LAYERS, OUT_WORDS = 10 };

bool spec(const uint32_t *in, uint32_t *out);

/* The layers that serve are the lowest ones. Returns false if there is no such command. */
static bool describe(const uint32_t *in, struct dpas_decoded *d)
{
    const struct slice_kind kind = {in[FORMAT], in[GROUPED], in[OPS8], in[SIGNED], in[PACK]};

    if (!slice_describe(&kind, d))
        return false;
    for (uint32_t n = 0; n <= DPAS_OCTET; ++n)
        if (in[LAYERS] == (1u << n) - 1) {
            d->cmd.sd = (uint8_t)n;
            return true;
        }
    return false;
}

bool spec(const uint32_t *in, uint32_t *out)
{
    struct dpas_decoded d;
    union dpas_row a;

    memset(out, 0, OUT_WORDS * sizeof *out);
    if (!describe(in, &d))
        return false;
    memset(&a, 0, sizeof a);
    dpas_unpack_src2(&d, 0, in, &a);
    for (uint32_t l = 0; l < d.cmd.sd; ++l) {
        uint32_t element[DPAS_MAX_OPS] = {0};

        for (uint32_t k = 0; k < d.ops; ++k)
            element[k] = d.is_float ? a.f[l * d.ops + k] : (uint32_t)a.e[l * d.ops + k];
        slice_set(out, SLICE_BITS * l, slice_form(&d, element));
    }
    return true;
}
