/* rows.h - draws random rows of A and columns of B with their maps, for bypass and loopback. */
#ifndef BYPASS_ROWS_H
#define BYPASS_ROWS_H

#include "base/rng.h"
#include "bypass/sparse.h"

/* How a map relates to the values. */
enum bypass_map_style {
    BYPASS_MAP_EXACT,
    BYPASS_MAP_EXTRA,  /* marks some zeros as non-zero */
    BYPASS_MAP_PRUNED, /* marks some non-zeros as zero */
    BYPASS_MAP_RANDOM, /* any bits */
    BYPASS_MAP_STYLES
};

struct bypass_rows {
    uint8_t zeros;   /* percentage of zero elements */
    uint8_t style;   /* enum bypass_map_style */
    uint8_t corners; /* percentage of corner values among the other elements */
    bool tiny;       /* floats that are not zero are subnormal, so that all products underflow */
};

/* Draws a shape with 0 to 100 percent zeros; `corner` is the knob. */
struct bypass_rows bypass_rows_draw(struct assay_rng *r, uint32_t corner);

/* Draws a legal pair of types, or arbitrary type codes if `spoiled`. */
void bypass_types_draw(struct assay_rng *r, bool spoiled, uint8_t *a_type, uint8_t *b_type);

/* Draws a legal k_len. `kind`, 0..5, selects the
 * longest, one, or a length that favours short ones. */
uint8_t bypass_k_len_draw(struct assay_rng *r, uint32_t kind, uint32_t kmax);
/* Draws an illegal k_len. */
uint8_t bypass_bad_k_len_draw(struct assay_rng *r, uint32_t kmax);
/* Draws a map length that is legal for k_len, or any length if it is ignored. */
uint8_t bypass_map_len_draw(struct assay_rng *r, bool ignored, uint32_t k_len);

/*
 * Draws a packed row of `words` words and its map. Bits of the row beyond k_len elements, and bits
 * of the map at and above k_len, are random. The type must be legal.
 */
void bypass_row_draw(struct assay_rng *r, const struct bypass_rows *shape, uint32_t type,
                     uint32_t k_len, bool polarity, uint32_t words, uint32_t *row, uint64_t *map);

#endif
