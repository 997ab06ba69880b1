#include "sim/warnings.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/message.h"
#include "base/path.h"
#include "base/text.h"
#include "sim/runtime.h"
#include "sim/tool.h"

enum { MOST = 16 << 20, SHOWN = 3000 };

static const char head[] = "%Warning-";

/* The files of a variant. */
static const char warnings[] = "warnings", delays[] = "delays";

bool assay_warnings_wanted(const struct assay_variant *v)
{
    return assay_tool_is_users(v) && !v->mutants && v->module != ASSAY_MODULE_GOLDEN;
}

bool assay_warnings_lint(const struct assay_variant *v, enum assay_backend backend, bool more,
                         char *why, size_t why_size)
{
    if (backend != ASSAY_VERILATOR && backend != ASSAY_SYSTEMC && backend != ASSAY_CHECK_X)
        snprintf(why, why_size,
                 "--lint with backend %s, for which Verilator reads no RTL: expected verilator, "
                 "systemc or check-x",
                 assay_backend_name(backend));
    else if (!assay_tool_is_users(v) && !more)
        snprintf(why, why_size,
                 "--lint with the project's own RTL, which has tests for it: expected --rtl or a "
                 "block from a folder");
    else
        return true;
    return false;
}

/* Turn "%Warning-WIDTH: a.v:3:5: text" into "a.v:3:5: text [WIDTH]". */
static void add(struct assay_text *t, const char *line, size_t length, const char *folder)
{
    const char *name = line + sizeof head - 1;
    const char *end = memchr(name, ':', (size_t)(line + length - name));
    const char *text = end ? end + 1 : name;

    while (end && *text == ' ')
        ++text;
    if (!end || strncmp(text, folder, strlen(folder)) == 0)
        return;
    assay_text_add_data(t, text, (size_t)(line + length - text));
    assay_text_addf(t, " [%.*s]\n", (int)(end - name), name);
}

enum assay_error assay_warnings_keep(const char *said, const char *folder, char *why,
                                     size_t why_size)
{
    struct assay_text t = {0};
    char inside[PATH_MAX];
    enum assay_error e = ASSAY_OK;

    assay_path(inside, sizeof inside, "%s/", folder);
    for (const char *line = said; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (strncmp(line, head, sizeof head - 1) == 0)
            add(&t, line, strcspn(line, "\n"), inside);
    if ((t.n || t.failed) && !assay_runtime_write(folder, warnings, &t, why, why_size))
        e = ASSAY_ENVIRONMENT;
    assay_text_free(&t);
    return e;
}

enum assay_error assay_warnings_keep_delays(size_t n, const char *first, const char *folder,
                                            char *why, size_t why_size)
{
    struct assay_text t = {0};
    enum assay_error e = ASSAY_OK;

    if (n)
        assay_text_addf(&t,
                        "%zu delay%s ignored, the first at %s: cycles are compared, not times\n", n,
                        n == 1 ? " is" : "s are", first);
    if ((t.n || t.failed) && !assay_runtime_write(folder, delays, &t, why, why_size))
        e = ASSAY_ENVIRONMENT;
    assay_text_free(&t);
    return e;
}

/* The text of a file, to be freed. NULL if there is none or it can't be read. */
static char *kept(const char *folder, const char *name, char path[PATH_MAX])
{
    char why[PATH_MAX + 256], *text = NULL;
    size_t size;

    assay_path(path, PATH_MAX, "%s/%s", folder, name);
    if (access(path, F_OK) != 0)
        return NULL;
    if (assay_read_file(path, MOST, name, &text, &size, why, sizeof why))
        assay_print_error("%s", why);
    return text;
}

static size_t count(const char *text)
{
    size_t n = 0;

    for (; *text; ++text)
        n += *text == '\n';
    return n;
}

void assay_warnings_print(const char *folder)
{
    char path[PATH_MAX], *const text = kept(folder, warnings, path);

    for (char *line = text, *next; line && *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        fprintf(stderr, "assay: %s\n", assay_path_shown(line));
    }
    free(text);
}

void assay_warnings_tell_delays(const struct assay_variant *v, const char *folder)
{
    char path[PATH_MAX], *const text = kept(folder, delays, path);

    if (text)
        fprintf(stderr, "assay: %s: %s", assay_tool_rtl_name(v), text);
    free(text);
}

void assay_warnings_point(const struct assay_variant *v, const char *folder)
{
    char path[PATH_MAX], *const text = kept(folder, warnings, path);
    const size_t n = text ? count(text) : 0;

    if (n)
        fprintf(stderr, "assay: %s: Verilator gave %zu warning%s when this was built, in %s\n",
                assay_tool_rtl_name(v), n, n == 1 ? "" : "s", path);
    free(text);
}

enum assay_error assay_warnings_refuse(const struct assay_variant *v, const char *folder, char *why,
                                       size_t why_size)
{
    char path[PATH_MAX], *const text = kept(folder, warnings, path);

    if (!text)
        return ASSAY_OK;
    snprintf(why, why_size, "%s: --lint: expected no warning, Verilator gives %zu:\n%.*s%s",
             assay_tool_rtl_name(v), count(text), SHOWN, text, strlen(text) > SHOWN ? "..." : "");
    free(text);
    return ASSAY_BAD_INPUT;
}
