/* paths.h - where a file is, seen from a folder. */
#ifndef ASSAY_NEW_PATHS_H
#define ASSAY_NEW_PATHS_H

#include <stdbool.h>
#include <stddef.h>

/* The path of a file relative to a folder, which need not be there yet. `size` is PATH_MAX or more. False with errno. */
bool assay_new_path_from(const char *folder, const char *file, char *path, size_t size);

#endif
