/*
 * obj.h - reads meshes from Wavefront OBJ files.
 *
 * The reader handles `v` (three coordinates; anything after them is checked and ignored) and `f`
 * (v, v/vt, v//vn or v/vt/vn; negative numbers count back from the last vertex). A polygon becomes
 * a fan, and the mesh counts the polygons that their fans do not represent exactly. A backslash at
 * the end of a line continues it, # begins a comment, and other keywords are skipped. A UTF-8
 * byte-order mark may come first.
 */
#ifndef SCENE_OBJ_H
#define SCENE_OBJ_H

#include <stddef.h>

#include "base/error.h"
#include "scene/mesh.h"

/* Reads into an empty mesh. On an error the mesh is empty and `why` has "FILE:LINE: what is wrong:
 * what was expected", without a line if the error concerns the file itself. */
enum assay_error scene_obj_read(const char *path, struct scene_mesh *m, char *why, size_t why_size);

#endif
