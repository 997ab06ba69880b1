/*
 * fan.h - checks whether the fan of triangles that a polygon was cut into equals the polygon.
 *
 * It does if the polygon is flat and all of it is visible from its first corner, as is any convex
 * one. For other polygons the fan differs, and a reader of files has to report it.
 */
#ifndef SCENE_FAN_H
#define SCENE_FAN_H

#include "scene/mesh.h"

enum scene_fan {
    SCENE_FAN_EXACT,
    SCENE_FAN_CONCAVE, /* covers more than the polygon, which is concave or intersects itself */
    SCENE_FAN_BENT     /* only one of many surfaces through corners that are not in one plane */
};

/* Checks the triangles first..first+n-1, which share their first corner. */
enum scene_fan scene_fan_check(const struct scene_mesh *m, size_t first, size_t n);

#endif
