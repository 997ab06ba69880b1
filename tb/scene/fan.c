#include "scene/fan.h"

#include <math.h>

#include "scene/vector.h"

/* Tolerances for the rounding of decimals in a file, relative to the polygon's area and size. */
static const double AREA = 1e-5, HEIGHT = 1e-3;

static void edge(const struct scene_mesh *m, uint32_t from, uint32_t to, double e[3])
{
    for (int i = 0; i < 3; ++i)
        e[i] = m->vertex[to][i] - m->vertex[from][i];
}

/* Computes the normal, with a length of twice the triangle's area. */
static void normal(const struct scene_mesh *m, const uint32_t t[3], double n[3])
{
    double a[3], b[3];

    edge(m, t[0], t[1], a);
    edge(m, t[0], t[2], b);
    scene_cross(a, b, n);
}

/* The areas of the triangles add up to that of the polygon only if none of them is turned over. */
static bool turned_over(const struct scene_mesh *m, size_t first, size_t n, const double whole[3])
{
    double area = 0;

    for (size_t t = first; t < first + n; ++t) {
        double one[3];

        normal(m, m->triangle[t], one);
        area += sqrt(scene_dot(one, one));
        if (scene_dot(one, whole) < -AREA * scene_dot(whole, whole))
            return true;
    }
    return sqrt(scene_dot(whole, whole)) < AREA * area;
}

/* Whether the corners are not all in one plane perpendicular to the polygon's normal. */
static bool bent(const struct scene_mesh *m, size_t first, size_t n, const double whole[3])
{
    const uint32_t(*t)[3] = (const uint32_t(*)[3])m->triangle + first;
    const double length = sqrt(scene_dot(whole, whole));
    double low = 0, high = 0, size = 0; /* heights above the first corner */

    for (size_t i = 0; i <= n; ++i) {
        double e[3], height;

        edge(m, t[0][0], i < n ? t[i][1] : t[n - 1][2], e);
        height = scene_dot(e, whole) / length;
        size = fmax(size, sqrt(scene_dot(e, e)));
        low = fmin(low, height);
        high = fmax(high, height);
    }
    return high - low > HEIGHT * size;
}

enum scene_fan scene_fan_check(const struct scene_mesh *m, size_t first, size_t n)
{
    double whole[3] = {0};

    for (size_t t = first; t < first + n; ++t) {
        double one[3];

        normal(m, m->triangle[t], one);
        for (int i = 0; i < 3; ++i)
            whole[i] += one[i];
    }
    if (n < 2)
        return SCENE_FAN_EXACT;
    if (turned_over(m, first, n, whole))
        return SCENE_FAN_CONCAVE;
    if (scene_dot(whole, whole) > 0 && bent(m, first, n, whole))
        return SCENE_FAN_BENT;
    return SCENE_FAN_EXACT;
}
