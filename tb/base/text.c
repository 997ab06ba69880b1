#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Make room for `more` characters and the NUL. */
static bool reserve(struct assay_text *t, size_t more)
{
    size_t room = t->room ? t->room : 64;
    char *s;

    if (t->failed)
        return false;
    while (room - t->n <= more) {
        if (__builtin_mul_overflow(room, (size_t)2, &room)) {
            t->failed = true;
            return false;
        }
    }
    if (room == t->room)
        return true;
    s = realloc(t->s, room);
    if (!s) {
        t->failed = true;
        return false;
    }
    t->s = s;
    t->room = room;
    return true;
}

void assay_text_add_data(struct assay_text *t, const char *data, size_t n)
{
    if (!reserve(t, n))
        return;
    memcpy(t->s + t->n, data, n);
    t->n += n;
    t->s[t->n] = '\0';
}

void assay_text_add(struct assay_text *t, const char *text)
{
    assay_text_add_data(t, text, strlen(text));
}

void assay_text_addf(struct assay_text *t, const char *format, ...)
{
    va_list args, again;
    int n;

    va_start(args, format);
    va_copy(again, args);
    n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0)
        t->failed = true;
    else if (reserve(t, (size_t)n)) {
        vsnprintf(t->s + t->n, (size_t)n + 1, format, again);
        t->n += (size_t)n;
    }
    va_end(again);
}

void assay_text_add_quoted(struct assay_text *t, const char *argument)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "_-+=:,./@%";

    if (*argument && strspn(argument, plain) == strlen(argument)) {
        assay_text_add(t, argument);
        return;
    }
    assay_text_add(t, "'");
    for (; *argument; ++argument) {
        if (*argument == '\'')
            assay_text_add(t, "'\\''");
        else
            assay_text_add_data(t, argument, 1);
    }
    assay_text_add(t, "'");
}

const char *assay_text_get(const struct assay_text *t)
{
    return t->s ? t->s : "";
}

void assay_text_free(struct assay_text *t)
{
    free(t->s);
    *t = (struct assay_text){0};
}
