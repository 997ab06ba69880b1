/*
 * camera.h - the position and direction of the eye, and the projection of points to the screen.
 *
 * Depth is 0 at the near plane and 1 at the far one, and linear over the screen: with w the
 * distance along the view, depth = far / (far - near) * (1 - near / w).
 */
#ifndef SCENE_CAMERA_H
#define SCENE_CAMERA_H

#include <stdbool.h>
#include <stdint.h>

/* A camera as requested by the user. */
struct scene_view {
    bool placed;               /* use eye and at; otherwise azimuth, elevation and distance */
    double eye[3], at[3];      /* the y axis points up */
    double azimuth, elevation; /* degrees; 0, 0 looks along -z */
    double distance; /* from the middle of the scene; 0: as far as needed to see all of it */
    double fov;      /* vertical field of view in degrees */
    double near;     /* 0: just in front of the scene */
};

struct scene_camera {
    double eye[3], right[3], up[3], forward[3];
    double near, far;
    double focal; /* height in pixels of a unit at w = 1 */
    double width, height;
};

/* Parses "AZIMUTH,ELEVATION", "AZIMUTH,ELEVATION,DISTANCE" or "X,Y,Z:X,Y,Z" (eye and target).
 * Returns false on an error. */
bool scene_view_parse(const char *text, struct scene_view *v);

/* The extent of the visible scene around a middle: its range along the view, and the distances that
 * the edges of the image require. For a point at distance `side` towards an edge and `along` the
 * view, the eye must be back by side/t - along or more, where t is the tangent of the angle to that
 * edge. */
struct scene_extent {
    double nearest, farthest;
    double right, left, above, below;
};

/* Sets only the directions and angles of the camera, for an image of the given size. */
void scene_camera_aim(struct scene_camera *c, const struct scene_view *v, uint32_t width,
                      uint32_t height);

/* Adds a point that must be visible (right, up, along the
 * view, from the middle). `first` starts the extent. */
void scene_extent_add(const struct scene_camera *c, const double point[3], bool first,
                      struct scene_extent *e);

/* Sets the rest of the camera. If neither a place nor a distance is given, the whole extent is
 * visible, as large as possible. */
void scene_camera_place(struct scene_camera *c, const struct scene_view *v, const double middle[3],
                        const struct scene_extent *extent);

/* Transforms a point to camera space: right, up, and the distance along the view. */
void scene_camera_see(const struct scene_camera *c, const double point[3], double seen[3]);

/* Projects a point in camera space in front of the eye:
 * pixels from the upper left corner, and depth. */
void scene_camera_project(const struct scene_camera *c, const double seen[3], double *x, double *y,
                          double *depth);

#endif
