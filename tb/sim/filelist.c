#include "sim/filelist.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/path.h"
#include "sim/filelist_words.h"

enum { NESTING = 16, LIST_MOST = 64 << 20 };

/* The state of reading one list. */
struct reader {
    struct assay_filelist *list;
    const char *path;
    bool by_working_folder; /* read by -f: paths may be relative to the working folder */
    int depth;
    struct assay_words words;
    char *why;
    size_t why_size;
};

/* Writes the message with file and line to `why` and returns false, for the caller to return. A
 * source that was named directly has no line, and its own name says where it is. */
__attribute__((format(printf, 2, 3))) static bool complain(const struct reader *r,
                                                           const char *format, ...)
{
    char what[2 * PATH_MAX];
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (r->words.line)
        snprintf(r->why, r->why_size, "%s:%u: %s", r->path, r->words.line, what);
    else if (strncmp(what, r->path, strlen(r->path)) == 0)
        snprintf(r->why, r->why_size, "%s", what);
    else
        snprintf(r->why, r->why_size, "%s: %s", r->path, what);
    return false;
}

bool assay_names_add(struct assay_names *names, const char *name)
{
    char **bigger = realloc(names->v, (names->n + 1) * sizeof *names->v);

    if (!bigger)
        return false;
    names->v = bigger;
    bigger[names->n] = strdup(name);
    if (!bigger[names->n])
        return false;
    ++names->n;
    return true;
}

static bool add(const struct reader *r, struct assay_names *names, const char *name)
{
    return assay_names_add(names, name) || complain(r, "out of memory");
}

/* --- paths --- */

/* The path of `name` relative to the folder of the list; relative to the working
 * folder if there is no list. */
static void beside_list(const struct reader *r, const char *name, char path[PATH_MAX])
{
    const char *slash = strrchr(r->path, '/');

    if (name[0] == '/' || !slash || r->words.line == 0)
        assay_path(path, PATH_MAX, "%s", name);
    else
        assay_path(path, PATH_MAX, "%.*s/%s", (int)(slash - r->path), r->path, name);
}

static bool is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

static bool same(const char *a, const char *b)
{
    struct stat x, y;

    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* The path of the file or folder that an item names. `here`: it may be
 * relative to the working folder. */
static bool find(const struct reader *r, const char *name, bool here, char path[PATH_MAX])
{
    beside_list(r, name, path);
    if (!here || name[0] == '/' || !is_there(name))
        return true;
    if (is_there(path) && !same(path, name))
        return complain(r,
                        "%s is in the working folder and, another one, %s: expected one of them, "
                        "or -F for paths relative to the list",
                        name, path);
    assay_path(path, PATH_MAX, "%s", name);
    return true;
}

/* The absolute path of an existing folder or file. */
static bool locate(const struct reader *r, const char *name, bool folder, const char *expected,
                   char real[PATH_MAX])
{
    char path[PATH_MAX];
    struct stat st;

    if (!find(r, name, r->by_working_folder, path))
        return false;
    if (!*name || stat(path, &st) != 0 || !realpath(path, real)) {
        const int error = *name ? errno : ENOENT;

        if (!r->by_working_folder && name[0] != '/' && is_there(name))
            return complain(r,
                            "%s: %s beside the list, but in the working folder: expected %s "
                            "relative to the list's folder (with -f another list can name this "
                            "one, and it may be relative to the working folder)",
                            name, strerror(error), expected);
        return complain(r, "%s: %s: expected %s", name, strerror(error), expected);
    }
    if (folder ? !S_ISDIR(st.st_mode) : !S_ISREG(st.st_mode))
        return complain(r, "%s is not a %s: expected %s", name, folder ? "folder" : "file",
                        expected);
    return true;
}

static bool add_file(struct reader *r, struct assay_names *names, const char *name,
                     const char *expected)
{
    char real[PATH_MAX];

    return locate(r, name, false, expected, real) && add(r, names, real);
}

static bool add_folder(struct reader *r, struct assay_names *names, const char *name,
                       const char *expected)
{
    char real[PATH_MAX];

    return locate(r, name, true, expected, real) && add(r, names, real);
}

/* --- items --- */

static bool read_list(struct assay_filelist *list, const char *path, bool by_working_folder,
                      int depth, const struct reader *by, char *why, size_t why_size);

static bool add_list(struct reader *r, const char *option, const char *name)
{
    const bool here = strcmp(option, "-f") == 0;
    char path[PATH_MAX];

    return find(r, name, here, path) &&
           read_list(r->list, path, here, r->depth + 1, r, r->why, r->why_size);
}

static bool add_incdir(struct reader *r, const char *part)
{
    return add_folder(r, &r->list->incdirs, part, "a folder of include files");
}

static bool add_define(struct reader *r, const char *part)
{
    return add(r, &r->list->defines, part);
}

static bool add_extension(struct reader *r, const char *part)
{
    if (part[0] != '.')
        return complain(r, "+libext+%s: expected the end of a name with its dot, as in +libext+.v",
                        part);
    return add(r, &r->list->extensions, part);
}

/* An item with parts: +incdir+a+b, +define+A=1+B or +libext+.v+.sv. */
static bool plus_item(struct reader *r, char *item)
{
    static const struct {
        const char *head;
        bool (*add)(struct reader *, const char *part);
    } kinds[] = {{"+incdir+", add_incdir}, {"+define+", add_define}, {"+libext+", add_extension}};
    char *save = NULL;

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        const size_t n = strlen(kinds[i].head);
        char *part;

        if (strncmp(item, kinds[i].head, n) != 0)
            continue;
        part = strtok_r(item + n, "+", &save);
        if (!part)
            return complain(r, "%s without a value: expected one after it", item);
        for (; part; part = strtok_r(NULL, "+", &save))
            if (!kinds[i].add(r, part))
                return false;
        return true;
    }
    return complain(r,
                    "unknown item '%.100s': expected a source file, +incdir+, +define+, +libext+, "
                    "-f, -F, -v, -y or -sv",
                    item);
}

