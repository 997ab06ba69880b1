/*
 * frames.h - the scenario `frame`: draws a knot over as much of a 1920x1088
 * image as the block has tiles for, once with the sound tests and once with
 * none, and checks it against a brute-force test of each pixel.
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
    uint64_t mask_sum; /* computed by brute force */
    void *draw;        /* context of depthcull_draw_scenario */
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
