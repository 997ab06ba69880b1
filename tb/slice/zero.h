/*
 * zero.h - arrays whose zero lines the cache does not move (model/zcache). Each gets a surface.
 * All surfaces share one map of metadata, in the space of metadata, which no access of a kernel
 * reaches: a line's entry is at its address / SLICE_ZERO_BLOCK, so that bit i of the map is the
 * zero bit of line i of memory.
 */
#ifndef SLICE_ZERO_H
#define SLICE_ZERO_H

#include <stdint.h>

#include "slice/slice.h"

enum {
    SLICE_ZERO_BLOCK = 4, /* lines in a codec block */
    SLICE_ZERO_BYTES = SLICE_ZERO_BLOCK * SLICE_LINE,
    SLICE_ZERO_MOST = 8 /* surfaces that a slice can have */
};

struct slice_zero {
    struct slice_surface surface[SLICE_ZERO_MOST];
    uint32_t n;     /* arrays; those beyond SLICE_ZERO_MOST have no surface here */
    uint32_t lines; /* of metadata */
    uint32_t map[];
};

/* Allocates for memory of `bytes`; NULL: out of memory. The caller frees it. */
struct slice_zero *slice_zero_new(uint32_t bytes);
/* Adds an array. Its first byte and size must be multiples of SLICE_ZERO_BYTES. */
void slice_zero_add(struct slice_zero *z, uint32_t first, uint32_t bytes);

/* Sets the map from memory, for surfaces that are about to be enabled: lines that are zero need
 * not be read even once. */
void slice_zero_begin(struct slice_zero *z, const uint32_t *memory);
/* A line of metadata; NULL: there is none at this address. */
uint32_t *slice_zero_line(struct slice_zero *z, uint32_t addr);
/* Makes memory what kernels see: lines that the map says are zero become zero. Everything must
 * have been flushed. */
void slice_zero_end(const struct slice_zero *z, uint32_t *memory);

#endif
