/*
 * flags.c - sparse_flags computes sparse_poison and
 * sparse_plus0 of rows in the form made by sparse_look.
 *
 *     top:    sparse_flags
 *     rtl:    rtl/bypass/sparse_flags.v
 *     model:  model/bypass/sparse.c model/numerics/convert.c model/type/assay_type.c
 *     cases:  KMAX=64, KMAX=32, KMAX=8
 *     in:     k_len:7 zero_a:KMAX sign_a:KMAX special_a:KMAX zero_b:KMAX sign_b:KMAX special_b:KMAX
 *     out:    poison plus0
 *     plant:  tb/bypass/faults/poison_one_sided.patch
 */
#include "bypass/sparse.h"

bool spec(const uint32_t *in, uint32_t *out);

enum { WORDS = (KMAX + 31) / 32 };

static uint64_t get(const uint32_t *in, unsigned i)
{
    return in[1 + WORDS * i] | (WORDS == 2 ? (uint64_t)in[WORDS * (i + 1)] << 32 : 0);
}

static bool is_row(const struct sparse_row *r, uint32_t k_len, uint64_t zero)
{
    return ((zero | r->negative | r->special) & ~low_ones(k_len)) == 0 && (r->special & zero) == 0;
}

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t k_len = in[0];
    const uint64_t ones = low_ones(k_len), a_zero = get(in, 0), b_zero = get(in, 3);
    const struct sparse_row a = {.marked = ones & ~a_zero,
                                 .nonzero = ones & ~a_zero,
                                 .negative = get(in, 1),
                                 .special = get(in, 2)};
    const struct sparse_row b = {.marked = ones & ~b_zero,
                                 .nonzero = ones & ~b_zero,
                                 .negative = get(in, 4),
                                 .special = get(in, 5)};

    if (k_len > KMAX || !is_row(&a, k_len, a_zero) || !is_row(&b, k_len, b_zero))
        return false;
    out[0] = sparse_poison(&a, &b);
    out[1] = sparse_plus0(&a, &b, k_len);
    return true;
}
