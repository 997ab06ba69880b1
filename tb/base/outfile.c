#include "base/outfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cannot_write(struct assay_outfile *o, int error, char *why, size_t why_size)
{
    snprintf(why, why_size, "%s: %s", o->path, strerror(error ? error : EIO));
    free(o->temporary);
    o->temporary = NULL;
    o->f = NULL;
    return false;
}

static bool in_place(const struct assay_outfile *o)
{
    return strcmp(o->temporary, o->path) == 0;
}

bool assay_outfile_open(struct assay_outfile *o, const char *path, char *why, size_t why_size)
{
    const size_t size = strlen(path) + 32;
    struct stat st;

    o->path = path;
    o->f = NULL;
    o->temporary = malloc(size);
    if (!o->temporary)
        return cannot_write(o, ENOMEM, why, why_size);
    /* A device or a pipe must not be replaced by a file. */
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        snprintf(o->temporary, size, "%s", path);
    else
        snprintf(o->temporary, size, "%s.tmp%ld", path, (long)getpid());
    o->f = fopen(o->temporary, "w");
    if (!o->f)
        return cannot_write(o, errno, why, why_size);
    return true;
}

bool assay_outfile_close(struct assay_outfile *o, char *why, size_t why_size)
{
    int error = errno; /* of an earlier write, if one failed */
    bool ok = !ferror(o->f);

    if (ok && fflush(o->f) != 0) {
        ok = false;
        error = errno;
    }
    if (fclose(o->f) != 0 && ok) {
        ok = false;
        error = errno;
    }
    if (ok && !in_place(o) && rename(o->temporary, o->path) != 0) {
        ok = false;
        error = errno;
    }
    if (!ok) {
        if (!in_place(o))
            remove(o->temporary);
        return cannot_write(o, error, why, why_size);
    }
    free(o->temporary);
    return true;
}

void assay_outfile_drop(struct assay_outfile *o)
{
    fclose(o->f);
    if (!in_place(o))
        remove(o->temporary);
    free(o->temporary);
    o->temporary = NULL;
    o->f = NULL;
}
