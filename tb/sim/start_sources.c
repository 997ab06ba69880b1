#include "sim/start_sources.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "sim/runtime.h"

static const char reset[] = "VL_RAND_RESET_";
static const char self[] = "vlSelf->";

/* The start of the statement around a call. It ends at the next semicolon. */
static const char *statement(const char *text, const char *call)
{
    while (call > text && !strchr(";{}", call[-1]))
        --call;
    return call;
}

/* The variable that a statement sets, in `vlSelf->NAME = ...` or `..._W(BITS, vlSelf->NAME)`. The
 * name has *n characters. NULL if there is none. */
static const char *variable(const char *from, size_t *n)
{
    const char *const end = from + strcspn(from, ";");
    const char *name = strstr(from, self);

    *n = 0;
    if (!name || name >= end)
        return NULL;
    name += sizeof self - 1;
    *n = strcspn(name, " \n=,);");
    return name;
}

size_t assay_start_source(const char *text, struct assay_text *out)
{
    const char *done = text, *call;
    size_t replaced = 0;

    while ((call = strstr(done, reset)) != NULL) {
        const char kind = call[sizeof reset - 1];
        size_t n;
        const char *name = variable(statement(text, call), &n);

        assay_text_add_data(out, done, (size_t)(call - done));
        done = call + sizeof reset + 1; /* after the parenthesis */
        if (name)
            assay_text_addf(out, "assay_start_%c(vlSelf->name(), \"%.*s\", ", kind, (int)n, name);
        else
            assay_text_addf(out, "assay_start_%c(\"\", \"\", ", kind);
        ++replaced;
    }
    assay_text_add(out, done);
    return replaced;
}

static bool rewrite(const char *folder, const char *name, size_t *replaced, char *why,
                    size_t why_size)
{
    char path[PATH_MAX + 300], *text;
    struct assay_text out = {0};
    size_t size, n;
    bool good;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (assay_read_file(path, SIZE_MAX, "a source of Verilator's", &text, &size, why, why_size) !=
        ASSAY_OK)
        return false;
    n = assay_start_source(text, &out);
    free(text);
    good = !out.failed;
    if (!good)
        snprintf(why, why_size, "out of memory");
    if (good && n)
        good = assay_runtime_write(folder, name, &out, why, why_size);
    assay_text_free(&out);
    *replaced += n;
    return good;
}

bool assay_start_sources(const char *folder, char *why, size_t why_size)
{
    struct dirent **names;
    const int n = scandir(folder, &names, assay_runtime_is_source, alphasort);
    size_t replaced = 0;
    bool good = n >= 0;

    if (n < 0) {
        snprintf(why, why_size, "%s: %s: expected to read that folder", folder, strerror(errno));
        return false;
    }
    for (int i = 0; i < n; ++i) {
        good = good && rewrite(folder, names[i]->d_name, &replaced, why, why_size);
        free(names[i]);
    }
    free(names);
    if (good && !replaced)
        snprintf(why, why_size, "%s: Verilator's sources set no variable: expected those of 5.006",
                 folder);
    return good && replaced;
}
