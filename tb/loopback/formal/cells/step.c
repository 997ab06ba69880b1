/*
 * step.c - for floats, what loopback_pe makes of its accumulator in a cycle with one pair is what
 * the model makes of it in a tile with this pair alone; without a pair, the accumulator stays.
 *
 * The register of the accumulator is an input, and so is the pair, for which see pair.c. The fma
 * is cut out on both sides: the model's has the pair and the accumulator as operands. That those of
 * the RTL are the same is not part of it.
 *
 *     top:    loopback_pe
 *     rtl:    rtl/loopback/loopback_pe.v rtl/lib/lowest_one.v rtl/lib/fp_fma.v rtl/lib/fp_round.v
 *     model:  model/loopback/loopback_math.c model/bypass/sparse.c model/numerics/convert.c
 *     model:  model/type/assay_type.c
 *     cases:  KMAX=64, KMAX=32, KMAX=8
 *     cut:    held_left held_acc a b fused
 *     show:   next_acc fuse acc
 *     in:     first pairs:KMAX held_left.i:KMAX start_acc:32 held_acc.i:32 a.i:32 b.i:32
 *     in:     is_float skip_zeros fused.i:32
 *     out:    next_acc:32 fuse acc:32
 *     except: last result
 *     plant:  tb/loopback/faults/zero_pair_added.patch
 */
#include "loopback/formal/cells/step.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    return in[IS_FLOAT] && step(in, out);
}
