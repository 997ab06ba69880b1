/*
 * frame.h - prepares a scene for the block: the primitives of all tiles of an image.
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
    uint32_t instances;     /* number of copies, at least 1, each behind another and to the side */
    enum scene_order order; /* of triangles: as given, nearest first, nearest last */
    uint64_t seed;          /* for the places of the copies */
};

struct scene_frame {
    struct depthcull_params params;
    struct scene_camera camera;
    uint32_t width, height;
    uint32_t across, tiles; /* tiles per row, and in the image */
    /* Size of all tiles in pixels, which may exceed the image at the right and lower edges. */
    uint32_t pitch, rows;
    struct scene_prim *prim; /* in drawing order */
    size_t prims;
    struct scene_counts counts;
};

/* Returns false if out of memory. Free the frame with scene_frame_free. */
bool scene_frame_build(struct scene_frame *f, const struct scene_mesh *m,
                       const struct scene_request *r);
void scene_frame_free(struct scene_frame *f);

/* Returns the number of tiles of an image, which is the number that the block needs. */
uint32_t scene_tiles(const struct depthcull_params *p, uint32_t width, uint32_t height);

/* Returns the number of covered pixels of the primitive's tile. */
uint32_t scene_covered(const struct scene_prim *p);

/* scene_groups returns how many groups of params.pix pixels, as the block's pixel engine processes
 * them, contain a covered pixel. scene_plain_cycles is its sum over all primitives: the cycles of a
 * plain unit that tests each pixel, one group per cycle, and never waits. */
uint32_t scene_groups(const struct depthcull_params *p, const uint32_t *mask);
uint64_t scene_plain_cycles(const struct scene_frame *f);

/*
 * Renders the image by brute force: every pixel of every primitive in turn, with the depth computed
 * from the plane by the host's own fused multiply-add (fixed point: integers), then tested and
 * written. There are no tiles and no state but the pixels. `depth` has pitch*rows pixels, row by
 * row. Returns the sum of scene_mask_sum over all pass masks.
 */
uint64_t scene_brute(const struct scene_frame *f, uint32_t func, uint32_t clear, uint32_t *depth);

/* Returns the contribution of a pass mask to such a sum;
 * `prim` is the primitive's index in frame.prim. */
uint64_t scene_mask_sum(size_t prim, const uint32_t *mask);

#endif
