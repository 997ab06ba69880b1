#include "base/colour.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool assay_colour(FILE *f)
{
    const char *term = getenv("TERM"), *none = getenv("NO_COLOR");
    const int fd = fileno(f);

    return fd >= 0 && isatty(fd) && term && *term && strcmp(term, "dumb") != 0 && !(none && *none);
}

const char *assay_colour_good(FILE *f)
{
    return assay_colour(f) ? "\033[1;32m" : "";
}

const char *assay_colour_bad(FILE *f)
{
    return assay_colour(f) ? "\033[1;31m" : "";
}

const char *assay_colour_off(FILE *f)
{
    return assay_colour(f) ? "\033[0m" : "";
}

void assay_print_good(FILE *f, int width, const char *text)
{
    fprintf(f, "%s%*s%s", assay_colour_good(f), width, text, assay_colour_off(f));
}

void assay_print_bad(FILE *f, int width, const char *text)
{
    fprintf(f, "%s%*s%s", assay_colour_bad(f), width, text, assay_colour_off(f));
}
