/*
 * home.h - where the program's own files are.
 *
 *                 installed as PREFIX/bin/assay     in the build folder
 *     tree        PREFIX/share/assay                the source tree it was built from
 *     modules     PREFIX/lib/assay                  the build folder
 *     variants    $XDG_CACHE_HOME/assay, or         variants/ in the build folder
 *                 $HOME/.cache/assay
 *
 * It is installed if a tree is at that place beside it, so that PREFIX may be moved. In the environment
 * ASSAY_HOME, ASSAY_VPI and ASSAY_CACHE name other folders.
 */
#ifndef ASSAY_HOME_H
#define ASSAY_HOME_H

#include <stdbool.h>
#include <stddef.h>

/* The folders; each returns `path`. */
const char *assay_home(char *path, size_t size);
const char *assay_home_modules(char *path, size_t size);
const char *assay_home_cache(char *path, size_t size);

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
