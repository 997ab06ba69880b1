#include "base/utf8.h"

#include <string.h>

size_t assay_utf8_length(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    const size_t n = s[0] < 0x80   ? 1
                     : s[0] < 0xC2 ? 0
                     : s[0] < 0xE0 ? 2
                     : s[0] < 0xF0 ? 3
                     : s[0] < 0xF5 ? 4
                                   : 0;

    for (size_t i = 1; i < n; ++i)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    /* Overlong encodings, UTF-16 surrogates, and code points above U+10FFFF. */
    if ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) ||
        (s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F))
        return 0;
    return n;
}

size_t assay_utf8_fit(const char *text, size_t most)
{
    const size_t n = strnlen(text, most + 1);
    size_t start = most;

    if (n <= most)
        return n;
    for (int i = 0; i < 3 && start && ((unsigned char)text[start] & 0xC0) == 0x80; ++i)
        --start;
    return assay_utf8_length(text + start) > most - start ? start : most;
}

void assay_utf8_mend(char *text)
{
    for (size_t n; *text; text += n) {
        n = assay_utf8_length(text);
        if (n == 0) {
            *text = '?';
            n = 1;
        }
    }
}
