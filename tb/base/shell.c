#include "base/shell.h"

#include <string.h>

void assay_shell_quote(FILE *f, const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "_-+=:,./@%";

    if (*text && strspn(text, plain) == strlen(text)) {
        fputs(text, f);
        return;
    }
    fputc('\'', f);
    for (; *text; ++text)
        fputs(*text == '\'' ? "'\\''" : (char[]){*text, '\0'}, f);
    fputc('\'', f);
}
