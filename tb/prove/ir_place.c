/* ir_place.c - look up metadata: places in the source, and ranges. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/home.h"
#include "prove/ir_scan.h"

enum { MOST_SCOPES = 100 };

static const char *metadata(const struct ir_module *m, uint32_t number)
{
    return number < m->n_metadata && m->metadata[number] ? m->metadata[number] : "";
}

/* The text after "KEY: " in a line of metadata; NULL if the key is missing. */
static const char *value_of(const char *line, const char *key)
{
    const size_t n = strlen(key);

    for (const char *at = line; *at && *at != '\n'; ++at)
        if (strncmp(at, key, n) == 0 && strncmp(at + n, ": ", 2) == 0 && at > line &&
            !isalnum((unsigned char)at[-1]))
            return at + n + 2;
    return NULL;
}

/* Parse a key's value as a metadata number. Returns false if it is not one. */
static bool reference(const char *line, const char *key, uint32_t *number)
{
    const char *const value = value_of(line, key);

    if (!value || *value != '!' || !isdigit((unsigned char)value[1]))
        return false;
    *number = (uint32_t)strtoul(value + 1, NULL, 10);
    return true;
}

/* A file's path, relative to the tree if it is there. The compiler gives another folder for others
 * if their paths begin like that of the tree. */
static char *path_of(struct ir_module *m, const char *file, const char *name)
{
    const char *const folder = value_of(file, "directory");
    const size_t n = strcspn(name, "\""), size = folder ? strcspn(folder + 1, "\"") : 0;
    char home[PATH_MAX], path[PATH_MAX];

    assay_home(home, sizeof home);
    if (*name == '/' || !folder || *folder != '"' || size == 0 ||
        (strlen(home) == size && strncmp(home, folder + 1, size) == 0))
        return arena_text(&m->arena, name, n);
    assay_path(path, sizeof path, "%.*s/%.*s", (int)size, folder + 1, (int)n, name);
    return arena_text(&m->arena, path, strlen(path));
}

struct ir_place ir_place_of(struct ir_module *m, uint32_t number)
{
    const char *const location = metadata(m, number), *const line = value_of(location, "line");
    struct ir_place p = {m->path, m->line};
    uint32_t scope = number, file; /* a function has a file itself */

    if (!line)
        return p;
    for (int i = 0; i < MOST_SCOPES; ++i) {
        if (reference(metadata(m, scope), "file", &file)) {
            const char *const name = value_of(metadata(m, file), "filename");

            if (name && *name == '"') {
                p.file = path_of(m, metadata(m, file), name + 1);
                p.line = (uint32_t)strtoul(line, NULL, 10);
            }
            return p;
        }
        if (!reference(metadata(m, scope), "scope", &scope))
            return p;
    }
    return p;
}

bool ir_range_of(struct ir_module *m, uint32_t number, uint64_t *low, uint64_t *high)
{
    long long a, b;

    /* !{i8 0, i8 2} */
    if (sscanf(metadata(m, number), "!{i%*u %lld, i%*u %lld}", &a, &b) != 2)
        return false;
    *low = (uint64_t)a;
    *high = (uint64_t)b;
    return true;
}
