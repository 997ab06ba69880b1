/*
 * home.h - the locations of the program's own files.
 *
 *                 installed as PREFIX/bin/assay     in a build folder
 *     tree        PREFIX/share/assay                the source tree
 *     modules     PREFIX/lib/assay                  the build folder
 *     variants    $XDG_CACHE_HOME/assay, or         variants/ in the build folder
 *                 $HOME/.cache/assay
 *
 * PREFIX can be moved, and so can a source tree together with its build folder, because the files
 * are located relative to the program. The search goes upwards from the program's folder and stops
 * at the first of these: a folder that is a source tree, or one with the program in bin/ and a tree
 * in share/assay. A program that is still where it was built belongs to the tree that it was built
 * from, so the build folder may be anywhere. Once it has been moved, it does not use that tree.
 *
 * The environment variables ASSAY_HOME, ASSAY_VPI and ASSAY_CACHE name other folders.
 */
#ifndef ASSAY_HOME_H
#define ASSAY_HOME_H

#include <stdbool.h>
#include <stddef.h>

/* The path of this program. False with a message in `why`, and "". */
bool assay_home_program(char *path, size_t size, char *why, size_t why_size);

/* Find the tree. False, with a message that says what is missing, if there is no tree or if
 * ASSAY_HOME names something else. */
bool assay_home_find(char *path, size_t size, char *why, size_t why_size);

/* The folders; each returns `path`. Without a tree, assay_home gives a path
 * below which no file exists. */
const char *assay_home(char *path, size_t size);
const char *assay_home_modules(char *path, size_t size);
const char *assay_home_cache(char *path, size_t size);

/* The subfolder of the cache for proofs, with a file for each case. */
#define ASSAY_HOME_PROOFS "proofs"

/* Check the variables that name these folders, and SYSTEMC_HOME. False with a message in
 * `why` if one is set but empty, or too long. Also false if nothing says where an installed
 * program should put variants. */
bool assay_home_check(char *why, size_t why_size);

/* The path of a file in the source tree, such as "rtl/dpas/dpas.f". Returns `path`. */
const char *assay_source_path(char *path, size_t size, const char *relative);

/* The same for messages: just `relative` if the working folder is that tree. Returns `path`. */
const char *assay_source_shown(char *path, size_t size, const char *relative);

/* Export the three variables, so that the program finds the same folders when it
 * runs inside another one. */
void assay_home_pass_on(void);

#endif
