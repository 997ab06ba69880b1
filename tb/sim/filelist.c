#include "sim/filelist.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { NESTING = 16 };

struct reader {
    struct assay_filelist *list;
    char *why;
    size_t why_size;
    int depth;
};

static bool add(char ***array, size_t *n, const char *text)
{
    char **bigger = realloc(*array, (*n + 1) * sizeof **array);

    if (!bigger)
        return false;
    *array = bigger;
    bigger[*n] = strdup(text);
    return bigger[(*n)++] != NULL;
}

/* Path of `name` as seen from the folder of `list_path`. */
static void resolve(char *path, size_t size, const char *list_path, const char *name)
{
    const char *slash = strrchr(list_path, '/');

    if (name[0] == '/' || !slash)
        snprintf(path, size, "%s", name);
    else
        snprintf(path, size, "%.*s/%s", (int)(slash - list_path), list_path, name);
}

static bool complain(struct reader *r, const char *path, unsigned line, const char *what)
{
    snprintf(r->why, r->why_size, "%s:%u: %s", path, line, what);
    return false;
}

static bool read_list(struct reader *r, const char *path);

/* The parts of +incdir+a+b or +define+A=1+B. */
static bool plus_item(struct reader *r, const char *path, unsigned line, char *item)
{
    const bool incdir = strncmp(item, "+incdir+", 8) == 0;
    char *save = NULL;
    char full[PATH_MAX];

    if (!incdir && strncmp(item, "+define+", 8) != 0) {
        char what[256];

        snprintf(what, sizeof what,
                 "unknown item '%.100s': expected a source file, +incdir+, "
                 "+define+, -f or -F",
                 item);
        return complain(r, path, line, what);
    }
    for (char *part = strtok_r(item + 8, "+", &save); part; part = strtok_r(NULL, "+", &save)) {
        bool ok;

        resolve(full, sizeof full, path, part);
        ok = incdir ? add(&r->list->incdirs, &r->list->n_incdirs, full)
                    : add(&r->list->defines, &r->list->n_defines, part);
        if (!ok)
            return complain(r, path, line, "out of memory");
    }
    return true;
}

static bool source_item(struct reader *r, const char *path, unsigned line, const char *item)
{
    char full[PATH_MAX], real[PATH_MAX], what[PATH_MAX + 64];
    struct stat st;

    resolve(full, sizeof full, path, item);
    if (stat(full, &st) != 0 || !realpath(full, real)) {
        snprintf(what, sizeof what, "%s: %s: expected a source file", item, strerror(errno));
        return complain(r, path, line, what);
    }
    if (!S_ISREG(st.st_mode)) {
        snprintf(what, sizeof what, "%s is not a file: expected a source file", item);
        return complain(r, path, line, what);
    }
    if (!add(&r->list->sources, &r->list->n_sources, real))
        return complain(r, path, line, "out of memory");
    return true;
}

static bool read_line(struct reader *r, const char *path, unsigned line, char *text)
{
    char *save = NULL;
    char full[PATH_MAX];

    for (char *item = strtok_r(text, " \t\r\n", &save); item;
         item = strtok_r(NULL, " \t\r\n", &save)) {
        if (item[0] == '#' || strncmp(item, "//", 2) == 0)
            break;
        if (strcmp(item, "-f") == 0 || strcmp(item, "-F") == 0) {
            item = strtok_r(NULL, " \t\r\n", &save);
            if (!item)
                return complain(r, path, line, "-f without a file: expected a list's name");
            resolve(full, sizeof full, path, item);
            if (!read_list(r, full))
                return false;
        } else if (item[0] == '+' || item[0] == '-') {
            if (!plus_item(r, path, line, item))
                return false;
        } else if (!source_item(r, path, line, item)) {
            return false;
        }
    }
    return true;
}

static bool read_list(struct reader *r, const char *path)
{
    char text[4096];
    unsigned line = 0;
    bool ok = true;
    FILE *f;

    if (r->depth == NESTING)
        return complain(r, path, 1, "lists nest too deeply: expected no list that names itself");
    f = fopen(path, "r");
    if (!f) {
        snprintf(r->why, r->why_size, "%s: %s: expected an RTL file list", path, strerror(errno));
        return false;
    }
    ++r->depth;
    while (ok && fgets(text, sizeof text, f)) {
        ++line;
        ok = strlen(text) < sizeof text - 1
                 ? read_line(r, path, line, text)
                 : complain(r, path, line, "line too long: expected fewer than 4095 characters");
    }
    if (ok && ferror(f)) {
        snprintf(r->why, r->why_size, "%s: %s: expected an RTL file list", path, strerror(errno));
        ok = false;
    }
    --r->depth;
    fclose(f);
    return ok;
}

bool assay_filelist_read(const char *path, struct assay_filelist *list, char *why, size_t why_size)
{
    struct reader r = {list, why, why_size, 0};
    bool ok;

    memset(list, 0, sizeof *list);
    ok = read_list(&r, path);
    if (ok && list->n_sources == 0) {
        snprintf(why, why_size, "%s: names no source file: expected at least one", path);
        ok = false;
    }
    if (!ok)
        assay_filelist_free(list);
    return ok;
}

static void free_all(char **array, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        free(array[i]);
    free(array);
}

void assay_filelist_free(struct assay_filelist *list)
{
    free_all(list->sources, list->n_sources);
    free_all(list->incdirs, list->n_incdirs);
    free_all(list->defines, list->n_defines);
    memset(list, 0, sizeof *list);
}
