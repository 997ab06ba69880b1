#include "base/outfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"

static void forget(struct assay_outfile *o)
{
    free(o->temporary);
    free(o->target);
    free(o->former);
    o->temporary = o->target = o->former = NULL;
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
    o->temporary = o->former = NULL;
    o->target = assay_path_target(path);
    size = o->target ? strlen(o->target) + 32 : 0;
    o->temporary = o->target ? malloc(size) : NULL;
    if (!o->temporary)
        return cannot_write(o, o->target ? ENOMEM : errno, why, why_size);
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

/* --- several files --- */

/* Keeps the file that has the target's name under another name, so that it can be restored. */
static bool put_aside(struct assay_outfile *o)
{
    const size_t size = strlen(o->target) + 32;
    struct stat st;

    if (in_place(o) || lstat(o->target, &st) != 0 || !S_ISREG(st.st_mode))
        return true;
    if (!(o->former = malloc(size))) {
        errno = ENOMEM;
        return false;
    }
    snprintf(o->former, size, "%s.old%ld", o->target, (long)getpid());
    /* With a link the name always has a file. Not every file system has links. */
    if (link(o->target, o->former) == 0 || rename(o->target, o->former) == 0)
        return true;
    free(o->former);
    o->former = NULL;
    return false;
}

/* Undoes put_aside. Removes the new file if it already has the target's name. */
static void take_back(struct assay_outfile *o, bool named)
{
    if (!o->former && named && !in_place(o))
        remove(o->target);
    /* If both names are still those of one file, rename leaves both. */
    if (o->former && rename(o->former, o->target) == 0)
        remove(o->former);
}

bool assay_outfile_close_all(struct assay_outfile *o, size_t n, char *why, size_t why_size)
{
    size_t named = 0;
    int error;

    while (named < n && put_aside(&o[named]) &&
           (in_place(&o[named]) || rename(o[named].temporary, o[named].target) == 0))
        ++named;
    error = errno;
    if (named < n) {
        for (size_t i = named + 1; i--;)
            take_back(&o[i], i < named);
        for (size_t i = 0; i < n; ++i)
            if (i < named)
                forget(&o[i]);
            else if (i > named)
                assay_outfile_drop(&o[i]);
        return cannot_close(&o[named], error, why, why_size);
    }
    for (size_t i = 0; i < n; ++i) {
        if (o[i].former)
            remove(o[i].former);
        forget(&o[i]);
    }
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
