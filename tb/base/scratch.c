#include "base/scratch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"
#include "base/tree.h"

bool assay_scratch_open(struct assay_scratch *s, const char *what, char *why, size_t why_size)
{
    assay_process_guard();
    snprintf(s->path, sizeof s->path, "/tmp/assay-%s-%ld-XXXXXX", what, (long)getpid());
    if (mkdtemp(s->path))
        return true;
    snprintf(why, why_size, "%s: %s", s->path, strerror(errno));
    assay_process_unguard();
    return false;
}

void assay_scratch_close(struct assay_scratch *s)
{
    assay_tree_remove(s->path);
    assay_process_unguard();
}
