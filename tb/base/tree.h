/* tree.h - a folder with all that is in it. */
#ifndef ASSAY_TREE_H
#define ASSAY_TREE_H

#include <stdbool.h>

/* Remove it. False, with errno, if something of it is left; true if there was none. */
bool assay_tree_remove(const char *path);

/* Bytes that it takes on the disk; 0 if there is none. */
unsigned long long assay_tree_size(const char *path);

#endif
