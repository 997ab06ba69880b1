/*
 * setup.h - from a triangle as the eye sees it to primitives of tiles: clipping, projection, planes,
 * coverage. In double precision, but coverage is exact.
 *
 * Corners are put on a grid of 1/256 pixel. A pixel is covered if its centre is within the triangle, or
 * on an edge that is a top or a left one: of two triangles that share an edge exactly one covers it.
 */
#ifndef SCENE_SETUP_H
#define SCENE_SETUP_H

#include "depthcull/depthcull.h"
#include "scene/camera.h"

enum { SCENE_SUBPIXELS = 256, SCENE_MOST_CORNERS = 8, SCENE_MASK_WORDS = 4 };

/* A corner on the screen: its place in 1/256 pixel, and its depth. */
struct scene_corner {
    int64_t x, y;
    double depth;
};

/* A tile's share of a triangle. */
struct scene_prim {
    uint64_t
        c[3]; /* cx, cy, cref as the block takes them, from the centre of the tile's first pixel */
    uint32_t tile; /* in the image, row by row */
    uint32_t mask[SCENE_MASK_WORDS];
};

/* What became of the triangles. */
struct scene_counts {
    uint64_t triangles;  /* of all instances */
    uint64_t degenerate; /* without an area in the mesh */
    uint64_t behind;     /* before the near plane altogether */
    uint64_t clipped;    /* cut at the near plane, and used */
    uint64_t outside;    /* beside the image */
    uint64_t edge_on;    /* without an area on the screen's grid */
    uint64_t missed;     /* between the centres of pixels */
    uint64_t drawn;
    uint64_t primitives, full; /* of tiles; those of them that cover a tile completely */
};

/*
 * Clip a polygon in the camera's space (right, up, distance) against the near plane and against planes so
 * far beside the image that screen coordinates stay small. `n` corners in, those that are left out, 0 to
 * SCENE_MOST_CORNERS of them. *near_cut becomes true if the near plane cut.
 */
int scene_clip(const struct scene_camera *c, double (*corner)[3], int n, bool *near_cut);

/* The plane through three corners on the screen: at the first corner (x, y), in pixels, the depth is `at`,
 * and it grows by dx and dy a pixel. False if they are on a line. */
struct scene_plane {
    double x, y, at, dx, dy;
};
bool scene_plane_through(const struct scene_corner corner[3], struct scene_plane *p);

/* Coverage of the tile with the upper left pixel (x, y); false if there is none. */
bool scene_cover(const struct scene_corner corner[3], uint32_t x, uint32_t y, uint32_t tw,
                 uint32_t th, uint32_t mask[SCENE_MASK_WORDS]);

/* The plane as coefficients for a tile with the upper left pixel (x, y). */
void scene_coefficients(const struct depthcull_params *p, const struct scene_plane *plane,
                        uint32_t x, uint32_t y, uint64_t c[3]);

/* The depth of the far plane as the block takes it. */
uint32_t scene_far(const struct depthcull_params *p);

#endif
