#include "base/destination.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/outfile.h"
#include "base/path.h"

enum assay_error assay_blame_path(int error)
{
    switch (error) {
    case ENOENT:
    case ENOTDIR:
    case EISDIR:
    case EACCES:
    case EPERM:
    case EROFS:
    case ELOOP:
    case ENAMETOOLONG:
    case EINVAL:
    case ENXIO:
    case ETXTBSY:
        return ASSAY_BAD_INPUT;
    default:
        return ASSAY_ENVIRONMENT;
    }
}

static enum assay_error no_path(const char *path, char *why, size_t why_size)
{
    snprintf(why, why_size, "%s: not a path: expected 1 to %d characters", path, PATH_MAX - 1);
    return ASSAY_BAD_INPUT;
}

static enum assay_error no_file(const char *path, int error, char *why, size_t why_size)
{
    char folder[PATH_MAX];

    assay_path_folder(folder, sizeof folder, path);
    snprintf(why, why_size, "%s: %s: expected a file to write, in folder %s", path, strerror(error),
             folder);
    return assay_blame_path(error);
}

static enum assay_error no_folder(const char *path, int error, char *why, size_t why_size)
{
    snprintf(why, why_size, "%s: %s: expected a folder to write to", path, strerror(error));
    return assay_blame_path(error);
}

enum assay_error assay_destination_file(const char *path, char *why, size_t why_size)
{
    struct assay_outfile trial;
    struct stat st;

    if (!*path || strlen(path) >= PATH_MAX)
        return no_path(path, why, why_size);
    if (stat(path, &st) == 0) {
        if (S_ISDIR(st.st_mode)) {
            snprintf(why, why_size, "%s: is a folder: expected a file to write", path);
            return ASSAY_BAD_INPUT;
        }
        if (access(path, W_OK) != 0)
            return no_file(path, errno, why, why_size);
        if (!S_ISREG(st.st_mode)) /* opening a pipe would wait for its reader */
            return ASSAY_OK;
    }
    /* access() does not always tell the truth: root may do anything, even in /proc. */
    if (!assay_outfile_open(&trial, path, why, why_size))
        return no_file(path, errno, why, why_size);
    assay_outfile_drop(&trial);
    return ASSAY_OK;
}

/* A name in `folder` that no other process tries. Returns 0 or an errno. */
static int trial_name(char name[PATH_MAX], const char *folder)
{
    const int n = snprintf(name, PATH_MAX, "%s/.assay-%ld", folder, (long)getpid());

    return n < PATH_MAX ? 0 : ENAMETOOLONG;
}

/* Whether a file can be created in an existing folder. Returns 0 or an errno. */
static int try_file_in(const char *folder)
{
    char name[PATH_MAX];
    const int error = trial_name(name, folder);
    int fd;

    if (error)
        return error;
    fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd < 0)
        return errno;
    close(fd);
    unlink(name);
    return 0;
}

/* Whether a folder can be created in the deepest existing folder above `path`. Returns
 * 0 or an errno. The trial uses another name than `path`, which another process could
 * take for an existing folder. */
static int try_folder(const char *path)
{
    char part[PATH_MAX], first[PATH_MAX], name[PATH_MAX];
    struct stat st;
    int error;

    snprintf(first, sizeof first, "%s", path);
    for (;;) {
        snprintf(part, sizeof part, "%s", first);
        for (size_t n = strlen(part); n > 1 && part[n - 1] == '/';)
            part[--n] = '\0';
        assay_path_folder(first, sizeof first, part);
        if (strcmp(first, part) == 0 || stat(first, &st) == 0)
            break;
        if (errno != ENOENT)
            return errno;
    }
    /* mkdir does not follow a dangling link. */
    if (lstat(part, &st) == 0 && S_ISLNK(st.st_mode))
        return ENOENT;
    error = trial_name(name, first);
    if (error)
        return error;
    /* If the folder exists, a process with the same id left it, killed during its trial. */
    if (mkdir(name, 0777) != 0 && errno != EEXIST)
        return errno;
    rmdir(name);
    return 0;
}

enum assay_error assay_destination_folder(const char *path, char *why, size_t why_size)
{
    struct stat st;
    int error = 0;

    if (!*path || strlen(path) >= PATH_MAX)
        return no_path(path, why, why_size);
    if (stat(path, &st) == 0)
        error = S_ISDIR(st.st_mode) ? try_file_in(path) : ENOTDIR;
    else
        error = errno == ENOENT ? try_folder(path) : errno;
    return error ? no_folder(path, error, why, why_size) : ASSAY_OK;
}

enum assay_error assay_destination_make_folder(const char *path, char *why, size_t why_size)
{
    if (!assay_make_folders(path, why, why_size))
        return no_folder(path, errno, why, why_size);
    return assay_destination_folder(path, why, why_size);
}
