/*
 * bounds.h - checks that every access of a slice to global memory lies in an array of its launch.
 * The check looks at the state of the golden model when an access or a move is issued, at the bytes
 * of each lane and item. The model itself is not aware of it.
 */
#ifndef SLICE_BOUNDS_H
#define SLICE_BOUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "slice/slice.h"

/* The bytes of an array from `first` up to, but not including, `end`. */
struct slice_extent {
    const char *name; /* NULL for the only extent if that is memory itself */
    uint32_t first, end;
};

enum slice_access_kind { SLICE_LOAD, SLICE_STORE, SLICE_ATOMIC, SLICE_MOVE_IN, SLICE_MOVE_OUT };

struct slice_access {
    enum slice_access_kind kind;
    int64_t addr;
    uint32_t bytes, group;
    uint16_t pc;
    uint8_t warp, lane; /* warp within the group; lane, or item of a move */
};

/* Call before each cycle. Returns true with the first access that lies in none of the `n`
 * arrays. These must be in ascending order. */
bool slice_bounds_broken(const struct slice_state *s, const struct slice_extent *extent, uint32_t n,
                         struct slice_access *access);

/* Call before each cycle too, to know what came first. Returns true with the trap of a group. */
bool slice_bounds_trapped(const struct slice_state *s, struct slice_done *trap);

/* Formats "a load of 4 bytes at 0x11000, group 0, warp 0, lane 0, outside of all arrays: ...". */
void slice_bounds_describe(const struct slice_access *a, const struct slice_extent *extent,
                           uint32_t n, char *text, size_t size);

#endif
