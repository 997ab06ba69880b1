/* sparse.c - pair selection and the two flags. */
#include "bypass/sparse.h"

#include "numerics/numerics.h"

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

/* The least magnitude pattern that is no finite number; integers have none. */
static uint32_t first_special(uint32_t type)
{
    return type == SPARSE_F32    ? 0x7F800000
           : type == SPARSE_F16  ? 0x7C00
           : type == SPARSE_BF16 ? 0x7F80
                                 : UINT32_MAX;
}

struct sparse_row sparse_look(uint32_t type, const uint32_t *row, uint32_t k_len, uint64_t map,
                              bool polarity, bool generate)
{
    const uint32_t sign = type <= SPARSE_S8 ? 0 : UINT32_C(1) << (sparse_bits(type) - 1);
    const uint32_t special = first_special(type);
    uint64_t zeros = 0, specials = 0, signs = 0;
    struct sparse_row r;

    for (uint32_t k = 0; k < k_len; ++k) {
        const uint32_t x = sparse_element(type, row, k), magnitude = x & ~sign;

        zeros |= (uint64_t)(magnitude == 0) << k;
        specials |= (uint64_t)(magnitude >= special) << k;
        signs |= (uint64_t)((x & sign) != 0) << k;
    }
    r.marked = generate ? ~zeros & sparse_ones(k_len) : sparse_map(map, polarity, k_len);
    r.nonzero = r.marked & ~zeros;
    r.special = r.marked & specials;
    r.negative = signs & (r.marked | zeros);
    return r;
}

bool sparse_poison(const struct sparse_row *a, const struct sparse_row *b)
{
    return ((a->special & ~b->nonzero) | (b->special & ~a->nonzero)) != 0;
}

bool sparse_plus0(const struct sparse_row *a, const struct sparse_row *b, uint32_t k_len)
{
    for (uint32_t k = k_len; k-- > 0;) {
        if (a->nonzero & b->nonzero & UINT64_C(1) << k)
            return false;
        if (!((a->negative ^ b->negative) >> k & 1))
            return true;
    }
    return false;
}
