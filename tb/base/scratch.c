#include "base/scratch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "base/tree.h"

/* The absolute path of the folder for temporary files, because tools run in other
 * folders. NULL with errno. */
static char *place(void)
{
    const char *named = getenv("TMPDIR");
    char *path = realpath(named && *named ? named : "/tmp", NULL);

    if (path && path[strcspn(path, " \t")]) {
        free(path);
        path = strdup("/tmp");
    }
    return path;
}

bool assay_scratch_open(struct assay_scratch *s, const char *what, char *why, size_t why_size)
{
    char *folder = place();

    if (!folder) {
        snprintf(why, why_size, "TMPDIR %s: %s: expected a folder for temporary files",
                 getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", strerror(errno));
        return false;
    }
    assay_path(s->path, sizeof s->path, "%s/assay-%s-%ld-XXXXXX", folder, what, (long)getpid());
    free(folder);
    assay_process_guard();
    if (mkdtemp(s->path))
        return true;
    snprintf(why, why_size,
             "%s: %s: expected to create that folder, in the one for temporary files that TMPDIR "
             "names",
             s->path, strerror(errno));
    assay_process_unguard();
    return false;
}

void assay_scratch_close(struct assay_scratch *s)
{
    assay_tree_remove(s->path);
    assay_process_unguard();
}
