/*
 * draw.h - draws a frame through the block repeatedly, one pass for each choice of tests. A pass is
 * a fast clear, the primitives, a flush, and the read-out of all tiles.
 */
#ifndef DEPTHCULL_DRAW_H
#define DEPTHCULL_DRAW_H

#include "engine/block.h"
#include "scene/frame.h"

struct depthcull_pass {
    uint8_t enable;
    /* Results of the pass. */
    uint64_t cycles;      /* from the end of the clear to the last result */
    uint64_t drawn_lines; /* lines read and written by memory in these cycles */
    uint64_t lines;       /* the same, until memory had the whole image */
    uint64_t plain_lines; /* the same, for an uncompressed buffer */
    uint64_t decided[DEPTHCULL_DECISIONS][DEPTHCULL_TESTS];
    uint64_t differing; /* pixels that differ from the expected image */
    uint32_t x, y;      /* the first of these */
    uint32_t got, wanted;
    uint64_t mask_sum; /* checksum over all pass masks */
    bool finished;
};

struct depthcull_draw {
    const struct scene_frame *frame;
    uint8_t func;
    uint32_t clear;
    const uint32_t *expected; /* frame.pitch * frame.rows depths */
    struct depthcull_pass *pass;
    size_t passes;
    uint32_t *image; /* receives the depths of the first pass; NULL: not wanted */
    /* Called for each result of the first pass; NULL: not wanted. */
    void (*see)(void *arg, const struct scene_prim *prim, const struct depthcull_result *result);
    void *see_arg;
    uint64_t done;     /* primitives decided in all passes so far */
    const char *wrong; /* a protocol error seen by memory; NULL: none */
};

/* Computes the lines that memory would read and write until it has the whole image, for an
 * uncompressed buffer behind the same cache. Each tile has as many lines as a PIXELS record; they
 * all count at a miss, at the eviction of a written tile, and at a clear. `wrote` tells which
 * primitives write pixels. Returns false if out of memory. */
bool depthcull_plain_lines(const struct scene_frame *frame, const uint8_t *wrote, uint64_t *lines);

/* A scenario that ends by itself. Its env->user is a struct depthcull_draw. */
extern const struct assay_scenario depthcull_draw_scenario;

/* Returns "range" to "claim5" for DEPTHCULL_RANGE to
 * DEPTHCULL_CLAIM5, and "function" and "empty". */
const char *depthcull_test_name(uint32_t test);

/* Returns the enable bits of the tests that are sound in the arithmetic of `p`. */
uint8_t depthcull_sound(const struct depthcull_params *p);

#endif
