/* interp_bar.h - what a barrier of a group gives, with the host's own arithmetic. */
#ifndef CORE_INTERP_BAR_H
#define CORE_INTERP_BAR_H

#include <stdbool.h>
#include <stdint.h>

/* Operation and type as the gateway has them. One value a warp, in the order of warps, of which there
 * are 1 to 16; `sum` is the predicate sum. False for what this does not know: a variance or a mean
 * of 64 bits, and variances of integers. */
bool core_interp_merge(uint32_t op, uint32_t type, const uint64_t *value, uint32_t warps,
                       uint32_t sum, uint64_t *result);

#endif
