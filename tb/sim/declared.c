#include "sim/declared.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "base/scratch.h"
#include "base/xml_tags.h"
#include "engine/attached.h"
#include "sim/design.h"
#include "sim/fault.h"
#include "sim/variant_sources.h"

enum { NAME = 1024, LOCATION = 64, DEPTH = 64 };

/* Advance the reader past the opening tag of a module, or of the top module if `module` is NULL.
 * False if there is none. */
static bool enter(struct assay_xml_tags *t, const char *module)
{
    char value[NAME];

    while (assay_xml_next(t)) {
        if (!assay_xml_is(t, "module") || t->closes)
            continue;
        if (module
                ? assay_xml_attribute(t, "name", value, sizeof value) && strcmp(value, module) == 0
                : assay_xml_attribute(t, "topModule", value, sizeof value))
            return true;
    }
    return false;
}

/* What follows the names `begun` and `name` at the start of `path`: "" if nothing follows, NULL if
 * the path does not start with them. */
static const char *behind(const char *path, const char *begun, const char *name)
{
    const size_t b = strlen(begun), n = strlen(name);

    if (strncmp(path, begun, b) != 0 || strncmp(path + b, name, n) != 0)
        return NULL;
    path += b + n;
    return *path == '.' ? path + 1 : *path ? NULL : path;
}

/* The names of the blocks that enclose a tag, each followed by a dot. */
struct blocks {
    char name[NAME];
    size_t before[DEPTH]; /* length of `name` before each block */
    size_t depth;
};

static void begin_or_end(struct blocks *b, const struct assay_xml_tags *t)
{
    char value[NAME];
    const size_t n = strlen(b->name);

    if (t->empty)
        return;
    if (t->closes) {
        if (b->depth && --b->depth < DEPTH)
            b->name[b->before[b->depth]] = '\0';
        return;
    }
    if (b->depth < DEPTH) {
        b->before[b->depth] = n;
        if (assay_xml_attribute(t, "name", value, sizeof value) && *value)
            snprintf(b->name + n, sizeof b->name - n, "%s.", value);
    }
    ++b->depth;
}

/* The location of the variable `path` of a module, as "ID,LINE,...". */
static bool find(const char *xml, const char *module, const char *path, unsigned depth,
                 char location[LOCATION])
{
    struct assay_xml_tags t = {.at = xml};
    struct blocks blocks = {.depth = 0};
    char name[NAME], of[NAME];

    if (depth == DEPTH || !enter(&t, module))
        return false;
    while (assay_xml_next(&t) && !(assay_xml_is(&t, "module") && t.closes)) {
        const bool is_var = assay_xml_is(&t, "var");
        const char *rest;

        if (assay_xml_is(&t, "begin"))
            begin_or_end(&blocks, &t);
        if ((!is_var && !assay_xml_is(&t, "instance")) || t.closes ||
            !assay_xml_attribute(&t, "name", name, sizeof name))
            continue;
        rest = behind(path, blocks.name, name);
        if (!rest || (*rest != '\0') == is_var)
            continue;
        if (is_var)
            return assay_xml_attribute(&t, "loc", location, LOCATION);
        return assay_xml_attribute(&t, "defName", of, sizeof of) &&
               find(xml, of, rest, depth + 1, location);
    }
    return false;
}

static bool file_of(const char *xml, const char *id, char *file, size_t size)
{
    struct assay_xml_tags t = {.at = xml};
    char value[LOCATION];

    while (assay_xml_next(&t))
        if (assay_xml_is(&t, "file") && assay_xml_attribute(&t, "id", value, sizeof value) &&
            strcmp(value, id) == 0)
            return assay_xml_attribute(&t, "filename", file, size);
    return false;
}

bool assay_declared_in(const char *xml, const char *path, char *file, size_t file_size,
                       unsigned long *line)
{
    struct assay_xml_tags t = {.at = xml};
    char top[NAME], location[LOCATION];
    const char *rest;
    size_t id;

    if (!enter(&t, NULL) || !assay_xml_attribute(&t, "name", top, sizeof top))
        return false;
    rest = behind(path, "", top);
    if (!rest || !find(xml, top, rest, 0, location))
        return false;
    id = strcspn(location, ",");
    *line = location[id] ? strtoul(location + id + 1, NULL, 10) : 0;
    location[id] = '\0';
    return file_of(xml, location, file, file_size);
}

