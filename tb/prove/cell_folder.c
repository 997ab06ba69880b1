#include "prove/cell_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/destination.h"
#include "base/file.h"
#include "base/tree.h"

/* Only a folder with this file is replaced. */
#define MARKER "assay-prove.txt"

enum { ROOM = 1 << 20 };

static bool is_empty(const char *path)
{
    DIR *const folder = opendir(path);
    const struct dirent *d;
    bool empty = folder != NULL;

    while (empty && (d = readdir(folder)))
        empty = strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0;
    if (folder)
        closedir(folder);
    return empty;
}

/* Remove what an earlier run left. */
static enum assay_error clear(const struct cell *c, char *why, size_t why_size)
{
    char marker[8192];
    struct stat st;

    if (stat(c->folder, &st) != 0 || !S_ISDIR(st.st_mode) || is_empty(c->folder))
        return ASSAY_OK; /* if it is no folder, it cannot be made one either */
    if (access(cell_path(c, MARKER, marker), F_OK) != 0) {
        snprintf(why, why_size,
                 "%s: has files that --out did not write: expected no such folder, an empty one, "
                 "or one with the file " MARKER,
                 c->folder);
        return ASSAY_BAD_INPUT;
    }
    if (assay_tree_remove(c->folder))
        return ASSAY_OK;
    snprintf(why, why_size, "%s: %s: expected to remove what an earlier --out wrote", c->folder,
             strerror(errno));
    return assay_blame_path(errno);
}

static bool write_marker(const struct cell *c, char *why, size_t why_size)
{
    struct assay_text t = {0};
    bool ok;

    assay_text_addf(&t, "assay prove %s/%s%s%s%s\nThe next --out replaces this folder.\n",
                    c->lemma->block, c->lemma->name, *c->parameters ? ", case " : "", c->parameters,
                    c->patch ? ", planted" : "");
    ok = cell_write(c, MARKER, assay_text_get(&t), why, why_size);
    assay_text_free(&t);
    return ok;
}

/* Name the folder of the case. Parameters may have characters at which the tools split. */
static void name_folder(struct cell *c, const char *out)
{
    char name[512];

    snprintf(name, sizeof name, "%s%s%s%s", c->lemma->name, *c->parameters ? "-" : "",
             c->parameters, c->patch ? "-planted" : "");
    for (char *at = name; *at; ++at)
        if (strchr(" =/", *at))
            *at = '-';
    assay_path(c->folder, sizeof c->folder, "%s/%s/%s", out, c->lemma->block, name);
}

static enum assay_error open_below(struct cell *c, const char *out, char *why, size_t why_size)
{
    char full[PATH_MAX];
    enum assay_error e;

    if (!assay_make_folders(out, why, why_size))
        return assay_blame_path(errno);
    if (!realpath(out, full)) {
        snprintf(why, why_size, "%s: %s: expected a folder", out, strerror(errno));
        return ASSAY_BAD_INPUT;
    }
    name_folder(c, full);
    if ((e = clear(c, why, why_size)) != ASSAY_OK)
        return e;
    if (!assay_make_folders(c->folder, why, why_size))
        return assay_blame_path(errno);
    return write_marker(c, why, why_size) ? ASSAY_OK : assay_blame_path(errno);
}

enum assay_error cell_folder_open(struct cell *c, const char *out, struct assay_scratch *s,
                                  char *why, size_t why_size)
{
    enum assay_error e;

    if (!assay_scratch_open(s, "prove", why, why_size))
        return ASSAY_ENVIRONMENT;
    if (!out) {
        assay_path(c->folder, sizeof c->folder, "%s", s->path);
        return ASSAY_OK;
    }
    e = open_below(c, out, why, why_size);
    if (e)
        assay_scratch_close(s);
    return e;
}

/* Whether a disk has no room left. Tools remove what they could not write to its end, so the room
 * for more than a few bytes is asked for. */
static bool is_full(const char *folder)
{
    char path[8192];
    int fd, error;

    snprintf(path, sizeof path, "%s/room", folder);
    fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    error = fd < 0 ? errno : posix_fallocate(fd, 0, ROOM);
    if (fd >= 0) {
        close(fd);
        remove(path);
    }
    return error == ENOSPC || error == EDQUOT;
}

enum assay_error cell_folder_blame(const struct cell *c, const struct assay_scratch *s,
                                   enum assay_error e, char *why, size_t why_size)
{
    const char *full = NULL;
    const size_t n = strlen(why);

    if (!e)
        return e;
    if (is_full(c->folder) || strstr(why, strerror(ENOSPC)) || strstr(why, strerror(EDQUOT)))
        full = c->folder;
    else if (is_full(s->path))
        full = s->path;
    if (!full)
        return e;
    snprintf(why + n, why_size - n, "%s%s: the disk is full: expected room for a proof's files",
             n && why[n - 1] != '\n' ? "\n" : "", full);
    return ASSAY_ENVIRONMENT;
}
