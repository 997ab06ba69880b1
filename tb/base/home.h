/*
 * home.h - where the program's own files are.
 *
 *                 installed as PREFIX/bin/assay     in a build folder
 *     tree        PREFIX/share/assay                the source tree
 *     modules     PREFIX/lib/assay                  the build folder
 *     variants    $XDG_CACHE_HOME/assay, or         variants/ in the build folder
 *                 $HOME/.cache/assay
 *
 * PREFIX may be moved, and so may a source tree together with the build folder in it: what counts is
 * what is beside the program. From its folder upwards the first of the two is taken, a folder that is a
 * source tree, or one that has the program in bin/ and a tree in share/assay. A program that is where
 * it was built belongs to the tree that it was built from, so that the build folder may be anywhere;
 * from elsewhere the program does not go back to that tree.
 *
 * In the environment ASSAY_HOME, ASSAY_VPI and ASSAY_CACHE name other folders.
 */
#ifndef ASSAY_HOME_H
#define ASSAY_HOME_H

#include <stdbool.h>
#include <stddef.h>

/* Find the tree. False, with a message that says what is missing, if there is none or ASSAY_HOME names
 * something else. */
bool assay_home_find(char *path, size_t size, char *why, size_t why_size);

/* The folders; each returns `path`. Without a tree, assay_home is a path below which no file is. */
const char *assay_home(char *path, size_t size);
const char *assay_home_modules(char *path, size_t size);
const char *assay_home_cache(char *path, size_t size);

/* The folder in the cache that has what is proved, a file for each case. */
#define ASSAY_HOME_PROOFS "proofs"

/* False with a message in `why` when a variable that names one of them, or SYSTEMC_HOME, can't be used:
 * when it is there and empty, or too long; and when nothing says where variants of an installed program go. */
bool assay_home_check(char *why, size_t why_size);

/* Path of a file of the source tree, for instance "rtl/dpas/dpas.f". Returns `path`. */
const char *assay_source_path(char *path, size_t size, const char *relative);

/* The same for people: `relative` as it is where the working folder is that tree. Returns `path`. */
const char *assay_source_shown(char *path, size_t size, const char *relative);

/* Put the three into the environment, for this program to find again inside another one. */
void assay_home_pass_on(void);

#endif