/* The path of a copy below the folder of copies; NULL if the file is not a copy. */
static const char *below(const struct assay_declared_from *from, const char *file)
{
    const size_t n = strlen(from->folder);

    return strncmp(file, from->folder, n) == 0 && file[n] == '/' ? file + n + 1 : NULL;
}

void assay_declared_show(const struct assay_declared_from *from, const char *file, char *shown,
                         size_t size)
{
    const char *const copy = below(from, file);
    char name[2 * PATH_MAX];

    if (copy && from->originals)
        snprintf(name, sizeof name, "%s/%s", from->originals, copy);
    else
        snprintf(name, sizeof name, "%s", file);
    snprintf(shown, size, "%s", assay_path_shown(name));
}

enum assay_error assay_declared_patched(const struct assay_declared_from *from, const char *file,
                                        struct assay_patched *p, char *why, size_t why_size)
{
    const char *const copy = below(from, file);
    char original[2 * PATH_MAX];

    memset(p, 0, sizeof *p);
    if (!copy || !from->originals)
        return ASSAY_OK;
    snprintf(original, sizeof original, "%s/%s", from->originals, copy);
    if (access(original, F_OK) != 0) /* the wrapper around the RTL has no original */
        return ASSAY_OK;
    return assay_patched_read(p, original, file, why, why_size);
}

static enum assay_error look_up(const struct assay_variant *v, struct assay_filelist *list,
                                const char *folder, assay_declared_take *take, void *arg,
                                bool *taken, char *why, size_t why_size)
{
    char *xml = NULL;
    enum assay_error e = ASSAY_OK;

    if (v->fault)
        e = assay_fault_apply(v, list, folder, why, why_size);
    if (e == ASSAY_OK)
        e = assay_variant_write_wrapper(v, list, folder, why, why_size);
    if (e == ASSAY_OK)
        e = assay_design_xml_as_written(v, list, &xml, why, why_size);
    if (e == ASSAY_OK)
        *taken = take(arg, xml, &(struct assay_declared_from){v->block, folder, list->originals});
    free(xml);
    return e;
}

enum assay_error assay_declared_xml(const struct assay_variant *v, assay_declared_take *take,
                                    void *arg, bool *taken, char *why, size_t why_size)
{
    struct assay_scratch folder;
    struct assay_filelist list;
    enum assay_error e = assay_variant_sources(v, &list, why, why_size);

    *taken = false;
    if (e != ASSAY_OK)
        return e;
    if (assay_scratch_open(&folder, "declared", why, why_size)) {
        e = look_up(v, &list, folder.path, take, arg, taken, why, why_size);
        assay_scratch_close(&folder);
    } else {
        e = ASSAY_ENVIRONMENT;
    }
    assay_filelist_free(&list);
    return e;
}

struct wanted {
    const char *path;
    char *where;
    size_t size;
    char *why;
    size_t why_size;
    enum assay_error e;
};

static bool take_place(void *any, const char *xml, const struct assay_declared_from *from)
{
    struct wanted *w = any;
    struct assay_patched patched;
    char file[PATH_MAX], shown[PATH_MAX];
    unsigned long line;
    bool changed;

    if (!assay_declared_in(xml, w->path, file, sizeof file, &line))
        return false;
    w->e = assay_declared_patched(from, file, &patched, w->why, w->why_size);
    if (w->e != ASSAY_OK)
        return false;
    assay_declared_show(from, file, shown, sizeof shown);
    snprintf(w->where, w->size, "%s:%u", shown,
             assay_patched_line(&patched, (unsigned)line, &changed));
    assay_patched_free(&patched);
    return true;
}

enum assay_error assay_declared(const struct assay_variant *v, const char *path, char *where,
                                size_t where_size, char *why, size_t why_size)
{
    struct wanted w = {
        .path = path, .where = where, .size = where_size, .why = why, .why_size = why_size};
    enum assay_error e;
    bool found;

    *where = '\0';
    e = assay_declared_xml(v, take_place, &w, &found, why, why_size);
    return e == ASSAY_OK ? w.e : e;
}
