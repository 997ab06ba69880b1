/* sparse.c - pair selection and the two flags. */
#include "bypass/sparse.h"

#include "numerics/numerics.h"

_Static_assert((int)SPARSE_U8 == (int)ASSAY_TYPE_U8 && (int)SPARSE_F32 == (int)ASSAY_TYPE_F32,
               "the codes are the numbers of the types");

bool sparse_pair_legal(uint32_t a_type, uint32_t b_type)
{
    const bool a_int = a_type == SPARSE_U8 || a_type == SPARSE_S8;
    const bool b_int = b_type == SPARSE_U8 || b_type == SPARSE_S8;

    return (a_int && b_int) || (a_type == b_type && a_type >= SPARSE_BF16 && a_type <= SPARSE_F32);
}

bool sparse_is_zero(uint32_t type, uint32_t element)
{
    static const uint32_t mask[] = {[SPARSE_U8] = 0xFF,
                                    [SPARSE_S8] = 0xFF,
                                    [SPARSE_BF16] = 0x7FFF,
                                    [SPARSE_F16] = 0x7FFF,
                                    [SPARSE_F32] = 0x7FFFFFFF};

    return (element & mask[type]) == 0;
}

uint32_t sparse_widen(uint32_t type, uint32_t element)
{
    switch (type) {
    case SPARSE_S8:
        return (uint32_t)((int32_t)(element ^ 0x80) - 0x80);
    case SPARSE_BF16:
        return assay_bf16_to_f32((uint16_t)element);
    case SPARSE_F16:
        return assay_f16_to_f32((uint16_t)element);
    default:
        return element;
    }
}

/* One bit per element: zero; infinity or NaN; negative. */
struct values {
    uint64_t zeros, specials, signs;
};

/*
 * `special` is the least magnitude that is not finite. The function is inlined to make the widths
 * and masks constants: the model spends most of its time in this loop.
 */
static inline __attribute__((always_inline)) struct values
look_at(uint32_t type, const uint32_t *row, uint32_t k_len, uint32_t sign, uint32_t special)
{
    struct values v = {0, 0, 0};

    for (uint32_t k = 0; k < k_len; ++k) {
        const uint32_t x = sparse_element(type, row, k), magnitude = x & ~sign;

        v.zeros |= (uint64_t)(magnitude == 0) << k;
        v.specials |= (uint64_t)(magnitude >= special) << k;
        v.signs |= (uint64_t)((x & sign) != 0) << k;
    }
    return v;
}

static struct values look_at_type(uint32_t type, const uint32_t *row, uint32_t k_len)
{
    switch (type) {
    case SPARSE_BF16:
        return look_at(SPARSE_BF16, row, k_len, 0x8000, 0x7F80);
    case SPARSE_F16:
        return look_at(SPARSE_F16, row, k_len, 0x8000, 0x7C00);
    case SPARSE_F32:
        return look_at(SPARSE_F32, row, k_len, 0x80000000, 0x7F800000);
    default: /* integers have neither signs nor specials */
        return look_at(SPARSE_U8, row, k_len, 0, UINT32_MAX);
    }
}

struct sparse_row sparse_look(uint32_t type, const uint32_t *row, uint32_t k_len, uint64_t map,
                              bool polarity, bool generate)
{
    const struct values v = look_at_type(type, row, k_len);
    struct sparse_row r;

    r.marked = generate ? ~v.zeros & low_ones(k_len) : sparse_map(map, polarity, k_len);
    r.nonzero = r.marked & ~v.zeros;
    r.special = r.marked & v.specials;
    r.negative = v.signs & (r.marked | v.zeros);
    return r;
}

bool sparse_poison(const struct sparse_row *a, const struct sparse_row *b)
{
    return ((a->special & ~b->nonzero) | (b->special & ~a->nonzero)) != 0;
}

bool sparse_plus0(const struct sparse_row *a, const struct sparse_row *b, uint32_t k_len)
{
    const uint64_t products = a->nonzero & b->nonzero, ones = low_ones(k_len);
    const uint64_t to_last = products ? UINT64_MAX >> __builtin_clzll(products) : 0;

    return (~(a->negative ^ b->negative) & ones & ~to_last) != 0;
}
