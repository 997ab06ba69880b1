#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void assay_path(char *path, size_t size, const char *format, ...)
{
    enum { TOO_LONG = NAME_MAX + 1 };
    va_list args;
    int n;

    assert(size >= PATH_MAX);
    va_start(args, format);
    n = vsnprintf(path, size, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= size) {
        memset(path + size - 1 - TOO_LONG, '_', TOO_LONG);
        path[size - 1] = '\0';
    }
}

bool assay_make_folder(const char *path)
{
    struct stat st;

    if (mkdir(path, 0777) == 0)
        return true;
    if (errno != EEXIST)
        return false;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return true;
    errno = ENOTDIR;
    return false;
}

bool assay_make_folders(const char *path, char *why, size_t why_size)
{
    char part[PATH_MAX];
    size_t n = 0;

    do {
        n += strspn(path + n, "/");
        n += strcspn(path + n, "/");
        assay_path(part, sizeof part, "%.*s", (int)n, path);
        if (!assay_make_folder(part)) {
            snprintf(why, why_size, "%s: %s: expected to create that folder", path,
                     strerror(errno));
            return false;
        }
    } while (path[n]);
    return true;
}

/* Read everything and add a NUL. NULL with errno, which is EFBIG if there are more than `most`
 * bytes. */
static char *read_all(FILE *f, size_t most, size_t *size)
{
    char *text = NULL, *larger;
    size_t room = 0, n;

    *size = 0;
    do {
        if (room - *size < 2) {
            room = room ? 2 * room : 1 << 14;
            larger = realloc(text, room);
            if (!larger)
                break;
            text = larger;
        }
        errno = 0;
        n = fread(text + *size, 1, room - *size - 1, f);
        *size += n;
        if (n == 0 && !ferror(f)) {
            text[*size] = '\0';
            return text;
        }
    } while (!ferror(f) && *size <= most);
    if (*size > most)
        errno = EFBIG;
    else if (errno == 0)
        errno = EIO;
    free(text);
    return NULL;
}

enum assay_error assay_read_file(const char *path, size_t most, const char *what, char **text,
                                 size_t *size, char *why, size_t why_size)
{
    const char *const name = strcmp(path, "/dev/stdin") == 0 ? "standard input" : path;
    FILE *f = fopen(path, "rb");
    int error;

    *text = f ? read_all(f, most, size) : NULL;
    error = errno;
    if (f)
        fclose(f);
    if (*text)
        return ASSAY_OK;
    if (error == EFBIG)
        snprintf(why, why_size, "%s: larger than %zu bytes: expected %s", name, most, what);
    else
        snprintf(why, why_size, "%s: %s: expected %s", name, strerror(error), what);
    return error == ENOMEM ? ASSAY_ENVIRONMENT : ASSAY_BAD_INPUT;
}

FILE *assay_open_text(const char *path, const char *what, char *why, size_t why_size)
{
    FILE *f = fopen(path, "r");
    int error = errno;
    struct stat st;

    if (f && fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode)) {
        fclose(f);
        f = NULL;
        error = EISDIR;
    }
    if (!f)
        snprintf(why, why_size, "%s: %s: expected %s", path, strerror(error), what);
    return f;
}

bool assay_line_is_crlf(const char *line)
{
    const size_t n = strcspn(line, "\n");

    return line[n] && n && line[n - 1] == '\r';
}

bool assay_line_wrong(char *why, size_t why_size, const char *path, unsigned long line,
                      const char *format, va_list args)
{
    const int n = snprintf(why, why_size, "%s:%lu: ", path, line);

    if (n >= 0 && (size_t)n < why_size)
        vsnprintf(why + n, why_size - (size_t)n, format, args);
    return false;
}

void assay_cut_line_end(char *line)
{
    line[strcspn(line, "\n") - assay_line_is_crlf(line)] = '\0';
}

size_t assay_unify_line_ends(char *text, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; ++i)
        if (text[i] != '\r' || i + 1 == n || text[i + 1] != '\n')
            text[kept++] = text[i];
    text[kept] = '\0';
    return kept;
}
