/* path.h - names of files and folders as they are given. */
#ifndef ASSAY_PATH_H
#define ASSAY_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* What a folder's name may have, so that the names of files in it fit into PATH_MAX. */
enum { ASSAY_FOLDER_MOST = 3000 };

/* NULL if the name can be used, else what is wrong with it, as in "expected a file". */
const char *assay_path_wrong(const char *path);
const char *assay_folder_wrong(const char *path);

/*
 * Names of files in a file. The first gives the path of a name that stands in it: a relative name is seen
 * from its folder. The second gives the name to write into it: relative, with `..` where needed, so that a folder
 * that holds both can be moved or sent; absolute only where nothing but the root holds both.
 *
 * One that does not fit is as assay_path (base/file.h) says. `size` is PATH_MAX or more.
 */
void assay_path_beside(char *path, size_t size, const char *file, const char *name);
void assay_path_seen_from(char *path, size_t size, const char *file, const char *name);

/* A path, or what begins with one, without the working folder before it: for messages. */
const char *assay_path_shown(const char *path);

/* Whether both are there and are one regular file, by whatever names and links. */
bool assay_same_file(const char *a, const char *b);
/* Whether what is written to both is in one file then: they are one, or would be. */
bool assay_same_target(const char *a, const char *b);

#endif