/* An option whose value is the next word. */
static bool option_with_value(struct reader *r, const char *option)
{
    const char *name;

    if (!assay_words_next(&r->words)) {
        if (r->words.wrong.n)
            return complain(r, "%s", r->words.wrong.s);
        return complain(r, "%s without a value: expected a %s's name", option,
                        option[1] == 'y'   ? "folder"
                        : option[1] == 'v' ? "library"
                                           : "list");
    }
    name = assay_text_get(&r->words.word);
    if (option[1] == 'y')
        return add_folder(r, &r->list->library_dirs, name, "a folder of libraries");
    if (option[1] == 'v')
        return add_file(r, &r->list->library_files, name, "a library file");
    return add_list(r, option, name);
}

bool assay_filelist_is_vhdl(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot && (strcmp(dot, ".vhd") == 0 || strcmp(dot, ".vhdl") == 0);
}

static bool read_item(struct reader *r)
{
    static const char *const with_value[] = {"-f", "-F", "-v", "-y"};
    const char *item = assay_text_get(&r->words.word);

    for (size_t i = 0; i < sizeof with_value / sizeof with_value[0]; ++i)
        if (strcmp(item, with_value[i]) == 0)
            return option_with_value(r, with_value[i]);
    if (strcmp(item, "-sv") == 0 || strcmp(item, "-sverilog") == 0)
        return true;
    if (item[0] == '+' || item[0] == '-')
        return plus_item(r, r->words.word.s);
    if (assay_filelist_is_vhdl(item))
        return complain(r, "%s is VHDL: expected Verilog or SystemVerilog", item);
    return add_file(r, &r->list->sources, item, "a source file");
}

/* --- lists --- */

static bool read_items(struct reader *r)
{
    while (assay_words_next(&r->words))
        if (!read_item(r))
            return false;
    return r->words.wrong.n == 0 || complain(r, "%s", r->words.wrong.s);
}

/* `by` is the reader of the list that names this one, or NULL. If this list can't be read, the
 * message has the line in that list. */
static bool read_list(struct assay_filelist *list, const char *path, bool by_working_folder,
                      int depth, const struct reader *by, char *why, size_t why_size)
{
    struct reader r = {list, path, by_working_folder, depth, {.line = 1}, why, why_size};
    char *text;
    size_t size;
    bool good;

    if (depth == NESTING)
        return complain(&r, "lists nest too deeply: expected no list that names itself");
    if (assay_read_file(path, LIST_MOST, "an RTL file list", &text, &size, why, why_size) !=
        ASSAY_OK)
        return by && complain(by, "%s", why);
    r.words.at = text;
    good = strlen(text) == size ? read_items(&r)
                                : complain(&r, "a NUL byte in the file: expected text");
    assay_words_free(&r.words);
    free(text);
    return good;
}

bool assay_filelist_read(const char *path, struct assay_filelist *list, char *why, size_t why_size)
{
    bool ok;

    memset(list, 0, sizeof *list);
    ok = read_list(list, path, false, 0, NULL, why, why_size);
    if (ok && list->sources.n == 0) {
        snprintf(why, why_size, "%s: names no source file: expected at least one", path);
        ok = false;
    }
    if (ok && list->library_dirs.n && list->extensions.n == 0 &&
        (!assay_names_add(&list->extensions, ".v") || !assay_names_add(&list->extensions, ".sv"))) {
        snprintf(why, why_size, "out of memory");
        ok = false;
    }
    if (!ok)
        assay_filelist_free(list);
    return ok;
}

static bool is_list(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot && (strcmp(dot, ".f") == 0 || strcmp(dot, ".vc") == 0);
}

bool assay_filelist_of(const char *const *names, size_t n, const char *what,
                       struct assay_filelist *list, char *why, size_t why_size)
{
    struct reader r = {.list = list, .path = what, .why = why, .why_size = why_size};
    bool good = true;

    if (n == 1 && is_list(names[0]))
        return assay_filelist_read(names[0], list, why, why_size);
    memset(list, 0, sizeof *list);
    for (size_t i = 0; i < n && good; ++i)
        good = add_file(&r, &list->sources, names[i], "a source file");
    if (!good)
        assay_filelist_free(list);
    return good;
}

bool assay_filelist_has_libraries(const struct assay_filelist *list)
{
    return list->library_files.n || list->library_dirs.n;
}

void assay_names_free(struct assay_names *names)
{
    for (size_t i = 0; i < names->n; ++i)
        free(names->v[i]);
    free(names->v);
    memset(names, 0, sizeof *names);
}

void assay_filelist_free(struct assay_filelist *list)
{
    assay_names_free(&list->sources);
    assay_names_free(&list->incdirs);
    assay_names_free(&list->defines);
    assay_names_free(&list->library_files);
    assay_names_free(&list->library_dirs);
    assay_names_free(&list->extensions);
    free(list->wrapper);
    free(list->originals);
    list->wrapper = list->originals = NULL;
}
