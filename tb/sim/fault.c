#include "sim/fault.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "base/home.h"
#include "base/number.h"
#include "base/process.h"
#include "base/unknown.h"
#include "engine/attached.h"
#include "sim/design.h"
#include "sim/same_text.h"

static const char suffix[] = ".patch";

void assay_fault_folder(const struct assay_block *b, char path[PATH_MAX])
{
    char relative[128];

    if (b->folder) {
        assay_path(path, PATH_MAX, "%s/faults", b->folder->path);
        return;
    }
    snprintf(relative, sizeof relative, "tb/%s/faults", b->model->name);
    assay_source_path(path, PATH_MAX, relative);
}

/* The value of a line "KEY: value" of the description; NULL if the line has another key. */
static const char *head_value(const char *line, const char *key)
{
    const size_t n = strlen(key);

    return strncmp(line, key, n) == 0 && strncmp(line + n, ": ", 2) == 0 ? line + n + 2 : NULL;
}

/* Read the lines before the diff. False with errno. */
static bool read_head(const char *path, struct assay_fault *fault)
{
    char line[512];
    FILE *f = fopen(path, "r");
    int error;

    if (!f)
        return false;
    errno = 0;
    while (fgets(line, sizeof line, f) && strncmp(line, "--- ", 4) != 0) {
        const char *value;

        line[strcspn(line, "\r\n")] = '\0';
        if ((value = head_value(line, "Fault")))
            snprintf(fault->what, sizeof fault->what, "%.255s", value);
        if ((value = head_value(line, "Late")))
            fault->late = strcmp(value, "yes") == 0;
        if ((value = head_value(line, "Same")))
            snprintf(fault->same, sizeof fault->same, "%.63s", value);
        if ((value = head_value(line, "Scenario")))
            snprintf(fault->scenario, sizeof fault->scenario, "%.63s", value);
    }
    error = ferror(f) ? errno ? errno : EIO : 0;
    fclose(f);
    errno = error;
    return !error;
}

/* Whether a file of the folder is a patch; sets the fault's name. */
static bool is_patch(const char *file, struct assay_fault *fault)
{
    const size_t length = strlen(file), tail = sizeof suffix - 1;

    if (length <= tail || length - tail >= sizeof fault->name ||
        strcmp(file + length - tail, suffix) != 0)
        return false;
    memcpy(fault->name, file, length - tail);
    return true;
}

int assay_fault_list(const struct assay_block *b, struct assay_fault **list, char *why,
                     size_t why_size)
{
    char folder[PATH_MAX], path[PATH_MAX];
    struct dirent **names;
    int n, found = 0;
    bool good;

    *list = NULL;
    assay_fault_folder(b, folder);
    n = scandir(folder, &names, NULL, alphasort);
    if (n < 0 && errno == ENOENT)
        return 0;
    if (n < 0) {
        snprintf(why, why_size, "%s: %s: expected the folder of known bugs", folder,
                 strerror(errno));
        return -1;
    }
    *list = calloc((size_t)n + 1, sizeof **list);
    good = *list != NULL;
    if (!good)
        snprintf(why, why_size, "out of memory");
    for (int i = 0; i < n; ++i) {
        if (good && is_patch(names[i]->d_name, &(*list)[found])) {
            assay_path(path, sizeof path, "%s/%s", folder, names[i]->d_name);
            good = read_head(path, &(*list)[found++]);
            if (!good)
                snprintf(why, why_size, "%s: %s: expected to read a known bug", path,
                         strerror(errno));
        }
        free(names[i]);
    }
    free(names);
    if (good)
        return found;
    free(*list);
    *list = NULL;
    return -1;
}

/* Whether key=value,... holds, up to a blank or the end. *at moves past it. */
static bool all_hold(const struct assay_block *b, const struct assay_params *params,
                     const char **at)
{
    bool all = true;

    while (**at && **at != ' ') {
        const char *const key = *at;
        const size_t name = strcspn(key, "=, ");
        const char *value = key + name + 1;
        uint64_t v;
        bool holds = false;

        for (size_t i = 0; i < b->model->n_params; ++i)
            if (key[name] == '=' && strlen(b->model->params[i].name) == name &&
                strncmp(b->model->params[i].name, key, name) == 0)
                holds = !assay_number_prefix(&value, UINT32_MAX, &v) && strchr(", ", *value) &&
                        v == params->v[i];
        all &= holds;
        *at += strcspn(*at, ", ");
        *at += **at == ',';
    }
    return all;
}

