/*
 * corners.h - coverage of corner values, for a block without groups of its own (assay_block.corners).
 *
 * The group `corners` crosses the payload fields of all sinks with the corners; a value can be several of
 * them, and a field of any width can take each. Accepted transfers are counted.
 */
#ifndef ASSAY_CORNERS_H
#define ASSAY_CORNERS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/cover_group.h"

struct assay_block;

/* The group, made at the first call and kept as long as the program runs. NULL if the block has no field,
 * or memory is out. */
const struct assay_cover_group *assay_corners_group(const struct assay_block *b);

/* Add the transfers of `n` cycles, a mask of streams each, to the group's counters: at most
 * ASSAY_CORNERS_AT_ONCE cycles. `width` is of the block's ports. */
enum { ASSAY_CORNERS_AT_ONCE = 256 };
void assay_corners_hits(const struct assay_block *b, const unsigned *width,
                        const uint8_t *const *in, const uint64_t *transfers, size_t n,
                        uint64_t *count);
/* The same of one stream, and up to 64 cycles whose inputs are side by side: a bit is 1 for a cycle in which it
 * had a transfer. */
void assay_corners_part(const struct assay_block *b, const unsigned *width, unsigned stream,
                        const uint8_t *in, uint64_t cycles, uint64_t *count);

#endif
