/*
 * mesh.h - a triangle mesh: vertices and triples of their numbers.
 */
#ifndef SCENE_MESH_H
#define SCENE_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Polygons of which the triangles are not the whole truth. */
struct scene_flaw {
    size_t polygons;
    size_t line; /* of the first in its file */
};

struct scene_mesh {
    double (*vertex)[3];
    uint32_t (*triangle)[3]; /* indices of vertices, from 0 */
    size_t vertices, triangles;
    size_t faces; /* polygons that the triangles were cut from */
    struct scene_flaw concave, bent;
    size_t vertex_room, triangle_room;
};

/* False when memory is out; the mesh stays as it was. */
bool scene_mesh_vertex(struct scene_mesh *m, double x, double y, double z);
bool scene_mesh_triangle(struct scene_mesh *m, uint32_t a, uint32_t b, uint32_t c);

void scene_mesh_free(struct scene_mesh *m);

/*
 * A torus knot: a closed tube that winds p times around the axis and q times around the ring, in
 * `along` rings of `around` vertices, two triangles between neighbours. For measurements and tests that
 * need a mesh and have no file. False when memory is out.
 */
bool scene_mesh_knot(struct scene_mesh *m, unsigned p, unsigned q, unsigned along, unsigned around);

/* Room for one more element of `size` bytes in *array; false when memory is out. */
bool scene_grow(void **array, size_t *room, size_t used, size_t size);

#endif
