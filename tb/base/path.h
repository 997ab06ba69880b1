/* path.h - names of files and folders. */
#ifndef ASSAY_PATH_H
#define ASSAY_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* The longest name of a folder, so that the names of files in it fit into PATH_MAX. */
#define ASSAY_FOLDER_MOST 3000

/* NULL if the name is usable; otherwise what is wrong with it, such as "it is empty: expected
 * ...". */
const char *assay_path_wrong(const char *path);
const char *assay_folder_wrong(const char *path);

/*
 * File names that are stored in a file. assay_path_beside turns a stored name into a path: a
 * relative name is relative to the folder of `file`. assay_path_seen_from returns the name to
 * store. It is relative, with `..` where needed, so that a folder that contains both can be moved
 * or sent. It is absolute only if the two have nothing but the root in common.
 *
 * A path that does not fit is handled as in assay_path (base/file.h). `size` is at least PATH_MAX.
 */
void assay_path_beside(char *path, size_t size, const char *file, const char *name);
void assay_path_seen_from(char *path, size_t size, const char *file, const char *name);

/* The folder that a file of this name is in: "." without a slash. */
void assay_path_folder(char *folder, size_t size, const char *path);
/* The name of a file without its folder: what follows the last slash. */
const char *assay_path_last(const char *path);
/* The length of a path without its extension: 3 for "a/b.c". A dot at the start of a name begins no
 * extension. */
size_t assay_path_stem(const char *path);

/* For messages: a path, or a text that begins with one, without the working folder at its start. */
const char *assay_path_shown(const char *path);

/* Whether both exist and are the same regular file, under any names and links. */
bool assay_same_file(const char *a, const char *b);
/* The path to write to, with symbolic links resolved: a link stays, and the file that it names is
 * replaced, or created if it does not exist yet. NULL with errno if there are too many links, or if
 * out of memory. The caller frees it. */
char *assay_path_target(const char *path);
/* Whether output to both would go to the same file, existing or not. */
bool assay_same_target(const char *a, const char *b);

#endif
