/*
 * draw.h - a frame through the block, again and again, a pass for each choice of tests: a fast clear, the primitives, a flush, and
 * the read-out of all tiles.
 */
#ifndef DEPTHCULL_DRAW_H
#define DEPTHCULL_DRAW_H

#include "engine/block.h"
#include "scene/frame.h"

struct depthcull_pass {
    uint8_t enable;
    /* What came of it. */
    uint64_t cycles;      /* from the end of the clear to the last result */
    uint64_t drawn_lines; /* that memory read and wrote in these cycles */
    uint64_t lines;       /* the same until it had the whole image */
    uint64_t plain_lines; /* the same of an uncompressed buffer */
    uint64_t decided[DEPTHCULL_DECISIONS][DEPTHCULL_TESTS];
    uint64_t differing; /* pixels that are not those of the expected image */
    uint32_t x, y;      /* the first of them */
    uint32_t got, wanted;
    uint64_t mask_sum; /* over all pass masks */
    bool finished;
};

struct depthcull_draw {
    const struct scene_frame *frame;
    uint8_t func;
    uint32_t clear;
    const uint32_t *expected; /* frame.pitch * frame.rows depths */
    struct depthcull_pass *pass;
    size_t passes;
    uint32_t *image; /* the first pass's depths; NULL: not wanted */
    /* Each result of the first pass; NULL: not wanted. */
    void (*see)(void *arg, const struct scene_prim *prim, const struct depthcull_result *result);
    void *see_arg;
    uint64_t done;     /* primitives of all passes so far */
    const char *wrong; /* with memory; NULL: nothing */
};

/* Lines that memory reads and writes for an uncompressed buffer behind the same cache until it has the whole image: of a tile as many as of PIXELS,
 * all of them at a miss, when a tile that was written is evicted, and at a clear. `wrote` says which primitives write pixels. 0 when memory is
 * out. */
uint64_t depthcull_plain_lines(const struct scene_frame *frame, const uint8_t *wrote);

/* A scenario whose env->user is a struct depthcull_draw; it ends by itself. */
extern const struct assay_scenario depthcull_draw_scenario;

/* "range" to "claim5" for DEPTHCULL_RANGE to DEPTHCULL_CLAIM5, and "function" and "empty". */
const char *depthcull_test_name(uint32_t test);

/* The enable bits of the tests that are sound in an arithmetic. */
uint8_t depthcull_sound(const struct depthcull_params *p);

#endif
