/*
 * step.c - what loopback_pe adds for one pair is what loopback_compute adds for a tile of one, of integers; and where
 * what fp_fma gives counts, of floats.
 *
 * The pair that select.c finds and the result of the fma are inputs here. k is one value: the model's sum is over them.
 *
 *     top:    loopback_pe
 *     rtl:    rtl/loopback/loopback_pe.v rtl/lib/lowest_one.v rtl/lib/fp_fma.v rtl/lib/fp_round.v rtl/lib/lzc.v
 *     model:  model/loopback/loopback_math.c model/bypass/sparse.c model/numerics/f32_fma.c
 *     model:  model/numerics/convert.c model/type/assay_type.c
 *     cut:    held_left held_acc a b fused
 *     show:   next_acc
 *     cases:  KMAX=8
 *     in:     first start_acc:32 pairs:KMAX is_float skip_zeros poison plus0 held_left.i:KMAX held_acc.i:32
 *     in:     a.i:32 b.i:32 fused.i:32
 *     out:    next_acc:32 result:32
 *     except: last
 *     each:   a.i[8:0]
 *     plant:  tb/loopback/faults/zero_pair_added.patch
 */
#include <string.h>

#include "loopback/loopback.h"

bool spec(const uint32_t *in, uint32_t *out);

/* An element as a row holds it. */
static bool is_widened(uint32_t x)
{
    return x <= 0xFF || x >= UINT32_C(0xFFFFFF80);
}

static uint32_t integer_step(uint32_t a, uint32_t b, uint32_t acc)
{
    const struct loopback_params p = {.rows = 1, .cols = 1, .kmax = KMAX};
    struct loopback_cmd cmd;
    struct loopback_side x, y;
    uint32_t c[LOOPBACK_MAX_ROWS][LOOPBACK_MAX_COLS], d[LOOPBACK_MAX_ROWS][LOOPBACK_MAX_COLS];

    memset(&cmd, 0, sizeof cmd);
    memset(&x, 0, sizeof x);
    memset(&y, 0, sizeof y);
    cmd.a_type = cmd.b_type = SPARSE_S8;
    cmd.k_len = 1;
    x.value[0][0] = a;
    y.value[0][0] = b;
    c[0][0] = acc;
    loopback_compute(&p, &cmd, &x, &y, (const uint32_t(*)[LOOPBACK_MAX_COLS])c, d);
    return d[0][0];
}

static bool is_zero(uint32_t x)
{
    return (x & 0x7FFFFFFF) == 0;
}

bool spec(const uint32_t *in, uint32_t *out)
{
    const bool first = in[0], is_float = in[3], skip_zeros = in[4], poison = in[5], plus0 = in[6];
    const uint32_t acc = first ? in[1] : in[8], left = first ? in[2] : in[7];
    const uint32_t a = in[9], b = in[10], fused = in[11];
    uint32_t next = acc;

    if (!is_float && left && !(is_widened(a) && is_widened(b)))
        return false;
    if (left && !is_float)
        next = integer_step(a, b, acc);
    else if (left && !(skip_zeros && (is_zero(a) || is_zero(b))))
        next = fused;
    out[0] = next;
    out[1] = poison ? UINT32_C(0x7FC00000) : plus0 && next == UINT32_C(0x80000000) ? 0 : next;
    return true;
}
