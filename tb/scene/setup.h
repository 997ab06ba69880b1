/*
 * setup.h - turns a triangle in camera space into primitives of tiles: clipping, projection,
 * planes, coverage. It computes in double precision, but coverage is exact.
 *
 * Corners are snapped to a grid of 1/256 pixel. A pixel is covered if its
 * centre is inside the triangle, or on an edge that is a top or a left
 * one, so exactly one of two triangles that share an edge covers it.
 */
#ifndef SCENE_SETUP_H
#define SCENE_SETUP_H

#include "depthcull/depthcull.h"
#include "scene/camera.h"

enum { SCENE_SUBPIXELS = 256, SCENE_MOST_CORNERS = 8, SCENE_MASK_WORDS = 4 };

/* A corner on the screen: its position in 1/256 pixel, and its depth. */
struct scene_corner {
    int64_t x, y;
    double depth;
};

/* The part of a triangle in one tile. */
struct scene_prim {
    /* cx, cy, cref as the block takes them, relative to the centre of the tile's first pixel. */
    uint64_t c[3];
    uint32_t tile; /* index in the image, row by row */
    uint32_t mask[SCENE_MASK_WORDS];
};

/* How many triangles had which outcome. */
struct scene_counts {
    uint64_t triangles;  /* of all instances */
    uint64_t degenerate; /* no area in the mesh */
    uint64_t behind;     /* entirely nearer than the near plane */
    uint64_t clipped;    /* cut at the near plane, and drawn */
    uint64_t outside;    /* entirely outside the image */
    uint64_t edge_on;    /* no area on the screen's grid */
    uint64_t missed;     /* between the centres of pixels */
    uint64_t drawn;
    uint64_t primitives, full; /* of tiles; those of them that cover their tile completely */
};

/*
 * Clips a polygon in camera space (right, up, distance) against the near plane
 * and against planes so far outside the image that screen coordinates stay small.
 * Replaces the `n` corners by those that remain and returns their number, 0 to
 * SCENE_MOST_CORNERS. Sets *near_cut to true if the near plane cuts the polygon.
 */
int scene_clip(const struct scene_camera *c, double (*corner)[3], int n, bool *near_cut);

/* Computes the plane through three corners on the screen. At the
 * first corner (x, y), in pixels, the depth is `at`; it grows by dx
 * and dy per pixel. Returns false if the corners are collinear. */
struct scene_plane {
    double x, y, at, dx, dy;
};
bool scene_plane_through(const struct scene_corner corner[3], struct scene_plane *p);

/* Computes the coverage of the tile whose upper left
 * pixel is (x, y). Returns false if it is empty. */
bool scene_cover(const struct scene_corner corner[3], uint32_t x, uint32_t y, uint32_t tw,
                 uint32_t th, uint32_t mask[SCENE_MASK_WORDS]);

/* Converts the plane to coefficients for the tile whose upper left pixel is (x, y). */
void scene_coefficients(const struct depthcull_params *p, const struct scene_plane *plane,
                        uint32_t x, uint32_t y, uint64_t c[3]);

/* Returns the depth of the far plane in the block's format. */
uint32_t scene_far(const struct depthcull_params *p);

#endif
