/*
 * fan.h - whether the fan of triangles that a polygon was cut into is the polygon.
 *
 * It is for a polygon that is flat and that its first corner sees all of: a convex one always. For others
 * the fan is something else, which a reader of files has to say.
 */
#ifndef SCENE_FAN_H
#define SCENE_FAN_H

#include "scene/mesh.h"

enum scene_fan {
    SCENE_FAN_EXACT,
    SCENE_FAN_CONCAVE, /* covers more than the polygon, which is concave or crosses itself */
    SCENE_FAN_BENT     /* is one of many surfaces through corners that are not in a plane */
};

/* Of the triangles first..first+n-1, which share their first corner. */
enum scene_fan scene_fan_check(const struct scene_mesh *m, size_t first, size_t n);

#endif
