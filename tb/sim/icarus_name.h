/* icarus_name.h - names of files that vvp takes. */
#ifndef ASSAY_ICARUS_NAME_H
#define ASSAY_ICARUS_NAME_H

#include <limits.h>

/* Its $dumpfile refuses a name with a character that is not printable ASCII. Such a folder is opened, for the rest of the process, and
 * named by its descriptor. Returns 0 or an errno. */
int assay_icarus_name(const char *path, char name[PATH_MAX]);

#endif
