/*
 * clears.h - how long the clear of a frame takes, on the golden model.
 */
#ifndef DEPTHCULL_CLEARS_H
#define DEPTHCULL_CLEARS_H

#include <stdbool.h>
#include <stdint.h>

struct depthcull_clears {
    uint32_t clears,
        written;             /* how many; tiles that are in the cache at each, written and unsent */
    uint32_t usual, longest; /* cycles from one that is taken to a block that takes primitives */
    uint32_t sweeps;         /* how many take longer than the usual */
};

/* Clears of 1920x1088 pixels with the cache of figures, twice round the epochs; false: out of memory, or the block hangs. */
bool depthcull_time_clears(struct depthcull_clears *c);

#endif
