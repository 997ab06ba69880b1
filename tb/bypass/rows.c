#include "bypass/rows.h"

struct bypass_rows bypass_rows_draw(struct assay_rng *r, uint32_t corner)
{
    static const uint8_t zeros[] = {0, 0, 10, 25, 50, 75, 90, 98, 100};
    struct bypass_rows s;

    s.zeros = zeros[assay_rng_below(r, sizeof zeros)];
    s.style =
        assay_rng_below(r, 2) ? BYPASS_MAP_EXACT : (uint8_t)assay_rng_below(r, BYPASS_MAP_STYLES);
    s.corners = assay_rng_below(r, 2) ? 0 : (uint8_t)corner;
    s.tiny = assay_rng_below(r, 16) == 0;
    return s;
}

void bypass_types_draw(struct assay_rng *r, bool spoiled, uint8_t *a_type, uint8_t *b_type)
{
    if (spoiled) {
        *a_type = (uint8_t)assay_rng_below(r, 16);
        *b_type = (uint8_t)assay_rng_below(r, 16);
        return;
    }
    *a_type = (uint8_t)(SPARSE_U8 + assay_rng_below(r, 5));
    *b_type = *a_type <= SPARSE_S8 ? (uint8_t)(SPARSE_U8 + assay_rng_below(r, 2)) : *a_type;
}

/* A subnormal float with its highest one at any place. */
static uint32_t subnormal_element(struct assay_rng *r, uint32_t type)
{
    const uint32_t bits = sparse_bits(type);
    const uint32_t fraction = type == SPARSE_BF16 ? 7 : type == SPARSE_F16 ? 10 : 23;
    const uint32_t highest = assay_rng_below(r, fraction);
    const uint64_t any = assay_rng_u64(r);

    return (uint32_t)(any >> 63) << (bits - 1) | 1u << highest |
           ((uint32_t)any & ((1u << highest) - 1));
}

static uint32_t corner_element(struct assay_rng *r, uint32_t type)
{
    static const uint8_t ints[] = {1, 0x7F, 0x80, 0xFF};
    static const uint16_t f16[] = {0x7C00, 0x7C00, 0x7E00, 0x7C01, 0x0001,
                                   0x03FF, 0x0400, 0x7BFF, 0x3C00, 0x3C01};
    static const uint16_t bf16[] = {0x7F80, 0x7F80, 0x7FC0, 0x7F81, 0x0001,
                                    0x007F, 0x0080, 0x7F7F, 0x3F80, 0x3F81};
    static const uint32_t f32[] = {0x7F800000, 0x7F800000, 0x7FC00000, 0x7F800001, 0x00000001,
                                   0x007FFFFF, 0x00800000, 0x7F7FFFFF, 0x3F800000, 0x3F800001};
    const uint32_t sign = assay_rng_below(r, 2), at = assay_rng_below(r, 12);

    if (at >= 10 && type > SPARSE_S8)
        return subnormal_element(r, type);
    switch (type) {
    case SPARSE_BF16:
        return bf16[at] | sign << 15;
    case SPARSE_F16:
        return f16[at] | sign << 15;
    case SPARSE_F32:
        return f32[at] | sign << 31;
    default:
        return ints[at % 4];
    }
}

/* A float has a magnitude between 2^-3 and 2^5, so that sums cancel. */
static uint32_t ordinary_element(struct assay_rng *r, uint32_t type)
{
    const uint64_t bits = assay_rng_u64(r);
    const uint32_t x = (uint32_t)bits, exp = (uint32_t)(bits >> 32) & 7;

    switch (type) {
    case SPARSE_BF16:
        return (x & 0x807F) | (124 + exp) << 7;
    case SPARSE_F16:
        return (x & 0x83FF) | (12 + exp) << 10;
    case SPARSE_F32:
        return (x & 0x807FFFFF) | (124 + exp) << 23;
    default:
        return x & 0xFF ? x & 0xFF : 1;
    }
}

static uint32_t zero_element(struct assay_rng *r, uint32_t type)
{
    return type <= SPARSE_S8 ? 0 : assay_rng_below(r, 2) << (sparse_bits(type) - 1);
}

uint8_t bypass_k_len_draw(struct assay_rng *r, uint32_t kind, uint32_t kmax)
{
    return (uint8_t)(kind == 0   ? kmax
                     : kind == 1 ? 1
                     : kind <= 3 ? 1 + assay_rng_below(r, 8)
                                 : 1 + assay_rng_below(r, kmax));
}

uint8_t bypass_bad_k_len_draw(struct assay_rng *r, uint32_t kmax)
{
    return assay_rng_below(r, 2) ? 0 : (uint8_t)(kmax + 1 + assay_rng_below(r, 127 - kmax));
}

uint8_t bypass_map_len_draw(struct assay_rng *r, bool ignored, uint32_t k_len)
{
    if (ignored)
        return (uint8_t)assay_rng_below(r, 128);
    return (uint8_t)(assay_rng_below(r, 2) ? k_len : k_len + assay_rng_below(r, 128 - k_len));
}

void bypass_row_draw(struct assay_rng *r, const struct bypass_rows *shape, uint32_t type,
                     uint32_t k_len, bool polarity, uint32_t words, uint32_t *row, uint64_t *map)
{
    const uint32_t bits = sparse_bits(type);
    const uint64_t any = assay_rng_u64(r), half = assay_rng_u64(r);
    const uint64_t some = half & assay_rng_u64(r);
    uint64_t nonzero = 0;

    for (uint32_t i = 0; i < words; ++i)
        row[i] = (uint32_t)any ^ i * UINT32_C(0x9E3779B9);
    for (uint32_t k = 0; k < k_len; ++k) {
        const uint32_t at = k * bits / 32, shift = k * bits % 32;
        uint32_t x;

        if (assay_rng_percent(r, shape->zeros))
            x = zero_element(r, type);
        else if (shape->tiny && type > SPARSE_S8)
            x = subnormal_element(r, type);
        else if (assay_rng_percent(r, shape->corners))
            x = corner_element(r, type);
        else
            x = ordinary_element(r, type);
        nonzero |= (uint64_t)!sparse_is_zero(type, x) << k;
        row[at] = (row[at] & ~((uint32_t)low_ones(bits) << shift)) | x << shift;
    }
    if (shape->style == BYPASS_MAP_EXTRA)
        nonzero |= some;
    else if (shape->style == BYPASS_MAP_PRUNED)
        nonzero &= ~some;
    else if (shape->style == BYPASS_MAP_RANDOM)
        nonzero = any;
    nonzero = (nonzero & low_ones(k_len)) | (any & ~low_ones(k_len));
    *map = polarity ? ~nonzero : nonzero;
}
