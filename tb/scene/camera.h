/*
 * camera.h - where the eye is, what it looks at, and how points come to the screen.
 *
 * Depth is 0 at the near plane and 1 at the far one, and linear over the screen: with w the distance
 * along the view, depth = far / (far - near) * (1 - near / w).
 */
#ifndef SCENE_CAMERA_H
#define SCENE_CAMERA_H

#include <stdbool.h>
#include <stdint.h>

/* A camera as it is asked for. */
struct scene_view {
    bool placed;               /* eye and at are given; else azimuth, elevation and distance */
    double eye[3], at[3];      /* the y axis is up */
    double azimuth, elevation; /* degrees; 0, 0 looks along -z */
    double distance;           /* from the middle of the scene; 0: as far as all of it is seen */
    double fov;                /* degrees from the lower edge to the upper */
    double near;               /* 0: just before the scene */
};

struct scene_camera {
    double eye[3], right[3], up[3], forward[3];
    double near, far;
    double focal; /* pixels that a unit at w = 1 is high */
    double width, height;
};

/* "AZIMUTH,ELEVATION", "AZIMUTH,ELEVATION,DISTANCE" or "X,Y,Z:X,Y,Z", eye and what it looks at. */
bool scene_view_parse(const char *text, struct scene_view *v);

/* What is to be seen, from a middle: how far it goes along the view, and what the edges of the image ask for.
 * For a point `side` to an edge and `along` the view, the eye must be side/t - along or more back, t being
 * the tangent of the angle to that edge. */
struct scene_extent {
    double nearest, farthest;
    double right, left, above, below;
};

/* The camera's directions and angles only, for an image of a size. */
void scene_camera_aim(struct scene_camera *c, const struct scene_view *v, uint32_t width,
                      uint32_t height);

/* A point more to be seen (right, up, along the view, from the middle); the first begins the extent. */
void scene_extent_add(const struct scene_camera *c, const double point[3], bool first,
                      struct scene_extent *e);

/* Then the rest. Without a place or a distance all of the extent is seen, as large as can be. */
void scene_camera_place(struct scene_camera *c, const struct scene_view *v, const double middle[3],
                        const struct scene_extent *extent);

/* A point as the eye sees it: right, up, and the distance along the view. */
void scene_camera_see(const struct scene_camera *c, const double point[3], double seen[3]);

/* Of a seen point before the eye: pixels from the upper left corner, and depth. */
void scene_camera_project(const struct scene_camera *c, const double seen[3], double *x, double *y,
                          double *depth);

#endif
