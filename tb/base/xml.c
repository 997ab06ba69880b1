#include "base/xml.h"

#include <stddef.h>

/* Bytes of the character at `s`, which is not of ASCII; 0 if it is not UTF-8. */
static size_t length(const unsigned char *s)
{
    const size_t n = s[0] < 0xC2 ? 0 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : s[0] < 0xF5 ? 4 : 0;

    for (size_t i = 1; i < n; ++i)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    /* Longer than it has to be, half of a pair of UTF-16, or beyond the last. */
    if ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) ||
        (s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F))
        return 0;
    return n;
}

void assay_xml_put(FILE *f, const char *text)
{
    const unsigned char *s = (const unsigned char *)text;

    for (size_t n; *s; s += n) {
        n = 1;
        if (*s == '&')
            fputs("&amp;", f);
        else if (*s == '<')
            fputs("&lt;", f);
        else if (*s == '>')
            fputs("&gt;", f);
        else if (*s == '"')
            fputs("&quot;", f);
        else if (*s > 0x7F && length(s) != 0)
            fwrite(s, 1, n = length(s), f);
        else
            fputc((*s >= ' ' && *s < 0x7F) || *s == '\n' || *s == '\t' ? *s : '?', f);
    }
}
