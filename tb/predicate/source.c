#include "predicate/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum { MOST_BYTES = 1 << 20 };

bool predicate_source_is_image(const char *path)
{
    const size_t n = strlen(path);

    return n > 4 && (strcmp(path + n - 4, ".hex") == 0 || strcmp(path + n - 4, ".mem") == 0);
}

/* Reads a text of at most MOST_BYTES. Returns NULL with a message. */
static char *read_text(const char *path, char *why, size_t why_size)
{
    char *text;
    size_t n;

    if (assay_read_file(path, MOST_BYTES, "a program", &text, &n, why, why_size))
        return NULL;
    if (strlen(text) == n)
        return text;
    snprintf(why, why_size, "%s: has bytes that are 0: expected a text", path);
    free(text);
    return NULL;
}

bool predicate_source_read(const char *path, struct predicate_assembly *a, char *why,
                           size_t why_size)
{
    struct predicate_asm_error e;
    char *text = read_text(path, why, why_size);
    bool good;

    if (!text)
        return false;
    good = predicate_source_is_image(path) ? predicate_read_image(text, a, &e)
                                           : predicate_assemble(text, a, &e);
    free(text);
    if (!good)
        snprintf(why, why_size, "%s:%u:%u: %s", path, e.line, e.column, e.text);
    else if (a->length == 0)
        snprintf(why, why_size, "%s: no instruction: expected a program", path);
    return good && a->length != 0;
}

bool predicate_source_load(const char *path, bool core, bool as_written,
                           struct predicate_assembly *a, struct predicate_uniform *u, char *why,
                           size_t why_size)
{
    const bool image = predicate_source_is_image(path);

    memset(u, 0, sizeof *u);
    if (as_written && image) {
        snprintf(why, why_size,
                 "--as-written with %s, which is an image and stays as it is: "
                 "expected a text",
                 path);
        return false;
    }
    if (!predicate_source_read(path, a, why, why_size))
        return false;
    if (a->for_core != core) {
        snprintf(why, why_size, "%s: has %s.target core: expected a program for %s", path,
                 core ? "no " : "", core ? "core" : "predicate");
        return false;
    }
    if (as_written || image || predicate_make_uniform(a, u))
        return true;
    snprintf(why, why_size, "out of memory");
    return false;
}
