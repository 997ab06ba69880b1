#include "base/path.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

enum { MOST_LINKS = 32 };

/* A macro's value as text. */
#define TEXT_OF(macro) TEXT_OF_VALUE(macro)
#define TEXT_OF_VALUE(value) #value

const char *assay_path_wrong(const char *path)
{
    if (!*path)
        return "it is empty: expected the name of a file";
    if (strlen(path) >= PATH_MAX)
        return "the name is too long: expected less than " TEXT_OF(PATH_MAX) " characters";
    return NULL;
}

const char *assay_folder_wrong(const char *path)
{
    if (!*path)
        return "it is empty: expected the name of a folder";
    if (strlen(path) > ASSAY_FOLDER_MOST)
        return "the name is too long: expected " TEXT_OF(ASSAY_FOLDER_MOST) " characters at most";
    return NULL;
}

void assay_path_beside(char *path, size_t size, const char *file, const char *name)
{
    const char *slash = strrchr(file, '/');

    if (*name == '/' || !slash)
        assay_path(path, size, "%s", name);
    else
        assay_path(path, size, "%.*s/%s", (int)(slash - file), file, name);
}

/* The folder of a file with links resolved and a slash at its end. False if it does not exist. */
static bool real_folder(const char *file, char folder[PATH_MAX])
{
    const char *slash = strrchr(file, '/');
    char given[PATH_MAX], real[PATH_MAX];

    assay_path(given, sizeof given, "%.*s", slash ? (int)(slash - file) + 1 : 1,
               slash ? file : ".");
    if (!realpath(given, real))
        return false;
    assay_path(folder, PATH_MAX, "%s%s", real, real[1] ? "/" : "");
    return true;
}

/* The length of the common start, up to and including a slash. */
static size_t common(const char *a, const char *b)
{
    size_t n = 0;

    for (size_t i = 0; a[i] && a[i] == b[i]; ++i)
        if (a[i] == '/')
            n = i + 1;
    return n;
}

void assay_path_seen_from(char *path, size_t size, const char *file, const char *name)
{
    char from[PATH_MAX], to[PATH_MAX], here[PATH_MAX], up[PATH_MAX + 2] = "";
    const char *last = assay_path_last(name);
    size_t same, n = 0;

    if (!real_folder(file, from) || !real_folder("", here) || !real_folder(name, to) ||
        (*name != '/' && !strstr(name, "..") && strcmp(from, here) == 0)) {
        assay_path(path, size, "%s", name);
        return;
    }
    same = common(from, to);
    for (const char *rest = from + same; *rest && n < PATH_MAX - 1; ++rest)
        if (*rest == '/') {
            memcpy(up + n, "../", 4);
            n += 3;
        }
    if ((same > 1 || from[1] == '\0') && n < PATH_MAX - 1)
        assay_path(path, size, "%s%s%s", up, to + same, last);
    else
        assay_path(path, size, "%s%s", to, last);
}

bool assay_same_file(const char *a, const char *b)
{
    struct stat sa, sb;

    return stat(a, &sa) == 0 && stat(b, &sb) == 0 && S_ISREG(sa.st_mode) &&
           sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino;
}

void assay_path_folder(char *folder, size_t size, const char *path)
{
    const char *slash = strrchr(path, '/');

    if (slash)
        snprintf(folder, size, "%.*s", slash == path ? 1 : (int)(slash - path), path);
    else
        snprintf(folder, size, ".");
}

const char *assay_path_last(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

size_t assay_path_stem(const char *path)
{
    const char *last = assay_path_last(path), *dot = strrchr(last, '.');

    return dot && dot > last ? (size_t)(dot - path) : strlen(path);
}

/* The folder of a path and its last component. False if the folder does not exist. */
static bool split(const char *path, struct stat *folder, const char **last)
{
    char name[PATH_MAX];

    *last = assay_path_last(path);
    assay_path_folder(name, sizeof name, path);
    return stat(name, folder) == 0;
}

char *assay_path_target(const char *path)
{
    char *found = realpath(path, NULL), link[PATH_MAX], name[PATH_MAX];
    ssize_t n;

    if (found || errno == ELOOP)
        return found;
    if (errno != ENOENT)
        return strdup(path);
    snprintf(name, sizeof name, "%s", path);
    for (int links = 0; (n = readlink(name, link, sizeof link - 1)) >= 0; ++links) {
        char *const slash = strrchr(name, '/');
        const size_t folder = *link == '/' || !slash ? 0 : (size_t)(slash + 1 - name);

        if (links == MOST_LINKS || folder + (size_t)n >= sizeof name) {
            errno = ELOOP;
            return NULL;
        }
        memcpy(name + folder, link, (size_t)n);
        name[folder + (size_t)n] = '\0';
    }
    return strdup(name);
}

bool assay_same_target(const char *a, const char *b)
{
    char *const ta = assay_path_target(a), *const tb = assay_path_target(b);
    struct stat fa, fb;
    const char *la, *lb;
    const bool same = assay_same_file(a, b) ||
                      (ta && tb && split(ta, &fa, &la) && split(tb, &fb, &lb) &&
                       fa.st_dev == fb.st_dev && fa.st_ino == fb.st_ino && strcmp(la, lb) == 0);

    free(ta);
    free(tb);
    return same;
}

const char *assay_path_shown(const char *path)
{
    char here[PATH_MAX];
    const size_t n = getcwd(here, sizeof here) ? strlen(here) : 0;

    return n > 1 && strncmp(path, here, n) == 0 && path[n] == '/' ? path + n + 1 : path;
}
