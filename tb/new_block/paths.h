/* paths.h - paths relative to a folder. */
#ifndef ASSAY_NEW_PATHS_H
#define ASSAY_NEW_PATHS_H

#include <stdbool.h>
#include <stddef.h>

/* Computes the path of a file relative to a folder, which need not exist yet. `size` must be at
 * least PATH_MAX. Returns false with errno set on failure. */
bool assay_new_path_from(const char *folder, const char *file, char *path, size_t size);

#endif
