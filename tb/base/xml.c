#include "base/xml.h"

#include <stddef.h>

#include "base/utf8.h"

void assay_xml_put(FILE *f, const char *text)
{
    for (size_t n; *text; text += n) {
        n = assay_utf8_length(text);
        if (*text == '&')
            fputs("&amp;", f);
        else if (*text == '<')
            fputs("&lt;", f);
        else if (*text == '>')
            fputs("&gt;", f);
        else if (*text == '"')
            fputs("&quot;", f);
        else if (n > 1)
            fwrite(text, 1, n, f);
        else
            fputc(n && ((*text >= ' ' && *text != 0x7F) || *text == '\n' || *text == '\t') ? *text
                                                                                           : '?',
                  f);
        n = n ? n : 1;
    }
}
