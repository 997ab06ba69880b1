/* f32_fma.c - fused multiply-add. */
#include "numerics/internal.h"

/* a, b or c is not finite. */
static uint32_t fma_special(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t product = ((a ^ b) & 0x80000000) | ASSAY_F32_INF;

    if (assay_f32_is_nan(a) || assay_f32_is_nan(b) || assay_f32_is_nan(c))
        return ASSAY_F32_NAN;
    if (f32_is_finite(a) && f32_is_finite(b))
        return c;
    if (assay_f32_is_zero(a) || assay_f32_is_zero(b))
        return ASSAY_F32_NAN;
    return f32_is_finite(c) || c == product ? product : ASSAY_F32_NAN;
}

/* sig * 2^exp */
struct product {
    uint32_t sign;
    int32_t exp;
    uint64_t sig; /* 2^46 <= sig < 2^48 */
};

/* The product of two finite, non-zero numbers. */
static inline struct product multiply(uint32_t a, uint32_t b)
{
    const struct f32_parts x = f32_unpack(a), y = f32_unpack(b);

    return (struct product){f32_sign(a ^ b), x.exp + y.exp, (uint64_t)x.sig * y.sig};
}

/* c must be finite. */
static inline uint32_t add(struct product p, uint32_t c)
{
    struct f32_parts z;

    if (assay_f32_is_zero(c))
        return round_pack(p.sign, p.exp, p.sig, F32_FORMAT);
    z = f32_unpack(c);
    return f32_round_sum(p.sign, p.exp - 14, p.sig << 14, z.sign, z.exp - 38,
                         (uint64_t)z.sig << 38);
}

uint32_t assay_f32_fma(uint32_t a, uint32_t b, uint32_t c)
{
    if (!f32_is_finite(a) || !f32_is_finite(b) || !f32_is_finite(c))
        return fma_special(a, b, c);
    if (assay_f32_is_zero(a) || assay_f32_is_zero(b))
        return assay_f32_is_zero(c) ? f32_sign(a ^ b) << 31 & c : c;
    return add(multiply(a, b), c);
}

void assay_f32_fma_column(const uint32_t *a, uint32_t b, uint32_t c, uint32_t n, uint32_t *out)
{
    const bool plain =
        f32_is_finite(b) && f32_is_finite(c) && !assay_f32_is_zero(b) && !assay_f32_is_zero(c);
    struct f32_parts y = {0, 0, 0}, z = {0, 0, 0};

    if (plain) {
        y = f32_unpack(b);
        z = f32_unpack(c);
    }
    for (uint32_t i = 0; i < n; ++i) {
        struct f32_parts x;

        if (!plain || !f32_is_finite(a[i]) || assay_f32_is_zero(a[i])) {
            out[i] = assay_f32_fma(a[i], b, c);
            continue;
        }
        x = f32_unpack(a[i]);
        out[i] = f32_round_sum(x.sign ^ y.sign, x.exp + y.exp - 14, ((uint64_t)x.sig * y.sig) << 14,
                               z.sign, z.exp - 38, (uint64_t)z.sig << 38);
    }
}

void assay_f32_fma_row(uint32_t a, uint32_t b, const uint32_t *c, uint32_t n, uint32_t *out)
{
    const bool finite = f32_is_finite(a) && f32_is_finite(b);
    const bool zero = assay_f32_is_zero(a) || assay_f32_is_zero(b);
    struct product p = {0, 0, 0};

    if (finite && !zero)
        p = multiply(a, b);
    for (uint32_t i = 0; i < n; ++i) {
        if (!finite || !f32_is_finite(c[i]))
            out[i] = fma_special(a, b, c[i]);
        else if (!zero)
            out[i] = add(p, c[i]);
        else
            out[i] = assay_f32_is_zero(c[i]) ? f32_sign(a ^ b) << 31 & c[i] : c[i];
    }
}
