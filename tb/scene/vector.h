/* vector.h - vectors of three coordinates. */
#ifndef SCENE_VECTOR_H
#define SCENE_VECTOR_H

#include <math.h>
#include <stdbool.h>

static inline double scene_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* `c` must be neither `a` nor `b`. */
static inline void scene_cross(const double a[3], const double b[3], double c[3])
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* Normalizes a vector. Returns false if its length is 0. */
static inline bool scene_unit(double v[3])
{
    const double length = sqrt(scene_dot(v, v));

    if (!(length > 0))
        return false;
    for (int i = 0; i < 3; ++i)
        v[i] /= length;
    return true;
}

#endif
