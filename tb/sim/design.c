#include "sim/design.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/scratch.h"
#include "base/xml_tags.h"
#include "sim/blanks.h"
#include "sim/tool.h"
#include "sim/warnings.h"

/* --- the command line --- */

/* Warnings are not errors. `warn`: show those that Verilator gives by default; otherwise only those
 * about delays, which are ignored but reported. The project's own RTL has its own lint test. */
static void push_warnings(struct assay_args *a, bool warn)
{
    assay_args_add(a, "--no-timing");
    assay_args_add(a, "-Wno-fatal");
    if (!warn) {
        assay_args_add(a, "-Wno-lint");
        assay_args_add(a, "-Wno-style");
    }
    assay_args_add(a, "-Wwarn-ASSIGNDLY");
    assay_args_add(a, "-Wwarn-STMTDLY");
}

static void push_each(struct assay_args *a, const char *head, const struct assay_names *names,
                      const struct assay_blanks *b)
{
    for (size_t i = 0; i < names->n; ++i)
        assay_args_add2(a, head, assay_blanks_name(b, names->v[i]));
}

/* Add the option and a value for each name. */
static void push_pairs(struct assay_args *a, const char *option, const struct assay_names *names,
                       const struct assay_blanks *b)
{
    for (size_t i = 0; i < names->n; ++i) {
        assay_args_add(a, option);
        assay_args_add(a, assay_blanks_name(b, names->v[i]));
    }
}

/* `skip`: names of parameters that the RTL does not have, with a blank before and after each. */
static void push_design(struct assay_args *a, const struct assay_variant *v,
                        const struct assay_filelist *list, const struct assay_blanks *b,
                        const char *skip)
{
    char text[128], word[80];

    assay_args_add(a, "--top-module");
    if (list->wrapper)
        assay_args_add2(a, "assay_", v->block->model->name);
    else
        assay_args_add(a, v->block->model->top);
    for (size_t i = 0; i < v->block->model->n_params && !list->wrapper; ++i) {
        snprintf(word, sizeof word, " %s ", v->block->model->params[i].verilog);
        if (strstr(skip, word))
            continue;
        snprintf(text, sizeof text, "-G%s=%u", v->block->model->params[i].verilog, v->params.v[i]);
        assay_args_add(a, text);
    }
    push_each(a, "+incdir+", &list->incdirs, b);
    push_each(a, "+define+", &list->defines, b);
    push_each(a, "+libext+", &list->extensions, b);
    push_pairs(a, "-y", &list->library_dirs, b);
    push_pairs(a, "-v", &list->library_files, b);
    push_each(a, "", &list->sources, b);
    if (list->wrapper)
        assay_args_add(a, assay_blanks_name(b, list->wrapper));
}

/* Verilator also looks for include files in the folder that it runs in. With `cwd` that is not the
 * user's working folder, so add the latter. */
static void push_working_folder(struct assay_args *a)
{
    char here[PATH_MAX];

    if (getcwd(here, sizeof here) && !assay_blanks_has(here))
        assay_args_add2(a, "+incdir+", here);
}

/* The names in "Parameters from the command line were not found in the design: A, B", as " A B ";
 * "" if the text has no such message. */
static void unknown_params(const char *text, char *names, size_t size)
{
    static const char head[] = "were not found in the design:";
    const char *at = strstr(text, head);
    size_t n = 0;

    names[0] = '\0';
    if (!at)
        return;
    names[n++] = ' ';
    for (at += sizeof head - 1; *at && *at != '\n' && n + 2 < size; ++at)
        names[n++] = *at == ',' ? ' ' : *at;
    names[n++] = ' ';
    names[n] = '\0';
}

/* --- delays --- */

/* Extracts "FILE:LINE" from a message "%Warning-X: FILE:LINE:COLUMN: ...". */
static void place_of(const char *message, char *place, size_t size)
{
    const char *file = message + strcspn(message, ":\n"), *end;

    file += *file == ':' ? strspn(file, ": ") : 0;
    end = file + strcspn(file, ":\n");
    if (*end == ':')
        end += 1 + strspn(end + 1, "0123456789");
    snprintf(place, size, "%.*s", (int)(end - file), file);
}

/* Remove the messages about delays from Verilator's output, each with its continuation lines. */
static void cut_delays(struct assay_output *out, struct assay_delays *delays)
{
    char *to = out->text;
    bool cut = false;

    delays->n = 0;
    delays->first[0] = '\0';
    for (const char *line = out->text, *next; *line; line = next) {
        next = strchr(line, '\n');
        next = next ? next + 1 : line + strlen(line);
        if (*line == '%') {
            cut = strncmp(line, "%Warning-ASSIGNDLY:", 19) == 0 ||
                  strncmp(line, "%Warning-STMTDLY:", 17) == 0;
            if (cut && delays->n++ == 0)
                place_of(line, delays->first, sizeof delays->first);
        }
        if (!cut) {
            memmove(to, line, (size_t)(next - line));
            to += next - line;
        }
    }
    *to = '\0';
    out->size = (size_t)(to - out->text);
}

