/* icarus_name.h - file names that vvp accepts. */
#ifndef ASSAY_ICARUS_NAME_H
#define ASSAY_ICARUS_NAME_H

#include <limits.h>

/* A name for `path` that $dumpfile accepts. It rejects names with characters that are not printable
 * ASCII. If the folder has such a name, it is opened for the rest of the process and named by its
 * descriptor. Returns 0 or an errno: EINVAL if the last component has such a character. */
int assay_icarus_name(const char *path, char name[PATH_MAX]);

#endif
