#include "base/percent.h"

#include <stdlib.h>
#include <string.h>

bool assay_parse_percent(const char *text, double *percent)
{
    char *end;
    double n;

    if (!*text || text[strspn(text, "0123456789.")])
        return false;
    n = strtod(text, &end);
    if (end == text || *end || n > 100)
        return false;
    *percent = n;
    return true;
}
