/* scene_knot.h - frames of a knot for tests, for a given tile size and arithmetic. */
#ifndef SCENE_KNOT_H
#define SCENE_KNOT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "scene/frame.h"

enum { KNOT_WIDTH = 150, KNOT_HEIGHT = 101 };

static const struct depthcull_params arithmetic[] = {{8, 4, 0, 494, 4, 8, 4, 4, 4, 4, 4, 16},
                                                     {8, 4, 1, 494, 4, 8, 4, 4, 4, 4, 4, 4},
                                                     {4, 4, 0, 988, 2, 2, 1, 1, 1, 1, 1, 1},
                                                     {16, 8, 1, 130, 4, 16, 8, 4, 1, 4, 4, 7}};

static inline void build_knot(struct scene_mesh *m, struct scene_frame *f,
                              const struct depthcull_params *p, enum scene_order order,
                              uint32_t instances)
{
    const struct scene_request r = {.params = *p,
                                    .view = {.azimuth = 20, .elevation = 60, .fov = 45},
                                    .width = KNOT_WIDTH,
                                    .height = KNOT_HEIGHT,
                                    .instances = instances,
                                    .order = order,
                                    .seed = 5};

    memset(m, 0, sizeof *m);
    assert_true(scene_mesh_knot(m, 2, 3, 60, 8));
    /* A degenerate triangle, by index and by position. */
    assert_true(scene_mesh_triangle(m, 0, 0, 1));
    assert_true(scene_frame_build(f, m, &r));
}

#endif