bool assay_fault_same(const struct assay_block *b, const struct assay_fault *fault,
                      const struct assay_params *params)
{
    for (const char *at = fault->same; *at;) {
        if (all_hold(b, params, &at))
            return true;
        at += strspn(at, " ");
    }
    return false;
}

struct known_faults {
    struct assay_fault *list;
    int n;
};

static const char *fault_at(const void *arg, size_t i)
{
    const struct known_faults *known = arg;

    return (int)i < known->n ? known->list[i].name : NULL;
}

bool assay_fault_path(const struct assay_block *b, const char *name, char path[PATH_MAX], char *why,
                      size_t why_size)
{
    char folder[PATH_MAX];
    struct known_faults known;
    struct stat st;

    assay_fault_folder(b, folder);
    if (!strchr(name, '/') &&
        snprintf(path, PATH_MAX, "%s/%s%s", folder, name, suffix) < PATH_MAX &&
        stat(path, &st) == 0)
        return true;
    known.n = assay_fault_list(b, &known.list, why, why_size);
    if (known.n < 0)
        return false;
    assay_unknown(why, why_size, "fault", name, fault_at, &known);
    free(known.list);
    return false;
}

static bool is_below(const char *path, const char *folder)
{
    const size_t n = strlen(folder);

    return strncmp(path, folder, n) == 0 && path[n] == '/';
}

static bool are_below(const struct assay_names *names, const char *folder)
{
    for (size_t i = 0; i < names->n; ++i)
        if (!is_below(names->v[i], folder))
            return false;
    return true;
}

/* The absolute path, with links and ".." resolved. */
static void real_path(const char *path, char real[PATH_MAX])
{
    if (!realpath(path, real))
        assay_path(real, PATH_MAX, "%s", path);
}

/* Go up from `folder` until it contains all of the paths. */
static void widen(char *folder, const char *const *path, size_t n)
{
    char real[PATH_MAX];

    for (size_t i = 0; i < n; ++i) {
        real_path(path[i], real);
        while (!is_below(real, folder)) {
            char *slash = strrchr(folder, '/');

            *(slash ? slash : folder) = '\0';
        }
    }
}

/* The folder where the paths in patches start. */
static void find_root(const struct assay_block *b, const struct assay_filelist *list,
                      char root[PATH_MAX])
{
    char path[PATH_MAX];
    const char *const from = b->folder ? b->folder->path : assay_source_path(path, sizeof path, "");

    real_path(from, root);
    if (!b->folder || b->folder->n_rtl == 0 ||
        (are_below(&list->sources, root) && are_below(&list->library_files, root)))
        return;
    real_path(b->folder->rtl[0], root);
    widen(root, b->folder->rtl, b->folder->n_rtl);
    widen(root, (const char *const *)list->sources.v, list->sources.n);
    widen(root, (const char *const *)list->library_files.v, list->library_files.n);
}

/* Copy a source to folder/<its path below the root>, and set *source to the copy. */
static bool copy_source(const char *root, char **source, const char *folder, char *why,
                        size_t why_size)
{
    char target[2 * PATH_MAX];
    char *argv[] = {"install", "-D", "-m", "644", *source, target, NULL};
    char *copy;

    if (!is_below(*source, root)) {
        snprintf(why, why_size, "%s: not below %s: a fault goes with the project's own RTL",
                 *source, root);
        return false;
    }
    snprintf(target, sizeof target, "%s%s", folder, *source + strlen(root));
    copy = strdup(target);
    if (!copy || assay_process(argv, NULL, NULL) != 0) {
        snprintf(why, why_size, "%s: cannot be copied", target);
        free(copy);
        return false;
    }
    free(*source);
    *source = copy;
    return true;
}

