/*
 * round.c - fdot_round gives the same results as the model: infinities, NaNs and rounded sums.
 *
 * Nothing is claimed for the least sum of its width: terms in sign and magnitude cannot produce it.
 *
 *     top:    fdot_round
 *     rtl:    rtl/fdot/fdot_round.v rtl/lib/lzc.v
 *     model:  model/fdot/number.c model/fdot/cdna.c model/numerics/f32_add.c
 *     model:  model/numerics/f32_mul.c model/numerics/convert.c
 *     cases:  W=30, W=31, W=32, W=33, W=34
 *     in:     nan plus_inf minus_inf exp:10 sum:W out:2
 *     out:    y:32
 *     slow
 *     plant:  tb/fdot/faults/ties_up.patch
 */
/* For the table `roundings`. */
#include "fdot/arithmetic.c"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    static const uint8_t outputs[4] = {ASSAY_FDOT_OUT_F32, ASSAY_FDOT_OUT_F16, ASSAY_FDOT_OUT_E8M13,
                                       ASSAY_FDOT_OUT_F32};
    const struct fdot_special special = {.nan = in[0], .plus = in[1], .minus = in[2]};
    const uint64_t sign = UINT64_C(1) << (W - 1);
#if W > 32
    const uint64_t pattern = in[4] | (uint64_t)in[5] << 32;
    const enum assay_fdot_output output = (enum assay_fdot_output)outputs[in[6]];
#else
    const uint64_t pattern = in[4];
    const enum assay_fdot_output output = (enum assay_fdot_output)outputs[in[5]];
#endif
    const int64_t sum = (int64_t)((pattern ^ sign) - sign);

    out[0] = fdot_is_special(&special) ? fdot_special_result(&special, output, NAN_F32)
                                       : fdot_round(&roundings[output], sum, (int)in[3] - 508 - 25);
    return pattern != sign;
}
