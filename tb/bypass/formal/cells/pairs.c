/*
 * pairs.c - bypass_pairs gives the pair that the model gives next, and keeps the pairs that the
 * model keeps.
 *
 * Its registers are inputs. The rows are given as elements, as sparse_row splits them; the flags of
 * the whole row are those of sparse_flags.
 *
 *     top:    bypass_pairs
 *     rtl:    rtl/bypass/bypass_pairs.v rtl/bypass/sparse_flags.v rtl/lib/lowest_one.v
 *     model:  model/bypass/bypass.c model/bypass/sparse.c model/numerics/convert.c
 *     model:  model/type/assay_type.c
 *     cases:  KMAX=64, KMAX=32, KMAX=8
 *     cut:    a_row b_column left flags any_poison any_plus0
 *     show:   rest
 *     in:     a_row.i:32*KMAX b_column.i:32*KMAX left.i:KMAX flags.i any_poison.i any_plus0.i
 *     out:    k:6 a:32 b:32 last none poison plus0 rest:KMAX
 *     sweep
 *     slow
 *     plant:  tb/bypass/faults/flags_with_every_pair.patch
 */
#include <assert.h>
#include <string.h>

#include "bypass/bypass.h"

bool spec(const uint32_t *in, uint32_t *out);

enum { WORDS = (KMAX + 31) / 32, LEFT = 2 * KMAX, FLAGS = LEFT + WORDS };

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct bypass_params p = {.kmax = KMAX};
    struct bypass_outputs outputs;
    struct bypass_inputs inputs;
    struct bypass_state s;

    memset(&inputs, 0, sizeof inputs);
    bypass_init(&s, &p);
    s.busy = 1;
    s.work.req.mode = BYPASS_PAIRS;
    s.work.req.a_type = s.work.req.b_type = SPARSE_F32;
    s.work.req.k_len = KMAX;
    memcpy(s.work.a, in, 4 * KMAX);
    memcpy(s.work.b, in + KMAX, 4 * KMAX);
    s.work.left = in[LEFT] | (WORDS == 2 ? (uint64_t)in[LEFT + WORDS - 1] << 32 : 0);
    s.work.poison = in[FLAGS] && in[FLAGS + 1];
    s.work.plus0 = in[FLAGS] && in[FLAGS + 2];
    bypass_step(&s, &inputs, &outputs);
    out[0] = s.pair.k;
    out[1] = s.pair.a;
    out[2] = s.pair.b;
    out[3] = s.pair.last;
    out[4] = s.pair.none;
    out[5] = s.pair.poison;
    out[6] = s.pair.plus0;
    out[7] = (uint32_t)s.work.left;
    if (WORDS == 2)
        out[8] = (uint32_t)(s.work.left >> 32);
    assert(s.pair_valid && s.busy == !s.pair.last);
    return true;
}