/* Turn files found in library folders into named libraries, so that they can be patched as well. */
static enum assay_error name_libraries(const struct assay_variant *v, struct assay_filelist *list,
                                       char *why, size_t why_size)
{
    struct assay_names found;
    enum assay_error e = assay_design_found(v, list, &found, why, why_size);

    for (size_t i = 0; e == ASSAY_OK && i < found.n; ++i)
        if (!assay_names_add(&list->library_files, found.v[i])) {
            snprintf(why, why_size, "out of memory");
            e = ASSAY_ENVIRONMENT;
        }
    if (e == ASSAY_OK)
        assay_names_free(&list->library_dirs);
    assay_names_free(&found);
    return e;
}

static bool copy_sources(const char *root, struct assay_names *sources, const char *folder,
                         char *why, size_t why_size)
{
    for (size_t i = 0; i < sources->n; ++i)
        if (!copy_source(root, &sources->v[i], folder, why, why_size))
            return false;
    return true;
}

/* Whether a copy and its source below the root are the same to a simulator. */
static enum assay_error is_same(const char *root, const char *copy, const char *folder, bool *same,
                                char *why, size_t why_size)
{
    char path[PATH_MAX], *text[2] = {NULL, NULL};
    size_t size[2];
    enum assay_error e;

    assay_path(path, sizeof path, "%s%s", root, copy + strlen(folder));
    e = assay_read_file(path, SIZE_MAX / 2, "a source", &text[0], &size[0], why, why_size);
    if (e == ASSAY_OK)
        e = assay_read_file(copy, SIZE_MAX / 2, "its copy", &text[1], &size[1], why, why_size);
    *same = e == ASSAY_OK && assay_same_text(text[0], text[1]);
    free(text[0]);
    free(text[1]);
    return e;
}

static enum assay_error are_same(const char *root, const struct assay_names *copies,
                                 const char *folder, bool *same, char *why, size_t why_size)
{
    enum assay_error e = ASSAY_OK;

    for (size_t i = 0; e == ASSAY_OK && *same && i < copies->n; ++i)
        e = is_same(root, copies->v[i], folder, same, why, why_size);
    return e;
}

/* A patch without an effect would look like a bug that the testbench misses. */
static enum assay_error check_change(const char *patch, const char *root,
                                     const struct assay_filelist *list, const char *folder,
                                     char *why, size_t why_size)
{
    bool same = true;
    enum assay_error e = are_same(root, &list->sources, folder, &same, why, why_size);

    if (e == ASSAY_OK)
        e = are_same(root, &list->library_files, folder, &same, why, why_size);
    if (e != ASSAY_OK || !same)
        return e;
    snprintf(why, why_size,
             "%s: changes nothing in the RTL but comments and blanks: expected a bug", patch);
    return ASSAY_BAD_INPUT;
}

enum assay_error assay_fault_apply(const struct assay_variant *v, struct assay_filelist *list,
                                   const char *folder, char *why, size_t why_size)
{
    char patch[PATH_MAX], root[PATH_MAX];
    char *argv[] = {"patch", "-p1", "-s", "-t", "-F0", "--no-backup-if-mismatch",
                    "-i",    patch, NULL};
    struct assay_output out = {0};
    enum assay_error e = ASSAY_OK;
    int status;

    if (!assay_fault_path(v->block, v->fault, patch, why, why_size))
        return ASSAY_BAD_INPUT;
    if (list->library_dirs.n)
        e = name_libraries(v, list, why, why_size);
    if (e != ASSAY_OK)
        return e;
    find_root(v->block, list, root);
    if (!copy_sources(root, &list->sources, folder, why, why_size) ||
        !copy_sources(root, &list->library_files, folder, why, why_size))
        return ASSAY_ENVIRONMENT;
    list->originals = strdup(root);
    if (!list->originals) {
        snprintf(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    status = assay_process(argv, folder, &out);
    if (status == ASSAY_NOT_STARTED)
        snprintf(why, why_size,
                 "patch: cannot be run: expected it to be installed (scripts/setup "
                 "does)");
    else if (status)
        snprintf(why, why_size,
                 "%s: does not apply to the RTL as it is: expected paths such as "
                 "a/FILE, of files below %s:\n%.1000s",
                 patch, root, out.text);
    free(out.text);
    if (status)
        return status == ASSAY_NOT_STARTED ? ASSAY_ENVIRONMENT : ASSAY_BAD_INPUT;
    return check_change(patch, root, list, folder, why, why_size);
}
