/* vectors_compare.c - what differs between a file of a set and what the model makes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/destination.h"
#include "base/file.h"
#include "vectors/vectors_files.h"

/* Bytes of a line in a message, and of them before a difference. */
enum { SHOWN = 80, BEFORE = 20 };

static void end_line(char *line)
{
    line[strcspn(line, "\n")] = '\0';
}

/* Says where two lines differ first, and shows both from shortly before it. */
static void tell_difference(const char *path, unsigned long number, char *found, char *expected,
                            char *why, size_t why_size)
{
    size_t at = 0, from;

    end_line(found);
    end_line(expected);
    if (strcmp(found, expected) == 0) {
        snprintf(why, why_size, "%s:%lu: the last line does not end: expected a newline", path,
                 number);
        return;
    }
    while (found[at] && found[at] == expected[at])
        ++at;
    from = at > SHOWN - BEFORE ? at - BEFORE : 0;
    snprintf(why, why_size, "%s:%lu:%zu: '%s%.*s': expected '%s%.*s'", path, number, at + 1,
             from ? "..." : "", SHOWN, found + from, from ? "..." : "", SHOWN, expected + from);
}

enum assay_error assay_vectors_compare(FILE *made, const char *path, char *why, size_t why_size)
{
    FILE *f = fopen(path, "r");
    char *a = NULL, *b = NULL;
    size_t a_size = 0, b_size = 0;
    unsigned long line = 0;
    enum assay_error error = ASSAY_OK;

    if (!f) {
        const int cause = errno;

        snprintf(why, why_size, "%s: %s: expected a file of the set", path, strerror(cause));
        return assay_blame_path(cause);
    }
    for (;;) {
        const ssize_t got_a = getline(&a, &a_size, made), got_b = getline(&b, &b_size, f);

        ++line;
        if (ferror(made) || ferror(f)) {
            const int cause = errno;

            snprintf(why, why_size, "%s: %s: expected a file of the set", path, strerror(cause));
            error = ferror(made) ? ASSAY_ENVIRONMENT : assay_blame_path(cause);
            break;
        }
        if (got_a < 0 && got_b < 0)
            break;
        if (got_a >= 0 && got_a == got_b && memcmp(a, b, (size_t)got_a) == 0)
            continue;
        error = ASSAY_BAD_INPUT;
        if (got_b > 0 && assay_line_is_crlf(b))
            snprintf(why, why_size, "%s:%lu: %s", path, line, ASSAY_LINE_IS_CRLF);
        else if (got_b < 0)
            snprintf(why, why_size, "%s:%lu: the file ends: expected '%.*s'", path, line, SHOWN,
                     (end_line(a), a));
        else if (got_a < 0)
            snprintf(why, why_size, "%s:%lu: '%.*s': expected the end", path, line, SHOWN,
                     (end_line(b), b));
        else
            tell_difference(path, line, b, a, why, why_size);
        break;
    }
    free(a);
    free(b);
    fclose(f);
    return error;
}
