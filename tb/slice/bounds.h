/*
 * bounds.h - whether what a slice accesses in global memory is in an array of its launch. Looked at in the golden model, as each
 * access and each move is issued, by the bytes of each lane and item; the model knows nothing of it.
 */
#ifndef SLICE_BOUNDS_H
#define SLICE_BOUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "slice/slice.h"

/* The bytes of an array from `first` up to, but not including, `end`. */
struct slice_extent {
    const char *name; /* NULL, where there is one: memory itself */
    uint32_t first, end;
};

enum slice_access_kind { SLICE_LOAD, SLICE_STORE, SLICE_ATOMIC, SLICE_MOVE_IN, SLICE_MOVE_OUT };

struct slice_access {
    enum slice_access_kind kind;
    int64_t addr;
    uint32_t bytes, group;
    uint16_t pc;
    uint8_t warp, lane; /* warp of the group; lane, or item of a move */
};

/* Before each cycle: true with the first access that is in none of the n arrays, which are in ascending order. */
bool slice_bounds_broken(const struct slice_state *s, const struct slice_extent *extent, uint32_t n,
                         struct slice_access *access);

/* "a load of 4 bytes at 0x11000, group 0, warp 0, lane 0, outside of all arrays: ..." */
void slice_bounds_describe(const struct slice_access *a, const struct slice_extent *extent,
                           uint32_t n, char *text, size_t size);

#endif
