/*
 * mesh.h - a triangle mesh: vertices, and triangles as triples of vertex indices.
 */
#ifndef SCENE_MESH_H
#define SCENE_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Polygons that their triangles do not represent exactly. */
struct scene_flaw {
    size_t polygons;
    size_t line; /* line of the first such polygon in its file */
};

struct scene_mesh {
    double (*vertex)[3];
    uint32_t (*triangle)[3]; /* vertex indices, from 0 */
    size_t vertices, triangles;
    size_t faces; /* number of polygons that the triangles were cut from */
    struct scene_flaw concave, bent;
    size_t vertex_room, triangle_room;
};

/* Return false if out of memory; the mesh is then unchanged. */
bool scene_mesh_vertex(struct scene_mesh *m, double x, double y, double z);
bool scene_mesh_triangle(struct scene_mesh *m, uint32_t a, uint32_t b, uint32_t c);

void scene_mesh_free(struct scene_mesh *m);

/*
 * Adds a torus knot to an empty mesh: a closed tube that winds p times around the axis and q times
 * around the ring, with `along` rings of `around` vertices and two triangles between neighbours.
 * For measurements and tests that need a mesh and have no file. Returns false if out of memory.
 */
bool scene_mesh_knot(struct scene_mesh *m, unsigned p, unsigned q, unsigned along, unsigned around);

/* Makes room for one more element of `size` bytes in *array. Returns false if out of memory. */
bool scene_grow(void **array, size_t *room, size_t used, size_t size);

#endif
