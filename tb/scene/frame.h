/*
 * frame.h - a scene made ready for the block: the primitives of all tiles of an image.
 */
#ifndef SCENE_FRAME_H
#define SCENE_FRAME_H

#include "scene/mesh.h"
#include "scene/setup.h"

enum scene_order { SCENE_GIVEN, SCENE_FRONT, SCENE_BACK };

struct scene_request {
    struct depthcull_params params;
    struct scene_view view;
    uint32_t width, height;
    uint32_t instances;     /* 1 or more copies, each behind another and to the side */
    enum scene_order order; /* of triangles: as they come, nearest first, nearest last */
    uint64_t seed;          /* of the copies' places */
};

struct scene_frame {
    struct depthcull_params params;
    struct scene_camera camera;
    uint32_t width, height;
    uint32_t across, tiles; /* tiles in a row and of the image */
    uint32_t pitch,
        rows; /* pixels of all tiles: at the right and the lower edge more than the image's */
    struct scene_prim *prim; /* in the order of drawing */
    size_t prims;
    struct scene_counts counts;
};

/* False when memory is out. */
bool scene_frame_build(struct scene_frame *f, const struct scene_mesh *m,
                       const struct scene_request *r);
void scene_frame_free(struct scene_frame *f);

/* Tiles of an image: the block must have as many. */
uint32_t scene_tiles(const struct depthcull_params *p, uint32_t width, uint32_t height);

/* How many of the tile's pixels are covered. */
uint32_t scene_covered(const struct scene_prim *p);

/* How many groups of params.pix pixels, as the block's pixel engine takes them, have a covered one. Of all
 * primitives it is the cycles of a plain unit that tests each pixel, a group a cycle, and never waits. */
uint32_t scene_groups(const struct depthcull_params *p, const uint32_t *mask);
uint64_t scene_plain_cycles(const struct scene_frame *f);

/*
 * The image by brute force: every pixel of every primitive in turn, its depth from the plane by the host's
 * own fused multiply-add (fixed point: integers), tested and written; no tiles, no state but the pixels.
 * `depth` has pitch*rows pixels, row by row. Returns a sum over all pass masks, scene_mask_sum.
 */
uint64_t scene_brute(const struct scene_frame *f, uint32_t func, uint32_t clear, uint32_t *depth);

/* What a pass mask adds to such a sum: `prim` is the primitive's place in frame.prim. */
uint64_t scene_mask_sum(size_t prim, const uint32_t *mask);

#endif
