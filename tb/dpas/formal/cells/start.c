/*
 * start.c - the sum with which a packet enters a lane: in its first pass what dpas_start makes of
 * src0, extended by the type of the accumulator, and later the sum with which the same repeat left
 * the last layer, even if it leaves in this cycle.
 *
 * The sum that leaves is cut out, and so may be anything.
 *
 *     top:    dpas_lane
 *     rtl:    rtl/dpas/dpas_lane.v rtl/dpas/dpas_bank.v rtl/dpas/dpas_unit.v rtl/dpas/dpas_fma.v
 *     rtl:    rtl/dpas/dpas_widen.v rtl/dpas/dpas_halves.v rtl/dotmul/dotmul.v rtl/lib/fp_fma.v
 *     rtl:    rtl/lib/fp_round.v rtl/lib/fp_from_f16.v rtl/lib/fp_from_bf16.v rtl/lib/lzc.v
 *     model:  model/dpas/dpas_math.c model/fdot/arithmetic.c model/fdot/number.c model/fdot/cdna.c
 *     model:  model/numerics/convert.c model/numerics/f32_fma.c model/numerics/f32_add.c
 *     model:  model/numerics/f32_mul.c
 *     cases:  ROUNDS=1
 *     cut:    leave_acc
 *     show:   enter_acc
 *     in:     src0:32 src0_lane0:32 src0_null src0_scalar acc_signed first_pass enter_rep:3 keep
 *     in:     keep_rep:3 leave_acc.i:34
 *     in:     g_kept.sums[0].q:34 g_kept.sums[1].q:34 g_kept.sums[2].q:34 g_kept.sums[3].q:34
 *     in:     g_kept.sums[4].q:34 g_kept.sums[5].q:34 g_kept.sums[6].q:34 g_kept.sums[7].q:34
 *     out:    enter_acc:34
 *     out:    g_kept.sums[0].d:34 g_kept.sums[1].d:34 g_kept.sums[2].d:34 g_kept.sums[3].d:34
 *     out:    g_kept.sums[4].d:34 g_kept.sums[5].d:34 g_kept.sums[6].d:34 g_kept.sums[7].d:34
 *     next:   g_kept.sums[0] g_kept.sums[1] g_kept.sums[2] g_kept.sums[3]
 *     next:   g_kept.sums[4] g_kept.sums[5] g_kept.sums[6] g_kept.sums[7]
 *     except: result
 *     plant:  tb/dpas/faults/scalar_outranks_null.patch
 */
#include <stdbool.h>
#include <string.h>

#include "dpas/dpas.h"

enum { SRC0, LANE0, IS_NULL, SCALAR, SIGNED, FIRST_PASS, REP, KEEP, KEEP_REP, LEAVES, SUMS = 11 };

bool spec(const uint32_t *in, uint32_t *out);

/* The lane is lane 1 of the model. */
static uint32_t start(const uint32_t *in)
{
    const struct dpas_params p = {.lanes = 4, .depth = 4};
    const uint32_t src0[DPAS_MAX_LANES] = {in[LANE0], in[SRC0]};
    uint32_t acc[DPAS_MAX_LANES];
    struct dpas_decoded d;

    memset(&d, 0, sizeof d);
    d.cmd.src0_null = (uint8_t)in[IS_NULL];
    d.cmd.src0_scalar = (uint8_t)in[SCALAR];
    dpas_start(&p, &d, src0, acc);
    return acc[1];
}

bool spec(const uint32_t *in, uint32_t *out)
{
    uint32_t sum[DPAS_MAX_RC][2];

    memcpy(sum, in + SUMS, sizeof sum);
    if (in[KEEP])
        memcpy(sum[in[KEEP_REP]], in + LEAVES, sizeof sum[0]);
    if (in[FIRST_PASS]) {
        out[0] = start(in);
        out[1] = in[SIGNED] && out[0] >> 31 ? 3 : 0;
    } else {
        memcpy(out, sum[in[REP]], sizeof sum[0]);
    }
    memcpy(out + 2, sum, sizeof sum);
    return true;
}
