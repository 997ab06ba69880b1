/*
 * clears.h - measures how long the clear of a frame takes in the golden model.
 */
#ifndef DEPTHCULL_CLEARS_H
#define DEPTHCULL_CLEARS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct depthcull_clears {
    /* Number of clears, and of tiles that are cached, written and unsent at each. */
    uint32_t clears, written;
    uint32_t usual, longest; /* cycles from a clear until the block accepts primitives */
    uint32_t sweeps;         /* number of clears that take longer than the usual time */
};

/* Times clears of 1920x1088 pixels with the cache of the figures, for twice the number of epochs.
 * Returns false with a message if out of memory or if the block hangs. */
bool depthcull_time_clears(struct depthcull_clears *c, char *why, size_t why_size);

#endif