/* --- running --- */

static int run_once(const struct assay_variant *v, const struct assay_filelist *list,
                    const struct assay_blanks *b, const struct assay_args *head, const char *skip,
                    const char *cwd, bool warn, struct assay_output *out)
{
    struct assay_args a = {0};
    int status;

    for (size_t i = 0; i < head->n; ++i)
        assay_args_add(&a, head->v[i]);
    push_warnings(&a, warn);
    push_design(&a, v, list, b, skip);
    if (cwd && b->folder)
        push_working_folder(&a);
    a.failed |= head->failed;
    status = assay_args_run(&a, cwd, out);
    assay_args_free(&a);
    if (!assay_blanks_back(b, &out->text, &out->size, false))
        return ASSAY_NOT_STARTED;
    return status;
}

static int run_with(const struct assay_variant *v, const struct assay_filelist *list,
                    const struct assay_blanks *b, struct assay_args *a, const char *cwd,
                    struct assay_output *out, struct assay_delays *delays)
{
    struct assay_delays unused;
    char skip[256];
    const bool warn = delays && assay_warnings_wanted(v);
    int status = run_once(v, list, b, a, "", cwd, warn, out);

    if (status > 0 && assay_tool_is_users(v)) {
        unknown_params(out->text, skip, sizeof skip);
        if (skip[0]) {
            free(out->text);
            status = run_once(v, list, b, a, skip, cwd, warn, out);
        }
    }
    assay_args_free(a);
    cut_delays(out, delays ? delays : &unused);
    return status;
}

int assay_design_run(const struct assay_variant *v, const struct assay_filelist *list,
                     struct assay_args *a, const char *cwd, struct assay_output *out,
                     struct assay_delays *delays)
{
    struct assay_blanks b;
    int status;

    assay_blanks_open(&b, list, cwd);
    status = run_with(v, list, &b, a, cwd, out, delays);
    assay_blanks_close(&b);
    return status;
}

/* --- the elaborated design --- */

static enum assay_error xml_into(const struct assay_variant *v, const struct assay_filelist *list,
                                 bool as_written, const char *folder, char **xml, char *why,
                                 size_t why_size)
{
    struct assay_args a = {0};
    struct assay_output out = {0};
    struct assay_blanks b;
    char path[PATH_MAX];
    size_t size;
    enum assay_error e = ASSAY_OK;
    int status;

    assay_path(path, sizeof path, "%s/design.xml", folder);
    assay_args_add(&a, "verilator");
    assay_args_add(&a, "--xml-only");
    if (as_written)
        assay_args_add(&a, "-O0");
    assay_args_add(&a, "--Mdir");
    assay_args_add(&a, folder);
    assay_args_add(&a, "--xml-output");
    assay_args_add(&a, path);
    assay_blanks_open(&b, list, NULL);
    status = run_with(v, list, &b, &a, NULL, &out, NULL);
    if (status != 0)
        e = assay_tool_failed(v, "verilator", status, &out, why, why_size);
    else
        e = assay_read_file(path, SIZE_MAX, "Verilator's XML", xml, &size, why, why_size);
    if (e == ASSAY_OK && !assay_blanks_back(&b, xml, &size, true)) {
        free(*xml);
        *xml = NULL;
        snprintf(why, why_size, "out of memory");
        e = ASSAY_ENVIRONMENT;
    }
    assay_blanks_close(&b);
    free(out.text);
    return e;
}

static enum assay_error get_xml(const struct assay_variant *v, const struct assay_filelist *list,
                                bool as_written, char **xml, char *why, size_t why_size)
{
    struct assay_scratch folder;
    enum assay_error e;

    *xml = NULL;
    if (!assay_scratch_open(&folder, "design", why, why_size))
        return ASSAY_ENVIRONMENT;
    e = xml_into(v, list, as_written, folder.path, xml, why, why_size);
    assay_scratch_close(&folder);
    return e;
}

enum assay_error assay_design_xml(const struct assay_variant *v, const struct assay_filelist *list,
                                  char **xml, char *why, size_t why_size)
{
    return get_xml(v, list, false, xml, why, why_size);
}

enum assay_error assay_design_xml_as_written(const struct assay_variant *v,
                                             const struct assay_filelist *list, char **xml,
                                             char *why, size_t why_size)
{
    return get_xml(v, list, true, xml, why, why_size);
}

bool assay_design_place(const char *xml, const char *location, struct assay_design_place *place)
{
    const size_t letters = strcspn(location, ",");
    struct assay_xml_tags t = {.at = xml};
    char id[16];

    memset(place, 0, sizeof *place);
    if (sscanf(location + letters, ",%lu,%lu", &place->line, &place->column) < 1)
        place->line = 0;
    while (assay_xml_next(&t) && !(assay_xml_is(&t, "files") && t.closes))
        if (assay_xml_is(&t, "file") && assay_xml_attribute(&t, "id", id, sizeof id) &&
            strlen(id) == letters && memcmp(id, location, letters) == 0)
            return assay_xml_attribute(&t, "filename", place->file, sizeof place->file);
    return false;
}

