/*
 * fma_round.c - fp_round of as many bits of a number as fp_fma has is round_pack of all of them
 * (see fma.h).
 *
 * `all` is the number in units of 2^(exp-177-below). Each part of the proof fixes `below` and the
 * highest one of `all`.
 *
 *     top:    fp_round
 *     rtl:    rtl/lib/fp_round.v
 *     cases:  W=52
 *     in:     nan inf sign exp:9 sig:52 all.m:63 below.m:8
 *     out:    y:32
 *     each:   below.m
 *     first:  all.m
 *     slow
 *     plant:  tb/fp/faults/round_ties_up.patch
 */
#include "fp/formal/cells/fma.h"

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t exp = in[3];
    const uint64_t sig = in[4] | (uint64_t)in[5] << 32, all = in[6] | (uint64_t)in[7] << 32;
    const int32_t below = (int32_t)in[8] - 3;
    const uint64_t integer = below < 0 ? all << -below : below < 64 ? all >> below : 0;
    const bool lost = below >= 64 ? all != 0 : below > 0 && integer << below != all;

    out[0] = all ? round_pack(in[2], (int32_t)exp - 177 - below, all, F32_FORMAT) : in[2] << 31;
    return !in[0] && !in[1] && exp < 510 && (below >= 0 || all >> 48 == 0) &&
           sig == (integer | lost) && is_enough(exp, integer, lost);
}
