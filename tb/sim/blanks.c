#include "sim/blanks.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "base/tree.h"
#include "base/xml.h"

bool assay_blanks_has(const char *path)
{
    return strpbrk(path, " \t\n$") != NULL;
}

static bool any_has(const struct assay_names *names)
{
    for (size_t i = 0; i < names->n; ++i)
        if (assay_blanks_has(names->v[i]))
            return true;
    return false;
}

bool assay_blanks_in(const struct assay_filelist *list)
{
    return any_has(&list->sources) || any_has(&list->library_files) ||
           any_has(&list->library_dirs) || any_has(&list->incdirs) ||
           (list->wrapper && assay_blanks_has(list->wrapper));
}

/* The eighth link, of "/rtl/my ip/fifo.v", is "n7/rtl/my_ip/fifo.v". People see it in
 * messages of running RTL. */
static void link_name(size_t number, const char *path, char *name, size_t size)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./";
    size_t n = (size_t)snprintf(name, size, "n%zu%s%s", number, *path == '/' ? "" : "/", path);

    for (n = n < size ? n : size - 1; n-- > 0;)
        if (!strchr(plain, name[n]))
            name[n] = '_';
}

static bool make_link(const char *path, const char *at)
{
    char parent[PATH_MAX], why[2 * PATH_MAX];

    assay_path(parent, sizeof parent, "%.*s", (int)(strrchr(at, '/') - at), at);
    return assay_make_folders(parent, why, sizeof why) && symlink(path, at) == 0;
}

static bool add(struct assay_blanks *b, const char *path)
{
    char name[PATH_MAX], at[PATH_MAX];

    if (!assay_blanks_has(path))
        return true;
    link_name(b->path.n, path, name, sizeof name);
    assay_path(at, sizeof at, "%s/%s", b->folder, name);
    return make_link(path, at) && assay_names_add(&b->path, path) &&
           assay_names_add(&b->link, b->own ? at : name);
}

static bool add_all(struct assay_blanks *b, const struct assay_names *names)
{
    for (size_t i = 0; i < names->n; ++i)
        if (!add(b, names->v[i]))
            return false;
    return true;
}

void assay_blanks_open(struct assay_blanks *b, const struct assay_filelist *list,
                       const char *folder)
{
    char why[512];

    memset(b, 0, sizeof *b);
    if (!assay_blanks_in(list))
        return;
    b->own = !folder;
    if (b->own && !assay_scratch_open(&b->scratch, "names", why, sizeof why))
        return;
    b->folder = b->own ? b->scratch.path : folder;
    if (!add_all(b, &list->sources) || !add_all(b, &list->library_files) ||
        !add_all(b, &list->library_dirs) || !add_all(b, &list->incdirs) ||
        (list->wrapper && !add(b, list->wrapper)))
        assay_blanks_close(b);
}

void assay_blanks_close(struct assay_blanks *b)
{
    char at[PATH_MAX];

    /* Up to b->path.n inclusive: a link may exist whose path was not added. */
    for (size_t i = 0; b->folder && !b->own && i <= b->path.n; ++i) {
        assay_path(at, sizeof at, "%s/n%zu", b->folder, i);
        assay_tree_remove(at);
    }
    if (b->folder && b->own)
        assay_scratch_close(&b->scratch);
    b->folder = NULL;
    assay_names_free(&b->path);
    assay_names_free(&b->link);
}

const char *assay_blanks_name(const struct assay_blanks *b, const char *path)
{
    for (size_t i = 0; i < b->path.n; ++i)
        if (strcmp(b->path.v[i], path) == 0)
            return b->link.v[i];
    return path;
}

/* The path as it appears in the text, escaped if that is XML. Free the
 * result; NULL if out of memory. */
static char *shown(const char *path, bool xml)
{
    char *text = NULL;
    size_t size;
    FILE *f;

    if (!xml)
        return strdup(path);
    f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    assay_xml_put(f, path);
    if (fclose(f) == 0)
        return text;
    free(text);
    return NULL;
}

static bool replace(char **text, size_t *size, const char *from, const char *to)
{
    struct assay_text t = {0};
    const char *rest = *text;

    for (const char *at; (at = strstr(rest, from)); rest = at + strlen(from)) {
        assay_text_add_data(&t, rest, (size_t)(at - rest));
        assay_text_add(&t, to);
    }
    if (rest == *text)
        return true;
    assay_text_add(&t, rest);
    if (t.failed) {
        assay_text_free(&t);
        return false;
    }
    free(*text);
    *text = t.s;
    *size = t.n;
    return true;
}

bool assay_blanks_back(const struct assay_blanks *b, char **text, size_t *size, bool xml)
{
    bool good = true;

    for (size_t i = b->folder ? b->path.n : 0; good && i-- > 0;) {
        char *to = shown(b->path.v[i], xml);

        good = to && replace(text, size, b->link.v[i], to);
        free(to);
    }
    return good;
}
