/* rows.h - random rows of A and columns of B with their maps, for bypass and loopback. */
#ifndef BYPASS_ROWS_H
#define BYPASS_ROWS_H

#include "base/rng.h"
#include "bypass/sparse.h"

/* How a map stands to the values. */
enum bypass_map_style {
    BYPASS_MAP_EXACT,
    BYPASS_MAP_EXTRA,  /* marks some zeros as non-zero */
    BYPASS_MAP_PRUNED, /* marks some non-zeros as zero */
    BYPASS_MAP_RANDOM, /* any bits */
    BYPASS_MAP_STYLES
};

struct bypass_rows {
    uint8_t zeros;   /* percent of the elements */
    uint8_t style;   /* enum bypass_map_style */
    uint8_t corners; /* percent of the other elements */
};

/* A draw that reaches 0 and 100 percent of zeros; `corner` is the knob. */
struct bypass_rows bypass_rows_draw(struct assay_rng *r, uint32_t corner);

/* A legal pair of types, and in `spoiled` any codes at all. */
void bypass_types_draw(struct assay_rng *r, bool spoiled, uint8_t *a_type, uint8_t *b_type);

/* A legal k_len, by `kind`, 0..5: the longest, one, and short ones more often than long ones. */
uint8_t bypass_k_len_draw(struct assay_rng *r, uint32_t kind, uint32_t kmax);
/* A k_len that is not legal. */
uint8_t bypass_bad_k_len_draw(struct assay_rng *r, uint32_t kmax);
/* The length of a map, legal for k_len; with generate_map it is ignored, and any. */
uint8_t bypass_map_len_draw(struct assay_rng *r, bool generate_map, uint32_t k_len);

/*
 * A packed row of `words` words, all of it random, and its map, whose bits at and above k_len are
 * random too. The type is legal.
 */
void bypass_row_draw(struct assay_rng *r, const struct bypass_rows *shape, uint32_t type,
                     uint32_t k_len, bool polarity, uint32_t words, uint32_t *row, uint64_t *map);

#endif
