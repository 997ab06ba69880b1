/*
 * frames.h - the scenario `frame`: a knot over as much of an image of 1920x1088 as the block has tiles for, once with the sound tests and
 * once with none, held against each pixel's own test by brute force.
 */
#ifndef DEPTHCULL_FRAMES_H
#define DEPTHCULL_FRAMES_H

#include "depthcull/draw.h"

struct depthcull_frames {
    struct depthcull_draw d;
    struct depthcull_pass pass[2];
    struct scene_mesh mesh;
    struct scene_frame frame;
    uint32_t *expected;
    uint64_t mask_sum; /* of brute force */
    void *draw;        /* what depthcull_draw_scenario keeps */
};

void depthcull_frames_begin(void *ctx, const struct assay_stim_env *env);
bool depthcull_frames_next(void *ctx, unsigned stream, void *payload);
void depthcull_frames_observe(void *ctx, unsigned stream, const void *payload);
void depthcull_frames_plain(void *ctx, void *in);
bool depthcull_frames_done(const void *ctx);
bool depthcull_frames_failed(const void *ctx);
void depthcull_frames_report(const void *ctx, FILE *f);
void depthcull_frames_end(void *ctx);

#endif
