/* path.h - names of files and folders as they are given. */
#ifndef ASSAY_PATH_H
#define ASSAY_PATH_H

#include <stdbool.h>

/* What a folder's name may have, so that the names of files in it fit into PATH_MAX. */
enum { ASSAY_FOLDER_MOST = 3000 };

/* NULL if the name can be used, else what is wrong with it, as in "expected a file". */
const char *assay_path_wrong(const char *path);
const char *assay_folder_wrong(const char *path);

/* Whether both are there and are one regular file, by whatever names and links. */
bool assay_same_file(const char *a, const char *b);

#endif
