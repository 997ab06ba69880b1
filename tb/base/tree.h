/* tree.h - operations on a folder and everything in it. */
#ifndef ASSAY_TREE_H
#define ASSAY_TREE_H

#include <stdbool.h>

/* Remove it. True if it did not exist. False with errno if something is left. */
bool assay_tree_remove(const char *path);

/* The bytes that it occupies on disk; 0 if it does not exist. */
unsigned long long assay_tree_size(const char *path);

#endif
