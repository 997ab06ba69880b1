/*
 * obj.h - meshes from Wavefront OBJ files.
 *
 * Read are `v` (three coordinates; what follows them is checked and left alone) and `f` (v, v/vt, v//vn
 * or v/vt/vn; negative numbers count back from the vertex before; a polygon becomes a fan, and those of
 * which the fan is something else are counted in the mesh). A backslash at the end of a line continues it,
 * # begins a comment, other keywords are passed over. A byte-order mark of UTF-8 may stand at the start.
 */
#ifndef SCENE_OBJ_H
#define SCENE_OBJ_H

#include "base/error.h"
#include "scene/mesh.h"
#include "sim/backend.h"

/* Into an empty mesh. On an error the mesh is empty and `why` has "FILE:LINE: what is wrong: what was
 * expected", or no line if it is the file itself. */
enum assay_error scene_obj_read(const char *path, struct scene_mesh *m, char *why, size_t why_size);

#endif
