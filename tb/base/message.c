#include "base/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* The bytes of the character at `text` that can be printed: of a control character, or of what is no UTF-8,
 * none. */
static size_t printable(const unsigned char *text)
{
    const size_t n = *text < 0x80   ? 1
                     : *text < 0xC2 ? 0
                     : *text < 0xE0 ? 2
                     : *text < 0xF0 ? 3
                     : *text < 0xF5 ? 4
                                    : 0;

    if (n == 1)
        return (*text >= ' ' && *text != 0x7F) || *text == '\n' || *text == '\t';
    for (size_t i = 1; i < n; ++i)
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    return n == 2 && text[0] == 0xC2 && text[1] < 0xA0 ? 0 : n;
}

static void put(const char *text)
{
    while (*text) {
        const size_t n = printable((const unsigned char *)text);

        if (n)
            fwrite(text, 1, n, stderr);
        else
            fprintf(stderr, "\\x%02x", (unsigned char)*text);
        text += n ? n : 1;
    }
}

void assay_print_error(const char *format, ...)
{
    char *text = NULL;
    va_list args;
    int n;

    fflush(stdout);
    fputs("assay: ", stderr);
    va_start(args, format);
    n = vasprintf(&text, format, args);
    va_end(args);
    put(n >= 0 ? text : "out of memory for a message");
    fputc('\n', stderr);
    if (n >= 0)
        free(text);
}
