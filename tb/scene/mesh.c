#include "scene/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scene/vector.h"

bool scene_grow(void **array, size_t *room, size_t used, size_t size)
{
    const size_t wanted = *room ? 2 * *room : 256;
    size_t bytes;
    void *grown;

    if (used < *room)
        return true;
    if (wanted < *room || __builtin_mul_overflow(wanted, size, &bytes))
        return false;
    grown = realloc(*array, bytes);
    if (!grown)
        return false;
    *array = grown;
    *room = wanted;
    return true;
}

bool scene_mesh_vertex(struct scene_mesh *m, double x, double y, double z)
{
    void *array = m->vertex;
    const bool room = scene_grow(&array, &m->vertex_room, m->vertices, sizeof *m->vertex);

    m->vertex = array;
    if (!room)
        return false;
    m->vertex[m->vertices][0] = x;
    m->vertex[m->vertices][1] = y;
    m->vertex[m->vertices][2] = z;
    ++m->vertices;
    return true;
}

bool scene_mesh_triangle(struct scene_mesh *m, uint32_t a, uint32_t b, uint32_t c)
{
    void *array = m->triangle;
    const bool room = scene_grow(&array, &m->triangle_room, m->triangles, sizeof *m->triangle);

    m->triangle = array;
    if (!room)
        return false;
    m->triangle[m->triangles][0] = a;
    m->triangle[m->triangles][1] = b;
    m->triangle[m->triangles][2] = c;
    ++m->triangles;
    return true;
}

void scene_mesh_free(struct scene_mesh *m)
{
    free(m->vertex);
    free(m->triangle);
    memset(m, 0, sizeof *m);
}

/* Computes the centre line of the tube, for t in turns. */
static void knot_middle(unsigned p, unsigned q, double t, double at[3])
{
    const double turn = 6.283185307179586 * t;
    const double r = 2 + cos(q * turn);

    at[0] = r * cos(p * turn);
    at[1] = sin(q * turn);
    at[2] = r * sin(p * turn);
}

bool scene_mesh_knot(struct scene_mesh *m, unsigned p, unsigned q, unsigned along, unsigned around)
{
    for (unsigned i = 0; i < along; ++i) {
        double at[3], next[3], way[3], side[3], up[3];

        knot_middle(p, q, (double)i / along, at);
        knot_middle(p, q, (i + 0.01) / along, next);
        for (int k = 0; k < 3; ++k) {
            way[k] = next[k] - at[k];
            up[k] = next[k] + at[k]; /* not parallel to `way`: the knot stays off the centre */
        }
        scene_cross(way, up, side);
        scene_cross(side, way, up);
        scene_unit(side);
        scene_unit(up);
        for (unsigned j = 0; j < around; ++j) {
            const double a = 6.283185307179586 * j / around;
            const double c = 0.4 * cos(a), s = 0.4 * sin(a);

            if (!scene_mesh_vertex(m, at[0] + c * side[0] + s * up[0],
                                   at[1] + c * side[1] + s * up[1],
                                   at[2] + c * side[2] + s * up[2]))
                return false;
        }
    }
    for (unsigned i = 0; i < along; ++i) {
        for (unsigned j = 0; j < around; ++j) {
            const unsigned i1 = (i + 1) % along, j1 = (j + 1) % around;
            const uint32_t v[4] = {i * around + j, i1 * around + j, i1 * around + j1,
                                   i * around + j1};

            if (!scene_mesh_triangle(m, v[0], v[1], v[2]) ||
                !scene_mesh_triangle(m, v[0], v[2], v[3]))
                return false;
            ++m->faces;
        }
    }
    return true;
}
