/* interp_bar.h - the result of a barrier of a group, computed with the host's arithmetic. */
#ifndef CORE_INTERP_BAR_H
#define CORE_INTERP_BAR_H

#include <stdbool.h>
#include <stdint.h>

/* Computes the merged result. Operation and type are encoded as for the gateway. `value` has one
 * value per warp, in order, for 1 to 16 warps; `sum` is the predicate sum. Returns false for what no
 * gateway computes, such as the variance of a pair. */
bool core_interp_merge(uint32_t op, uint32_t type, const uint64_t *value, uint32_t warps,
                       uint32_t sum, uint64_t *result);

#endif
