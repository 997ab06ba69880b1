/*
 * segments.h - activations of values from all segments of the tables of sigmoid and tanh, some of
 * which random sums hardly reach. A row of such values is written, then a row of zeros. Then comes
 * a message with the values as src0 and the zeros as operands, so that the values are activated as
 * they are, unless another message changes the rows in between.
 */
#ifndef COMPUTE_BLOCK_SEGMENTS_H
#define COMPUTE_BLOCK_SEGMENTS_H

#include "base/rng.h"
#include "compute_block/compute_block.h"

struct cb_segments {
    struct assay_rng rng;
    uint32_t lanes;
    enum { CB_SEGMENTS_REST, CB_SEGMENTS_ZEROS, CB_SEGMENTS_READY } step; /* what comes next */
    bool is_tanh;
    uint16_t values, zeros; /* rows */
};

void cb_segments_begin(struct cb_segments *s, uint32_t lanes, uint64_t seed);
/* Draws a write to one of `rows` rows from `base` on. Returns false if none is due. */
bool cb_segments_write(struct cb_segments *s, uint32_t base, uint32_t rows,
                       struct compute_block_wr *wr);
/* Replaces a message that is in no chain, if the rows are written. Its PR and tag stay. */
void cb_segments_message(struct cb_segments *s, struct compute_block_msg *msg);

#endif
