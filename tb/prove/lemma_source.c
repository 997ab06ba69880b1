/* lemma_source.c - find the files that a lemma's head names. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/home.h"
#include "prove/lemma.h"

static bool is_in(const char *folder, const char *name, char path[PATH_MAX])
{
    assay_path(path, PATH_MAX, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

bool lemma_source(const struct lemma *l, const char *key, const char *name, char path[PATH_MAX],
                  char *why, size_t why_size)
{
    const struct lemma_place *const place = l->place;
    const char *const rtl =
        place && strcmp(key, "rtl") == 0 && strcmp(place->rtl, place->folder) != 0 ? place->rtl
                                                                                   : NULL;
    char home[PATH_MAX];

    if (!place) {
        assay_source_path(path, PATH_MAX, name);
        return true;
    }
    if (is_in(place->folder, name, path) || (rtl && is_in(rtl, name, path)) ||
        is_in(assay_home(home, sizeof home), name, path))
        return true;
    snprintf(why, why_size, "%s:%u: %s: '%s': expected it in %s%s%s or in %s", l->path,
             (unsigned)lemma_line(l, key, name), key, name, place->folder, rtl ? ", in " : "",
             rtl ? rtl : "", home);
    return false;
}

const char *lemma_plant(const struct lemma *l, char path[PATH_MAX])
{
    if (!l->place)
        return assay_source_path(path, PATH_MAX, l->plant);
    assay_path(path, PATH_MAX, "%s/%s", l->place->folder, l->plant);
    return path;
}
