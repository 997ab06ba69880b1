#include "base/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"

/* The length of the character at `text` if it can be printed; 0 for a control character or a byte
 * that is not UTF-8. */
static size_t printable(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    const size_t n = assay_utf8_length(text);

    if (n == 1)
        return (*s >= ' ' && *s != 0x7F) || *s == '\n' || *s == '\t';
    return n == 2 && s[0] == 0xC2 && s[1] < 0xA0 ? 0 : n;
}

static void put(const char *text)
{
    while (*text) {
        const size_t n = printable(text);

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
