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

/* A text of at most MOST_BYTES; NULL with a message. */
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
