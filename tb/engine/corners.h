/*
 * corners.h - coverage of corner values, for a block without groups of its own
 * (assay_block.corners).
 *
 * The group `corners` crosses the payload fields of all sinks with the corners. A value can be
 * several corners at once, and a field of any width can hit each corner. Accepted transfers are
 * counted.
 */
#ifndef ASSAY_CORNERS_H
#define ASSAY_CORNERS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/cover_group.h"

struct assay_block;

/* The group, built at the first call and kept until the program ends. NULL if the block has no such
 * field, or if out of memory. */
const struct assay_cover_group *assay_corners_group(const struct assay_block *b);

/* Adds the transfers of `n` cycles to the group's counters; transfers[k] is the mask of streams
 * with a transfer in cycle k. At most ASSAY_CORNERS_AT_ONCE cycles. `width` holds the widths of the
 * block's ports. */
enum { ASSAY_CORNERS_AT_ONCE = 256 };
void assay_corners_hits(const struct assay_block *b, const unsigned *width,
                        const uint8_t *const *in, const uint64_t *transfers, size_t n,
                        uint64_t *count);
/* The same for one stream and up to 64 cycles whose inputs are contiguous from `in` on: bit k of
 * `cycles` is 1 if the stream had a transfer in cycle k. */
void assay_corners_part(const struct assay_block *b, const unsigned *width, unsigned stream,
                        const uint8_t *in, uint64_t cycles, uint64_t *count);

#endif