static bool holds(const struct assay_names *names, const char *name)
{
    for (size_t i = 0; i < names->n; ++i)
        if (strcmp(names->v[i], name) == 0)
            return true;
    return false;
}

static bool is_file(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* The real paths of the files in a section of the XML. Anything that is not a file is left out,
 * such as "<built-in>". A folder may appear, because Verilator cuts a name at its first blank; it
 * is left out as well. */
static bool files_of(const char *xml, const char *section, struct assay_names *files)
{
    struct assay_xml_tags t = {.at = xml};
    char name[PATH_MAX], real[PATH_MAX];
    bool inside = false, good = true;

    while (good && assay_xml_next(&t)) {
        if (assay_xml_is(&t, section)) {
            if (t.closes)
                break;
            inside = true;
        } else if (inside && assay_xml_is(&t, "file")) {
            if (!assay_xml_attribute(&t, "filename", name, sizeof name))
                good = false;
            else if (realpath(name, real) && is_file(real))
                good = holds(files, real) || assay_names_add(files, real);
        }
    }
    return good && inside;
}

static enum assay_error no_files(const struct assay_variant *v, char *why, size_t why_size)
{
    snprintf(why, why_size, "%s: Verilator's XML does not list the files it has read",
             assay_tool_rtl_name(v));
    return ASSAY_ENVIRONMENT;
}

static bool in_library(const struct assay_filelist *list, const char *file)
{
    const size_t n = (size_t)(strrchr(file, '/') - file);

    for (size_t i = 0; i < list->library_dirs.n; ++i)
        if (strlen(list->library_dirs.v[i]) == n && memcmp(list->library_dirs.v[i], file, n) == 0)
            return true;
    return false;
}

enum assay_error assay_design_found(const struct assay_variant *v,
                                    const struct assay_filelist *list, struct assay_names *found,
                                    char *why, size_t why_size)
{
    struct assay_names modules = {0};
    char *xml;
    enum assay_error e = assay_design_xml(v, list, &xml, why, why_size);

    memset(found, 0, sizeof *found);
    if (e == ASSAY_OK && !files_of(xml, "module_files", &modules))
        e = no_files(v, why, why_size);
    free(xml);
    for (size_t i = 0; e == ASSAY_OK && i < modules.n; ++i) {
        const char *file = modules.v[i];

        if (holds(&list->sources, file) || holds(&list->library_files, file))
            continue;
        if (!in_library(list, file)) {
            snprintf(why, why_size,
                     "%s: a module is taken from %s, which the list does not name: expected the "
                     "file in the list, or its folder after -y",
                     assay_tool_rtl_name(v), file);
            e = ASSAY_BAD_INPUT;
        } else if (!assay_names_add(found, file)) {
            snprintf(why, why_size, "out of memory");
            e = ASSAY_ENVIRONMENT;
        }
    }
    assay_names_free(&modules);
    if (e != ASSAY_OK)
        assay_names_free(found);
    return e;
}

/* --- the key --- */

static enum assay_error hash_text(const struct assay_variant *v, const struct assay_filelist *list,
                                  struct assay_hash *h, char *why, size_t why_size)
{
    struct assay_args a = {0};
    struct assay_output out = {0};
    struct assay_blanks b;
    enum assay_error e = ASSAY_OK;
    int status;

    assay_args_add(&a, "verilator");
    assay_args_add(&a, "-E");
    assay_args_add(&a, "-P");
    assay_blanks_open(&b, list, NULL);
    status = run_once(v, list, &b, &a, "", NULL, false, &out);
    assay_blanks_close(&b);
    if (status != 0)
        e = assay_tool_failed(v, "verilator", status, &out, why, why_size);
    else
        assay_hash_data(h, out.text, out.size);
    free(out.text);
    assay_args_free(&a);
    return e;
}

/* Only elaboration tells which files a design takes from libraries. */
static enum assay_error hash_files(const struct assay_variant *v, const struct assay_filelist *list,
                                   struct assay_hash *h, char *why, size_t why_size)
{
    struct assay_names files = {0};
    char *xml = NULL;
    enum assay_error e = assay_design_xml(v, list, &xml, why, why_size);

    if (e == ASSAY_OK && !files_of(xml, "files", &files))
        e = no_files(v, why, why_size);
    free(xml);
    for (size_t i = 0; e == ASSAY_OK && i < files.n; ++i)
        if (!assay_hash_file(h, files.v[i])) {
            snprintf(why, why_size, "%s: %s: expected to read it", files.v[i], strerror(errno));
            e = ASSAY_ENVIRONMENT;
        }
    assay_names_free(&files);
    return e;
}

enum assay_error assay_design_hash(const struct assay_variant *v, const struct assay_filelist *list,
                                   struct assay_hash *h, char *why, size_t why_size)
{
    enum assay_error e = hash_text(v, list, h, why, why_size);

    if (e == ASSAY_OK && assay_filelist_has_libraries(list))
        e = hash_files(v, list, h, why, why_size);
    return e;
}
