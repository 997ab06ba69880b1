/*
 * saturate.c - the clamp at the end of a lane equals that of dpas_finish.
 *
 * The exact sum of the accumulator and all products, of 34 bits as it leaves the last layer, is an
 * input. The lemma covers every value that a 32-bit accumulator and a sum of products up to 2^30 in
 * magnitude can produce: the deepest block has sums below 2^24. The rest of the lane's state is then irrelevant.
 *
 *     top:    dpas_lane
 *     rtl:    rtl/dpas/dpas_lane.v rtl/dpas/dpas_bank.v rtl/dpas/dpas_unit.v rtl/dpas/dpas_fma.v
 *     rtl:    rtl/dpas/dpas_widen.v rtl/dpas/dpas_halves.v rtl/dotmul/dotmul.v rtl/lib/fp_fma.v
 *     rtl:    rtl/lib/fp_round.v rtl/lib/fp_from_f16.v rtl/lib/fp_from_bf16.v rtl/lib/lzc.v
 *     model:  model/dpas/dpas_math.c model/dpas/dpas_types.c model/type/assay_type.c
 *     model:  model/fdot/arithmetic.c model/fdot/number.c model/fdot/cdna.c
 *     model:  model/numerics/convert.c model/numerics/f32_fma.c model/numerics/f32_add.c model/numerics/f32_mul.c
 *     cut:    leave_acc
 *     in:     leave_acc.i:34 leave_saturate leave_acc_signed
 *     out:    result:32
 *     plant:  tb/dpas/faults/clamp_bound_too_wide.patch
 */
#include <stdbool.h>
#include <string.h>

#include "dpas/dpas.h"

enum { MOST = 1 << 30 };

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct dpas_params p = {.lanes = 4, .depth = 4};
    const bool is_signed = in[3];
    /* A 34-bit number in two's complement. */
    const int64_t exact =
        (int64_t)(in[0] | (uint64_t)(in[1] & 1) << 32) - (in[1] & 2 ? INT64_C(1) << 33 : 0);
    const int64_t least = is_signed ? INT32_MIN : 0, largest = is_signed ? INT32_MAX : UINT32_MAX;
    const int64_t start = exact < least ? least : exact > largest ? largest : exact;
    struct dpas_decoded d;
    uint32_t acc[DPAS_MAX_LANES], dst[DPAS_MAX_LANES];
    int32_t sum[DPAS_MAX_LANES];

    if (exact - start < -MOST || exact - start > MOST)
        return false;
    memset(&d, 0, sizeof d);
    memset(acc, 0, sizeof acc);
    memset(sum, 0, sizeof sum);
    d.cmd.exec_size = 1;
    d.cmd.saturate = in[2];
    d.cmd.acc_type = is_signed ? DPAS_ACC_S32 : DPAS_ACC_U32;
    acc[0] = (uint32_t)(uint64_t)start;
    sum[0] = (int32_t)(exact - start);
    dpas_finish(&p, &d, acc, sum, dst);
    out[0] = dst[0];
    return true;
}
