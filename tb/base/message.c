#include "base/message.h"

#include <stdarg.h>
#include <stdio.h>

void assay_print_error(const char *format, ...)
{
    va_list args;

    fflush(stdout);
    fputs("assay: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}
