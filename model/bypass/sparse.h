/*
 * sparse.h - which pairs of a row of A and a column of B are multiplied, and the flags for the
 * pairs that zeros remove: the rules of "Pair selection and the two flags" in README.md, as pure
 * functions. Used by bypass and by loopback.
 */
#ifndef ASSAY_SPARSE_H
#define ASSAY_SPARSE_H

#include <stdbool.h>
#include <stdint.h>

#include "type/assay_type.h"
#include "type/bits.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Codes of element types in commands, as in dpas. */
enum sparse_type { SPARSE_U8 = 4, SPARSE_S8 = 5, SPARSE_BF16 = 6, SPARSE_F16 = 7, SPARSE_F32 = 8 };

/* The code of a format. A format that is none of these gets a code that is not legal. */
static inline uint8_t sparse_type_code(enum assay_type t)
{
    return (uint8_t)t;
}

enum { SPARSE_MAX_K = 64, SPARSE_ROW_WORDS = SPARSE_MAX_K };

/* u8 and s8 in any mix, or a float type with itself. */
bool sparse_pair_legal(uint32_t a_type, uint32_t b_type);

/* Bits of an element of a legal type: 8, 16 or 32. */
static inline uint32_t sparse_bits(uint32_t type)
{
    return assay_type_bits((enum assay_type)type);
}

/* Element k of a packed row, zero-extended. */
static inline uint32_t sparse_element(uint32_t type, const uint32_t *row, uint32_t k)
{
    return type <= SPARSE_S8    ? row[k / 4] >> k % 4 * 8 & 0xFF
           : type <= SPARSE_F16 ? row[k / 2] >> k % 2 * 16 & 0xFFFF
                                : row[k];
}

/* All bits are zero; in a float, all but the sign. */
bool sparse_is_zero(uint32_t type, uint32_t element);

/*
 * An element widened for multiplication: an integer sign- or zero-extended to 32 bits, a float as
 * f32.
 */
uint32_t sparse_widen(uint32_t type, uint32_t element);

/* One bit per element of a row or column, as the maps see it; 0 at and above k_len. */
struct sparse_row {
    uint64_t marked;   /* the map marks it as non-zero */
    uint64_t nonzero;  /* marked, and its value is not zero */
    uint64_t special;  /* marked, and an infinity or NaN */
    uint64_t negative; /* its sign; 0 if it is non-zero but marked as zero: it counts as +0 */
};

/* `row` is packed; `map` and `polarity` are ignored with `generate`. The type must be legal, and
 * k_len at most SPARSE_MAX_K. */
struct sparse_row sparse_look(uint32_t type, const uint32_t *row, uint32_t k_len, uint64_t map,
                              bool polarity, bool generate);

/* The map with 1 for non-zero, and 0 at and above k_len. */
static inline uint64_t sparse_map(uint64_t map, bool polarity, uint32_t k_len)
{
    return (polarity ? ~map : map) & low_ones(k_len);
}

/* True if at some k one element is zero and the other an infinity or NaN. */
bool sparse_poison(const struct sparse_row *a, const struct sparse_row *b);

/* True if after the last k at which both elements are non-zero, or anywhere if there is no such
 * k, there is a k at which the product is +0. */
bool sparse_plus0(const struct sparse_row *a, const struct sparse_row *b, uint32_t k_len);

#ifdef __cplusplus
}
#endif

#endif
