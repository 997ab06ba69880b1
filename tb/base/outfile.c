#include "base/outfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void forget(struct assay_outfile *o)
{
    free(o->temporary);
    free(o->target);
    o->temporary = o->target = NULL;
    o->f = NULL;
}

/* Also sets errno to the reason. */
static bool cannot_write(struct assay_outfile *o, int error, char *why, size_t why_size)
{
    error = error ? error : EIO;
    snprintf(why, why_size, "%s: %s: expected to create a file there", o->path, strerror(error));
    forget(o);
    errno = error;
    return false;
}

static bool in_place(const struct assay_outfile *o)
{
    return strcmp(o->temporary, o->target) == 0;
}

bool assay_outfile_open(struct assay_outfile *o, const char *path, char *why, size_t why_size)
{
    struct stat st;
    size_t size;

    o->path = path;
    o->f = NULL;
    o->temporary = NULL;
    /* Resolve a symbolic link: the link stays, and the file it names is replaced. */
    o->target = realpath(path, NULL);
    if (!o->target)
        o->target = strdup(path);
    size = o->target ? strlen(o->target) + 32 : 0;
    o->temporary = o->target ? malloc(size) : NULL;
    if (!o->temporary)
        return cannot_write(o, ENOMEM, why, why_size);
    /* A file must not replace a device or a pipe. */
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        snprintf(o->temporary, size, "%s", o->target);
    else
        snprintf(o->temporary, size, "%s.tmp%ld", o->target, (long)getpid());
    o->f = fopen(o->temporary, "w");
    if (!o->f)
        return cannot_write(o, errno, why, why_size);
    return true;
}

/* As cannot_write, for a file that has been opened. */
static bool cannot_close(struct assay_outfile *o, int error, char *why, size_t why_size)
{
    if (!in_place(o))
        remove(o->temporary);
    return cannot_write(o, error, why, why_size);
}

bool assay_outfile_finish(struct assay_outfile *o, char *why, size_t why_size)
{
    int error = errno; /* set by an earlier write, if one failed */
    bool ok = !ferror(o->f);

    if (ok && fflush(o->f) != 0) {
        ok = false;
        error = errno;
    }
    if (fclose(o->f) != 0 && ok) {
        ok = false;
        error = errno;
    }
    o->f = NULL;
    return ok || cannot_close(o, error, why, why_size);
}

bool assay_outfile_close(struct assay_outfile *o, char *why, size_t why_size)
{
    if (o->f && !assay_outfile_finish(o, why, why_size))
        return false;
    if (!in_place(o) && rename(o->temporary, o->target) != 0)
        return cannot_close(o, errno, why, why_size);
    forget(o);
    return true;
}

void assay_outfile_drop(struct assay_outfile *o)
{
    if (o->f)
        fclose(o->f);
    if (!in_place(o))
        remove(o->temporary);
    forget(o);
}

bool assay_outfile_save(const char *path, const struct assay_text *text, char *why, size_t why_size)
{
    struct assay_outfile o;

    if (text->failed) {
        snprintf(why, why_size, "out of memory");
        errno = ENOMEM;
        return false;
    }
    if (!assay_outfile_open(&o, path, why, why_size))
        return false;
    fputs(assay_text_get(text), o.f);
    return assay_outfile_close(&o, why, why_size);
}
