/*
 * slice_sum.c - given the products of the dotmul of each byte, dpas_unit adds what dpas_add_slice
 * adds for a slice of integers.
 *
 * The products are cut out: dotmul/product proves them, and unit.c that they are of these bytes.
 * Each part of the proof fixes the size of the elements and the signs.
 *
 *     top:    dpas_unit
 *     rtl:    rtl/dpas/dpas_unit.v rtl/dpas/dpas_fma.v rtl/dotmul/dotmul.v rtl/lib/fp_fma.v
 *     rtl:    rtl/lib/fp_round.v
 *     model:  model/dpas/dpas_math.c model/dotmul/dotmul.c model/fdot/arithmetic.c
 *     model:  model/fdot/number.c model/fdot/cdna.c model/numerics/convert.c
 *     model:  model/numerics/f32_fma.c model/numerics/f32_add.c model/numerics/f32_mul.c
 *     cut:    p0 p1 p2 p3
 *     in:     ops8 signed1 signed2 src1:38 src2:38 p0.i:16 p1.i:16 p2.i:16 p3.i:16
 *     show:   sum
 *     out:    sum:19
 *     except: acc
 *     each:   ops8 signed1 signed2
 *     plant:  tb/dpas/formal/cells/slice_sum.patch
 *     slow
 */
#include <stdbool.h>
#include <string.h>

#include "dpas/formal/cells/slice.h"

enum { OPS8, SIGNED1, SIGNED2, SRC1, SRC2 = SRC1 + 2, PRODUCT = SRC2 + 2, BYTES = 4 };

bool spec(const uint32_t *in, uint32_t *out);

static bool dotmul_computes(const uint32_t *in)
{
    const struct dotmul_params p = {.n = 4, .k = 2};

    for (uint32_t i = 0; i < BYTES; ++i) {
        const struct dotmul_op op =
            slice_byte(in[SRC1], in[SRC2], in[OPS8], in[SIGNED1], in[SIGNED2], i);

        if (in[PRODUCT + i] != dotmul(&p, &op))
            return false;
    }
    return true;
}

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct dpas_params p = {.lanes = 4, .depth = 4};
    uint32_t acc[DPAS_MAX_LANES] = {0};
    int32_t sum[DPAS_MAX_LANES] = {0};
    struct dpas_decoded d;
    struct dpas_bank bank;
    union dpas_row a;

    memset(&d, 0, sizeof d);
    memset(&bank, 0, sizeof bank);
    memset(&a, 0, sizeof a);
    d.ops = in[OPS8] ? 8 : 4;
    for (uint32_t k = 0; k < d.ops; ++k) {
        bank.slice[0].e[k][0] = slice_element(in[SRC1], in[OPS8], in[SIGNED1], k);
        a.e[k] = slice_element(in[SRC2], in[OPS8], in[SIGNED2], k);
    }
    dpas_add_slice(&p, &d, 0, &bank, &a, acc, sum);
    out[0] = (uint32_t)sum[0] & 0x7FFFF;
    return dotmul_computes(in);
}
