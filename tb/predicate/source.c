#include "predicate/source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20 };

bool predicate_source_is_image(const char *path)
{
    const size_t n = strlen(path);

    return n > 4 && (strcmp(path + n - 4, ".hex") == 0 || strcmp(path + n - 4, ".mem") == 0);
}

static char *read_all(const char *path, char *why, size_t why_size)
{
    FILE *f = fopen(path, "rb");
    char *text = f ? malloc(MOST_BYTES + 1) : NULL;
    size_t n;

    if (!text) {
        snprintf(why, why_size, "%s: %s", path, strerror(f ? ENOMEM : errno));
        if (f)
            fclose(f);
        return NULL;
    }
    n = fread(text, 1, MOST_BYTES + 1, f);
    if (ferror(f))
        snprintf(why, why_size, "%s: %s", path, strerror(errno));
    else if (n > MOST_BYTES)
        snprintf(why, why_size, "%s: longer than %d bytes: expected a program", path, MOST_BYTES);
    else if (memchr(text, '\0', n))
        snprintf(why, why_size, "%s: has bytes that are 0: expected a text", path);
    else {
        text[n] = '\0';
        fclose(f);
        return text;
    }
    fclose(f);
    free(text);
    return NULL;
}

bool predicate_source_read(const char *path, struct predicate_assembly *a, char *why,
                           size_t why_size)
{
    struct predicate_asm_error e;
    char *text = read_all(path, why, why_size);
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
