#include "scene/camera.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scene/vector.h"

/* Parses comma-separated finite numbers up to the
 * character `end`. Returns how many, or -1 on an error. */
static int numbers(const char *text, char end, double *v, int most, const char **rest)
{
    int n = 0;

    for (;;) {
        char *after;

        if (n == most)
            return -1;
        v[n] = strtod(text, &after);
        if (after == text || !isfinite(v[n]) || fabs(v[n]) > 1e38)
            return -1;
        ++n;
        text = after + 1;
        if (*after == end) {
            *rest = text;
            return n;
        }
        if (*after != ',')
            return -1;
    }
}

bool scene_view_parse(const char *text, struct scene_view *v)
{
    double n[3] = {0};
    const char *rest = text;
    int count;

    if (strchr(text, ':')) {
        v->placed = true;
        return numbers(text, ':', v->eye, 3, &rest) == 3 &&
               numbers(rest, '\0', v->at, 3, &rest) == 3 &&
               (v->eye[0] != v->at[0] || v->eye[1] != v->at[1] || v->eye[2] != v->at[2]);
    }
    count = numbers(text, '\0', n, 3, &rest);
    v->placed = false;
    v->azimuth = n[0];
    v->elevation = n[1];
    v->distance = n[2];
    return count == 2 || (count == 3 && n[2] > 0);
}

void scene_camera_aim(struct scene_camera *c, const struct scene_view *v, uint32_t width,
                      uint32_t height)
{
    const double degree = 3.141592653589793 / 180;
    const double up[3] = {0, 1, 0}, other[3] = {0, 0, -1};

    if (v->placed) {
        for (int i = 0; i < 3; ++i)
            c->forward[i] = v->at[i] - v->eye[i];
        scene_unit(c->forward);
    } else {
        const double level = cos(v->elevation * degree);

        c->forward[0] = -level * sin(v->azimuth * degree);
        c->forward[1] = -sin(v->elevation * degree);
        c->forward[2] = -level * cos(v->azimuth * degree);
    }
    scene_cross(c->forward, up, c->right);
    /* When looking straight up or down, any direction will do as up. */
    if (scene_dot(c->right, c->right) < 1e-20)
        scene_cross(c->forward, other, c->right);
    scene_unit(c->right);
    scene_cross(c->right, c->forward, c->up);
    c->width = width;
    c->height = height;
    c->focal = c->height / 2 / tan(v->fov / 2 * degree);
}

void scene_extent_add(const struct scene_camera *c, const double point[3], bool first,
                      struct scene_extent *e)
{
    const double across = point[0] * 2 * c->focal / c->width;
    const double upright = point[1] * 2 * c->focal / c->height;
    const struct scene_extent one = {
        .nearest = point[2],
        .farthest = point[2],
        .right = across - point[2],
        .left = -across - point[2],
        .above = upright - point[2],
        .below = -upright - point[2],
    };

    if (first)
        *e = one;
    e->nearest = fmin(e->nearest, one.nearest);
    e->farthest = fmax(e->farthest, one.farthest);
    e->right = fmax(e->right, one.right);
    e->left = fmax(e->left, one.left);
    e->above = fmax(e->above, one.above);
    e->below = fmax(e->below, one.below);
}

void scene_camera_place(struct scene_camera *c, const struct scene_view *v, const double middle[3],
                        const struct scene_extent *e)
{
    /* Move the eye sideways and up until opposite edges require the same distance. */
    const double across = (e->right - e->left) / 2 * c->width / (2 * c->focal);
    const double upright = (e->above - e->below) / 2 * c->height / (2 * c->focal);
    const double fitting = fmax(e->right + e->left, e->above + e->below) / 2;
    const double depth = e->farthest - e->nearest;
    /* Leave a margin of 3 percent. A flat scene must be in front of the eye, too. */
    const double fitted = fmax(fitting + 0.03 * (fitting + e->farthest), 0.02 * depth - e->nearest);
    double to[3], away;

    for (int i = 0; i < 3; ++i) {
        c->eye[i] = middle[i] - (v->distance > 0 ? v->distance : fitted) * c->forward[i];
        if (!(v->distance > 0))
            c->eye[i] += across * c->right[i] + upright * c->up[i];
        if (v->placed)
            c->eye[i] = v->eye[i];
        to[i] = middle[i] - c->eye[i];
    }
    away = scene_dot(to, c->forward);
    /* Leave some room, so that no depth is exactly 0 or 1. */
    c->far = 1.001 * (away + e->farthest);
    c->near = v->near > 0 ? v->near : fmax(0.999 * (away + e->nearest), c->far / 1000);
    if (!(c->near > 0)) /* everything is behind the eye */
        c->near = 1;
    if (!(c->far > c->near))
        c->far = 2 * c->near;
}

void scene_camera_see(const struct scene_camera *c, const double point[3], double seen[3])
{
    const double from[3] = {point[0] - c->eye[0], point[1] - c->eye[1], point[2] - c->eye[2]};

    seen[0] = scene_dot(from, c->right);
    seen[1] = scene_dot(from, c->up);
    seen[2] = scene_dot(from, c->forward);
}

void scene_camera_project(const struct scene_camera *c, const double seen[3], double *x, double *y,
                          double *depth)
{
    *x = c->width / 2 + c->focal * seen[0] / seen[2];
    *y = c->height / 2 - c->focal * seen[1] / seen[2];
    *depth = c->far / (c->far - c->near) * (1 - c->near / seen[2]);
}
