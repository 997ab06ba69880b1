#include "sim/same_text.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* A place in a text, and what of it is still to be compared. */
struct cursor {
    const char *at;
    bool directive; /* in a line with a macro or a directive, whose end counts */
    char last;      /* what came before */
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Behind blanks and comments; *line_end tells of an end of line among them. */
static const char *skip(const char *at, bool *line_end)
{
    for (;;) {
        if (isspace((unsigned char)*at)) {
            *line_end |= *at++ == '\n';
        } else if (at[0] == '/' && at[1] == '/') {
            at += strcspn(at, "\n");
        } else if (at[0] == '/' && at[1] == '*') {
            const char *const end = strstr(at + 2, "*/");

            at = end ? end + 2 : at + strlen(at);
        } else {
            return at;
        }
    }
}

/* Whether a blank between these two can be left out: none that keeps words or operators apart. */
static bool is_idle(char before, char after)
{
    return !before || !after || is_word(before) != is_word(after) || strchr("()[]{};,", before) ||
           strchr("()[]{};,", after);
}

/* The length of what is compared as it is: a string, an escaped name with the blank that ends it, or a character. */
static size_t length(const char *at)
{
    size_t n = 1;

    if (*at == '\\')
        return 1 + strcspn(at + 1, " \t\r\n");
    if (*at != '"')
        return 1;
    while (at[n] && at[n] != '"')
        n += at[n] == '\\' && at[n + 1] ? 2 : 1;
    return at[n] ? n + 1 : n;
}

/* The next piece that counts, with its length; 0 at the end. */
static size_t next(struct cursor *c, const char **piece)
{
    const bool named = c->last == '\\';
    bool line_end = false;
    const char *const to = skip(c->at, &line_end);
    const bool blank = to != c->at;
    size_t n;

    c->at = to;
    *piece = " ";
    if (line_end && c->directive) {
        c->directive = named; /* a macro goes on behind a backslash */
        c->last = '\0';
        *piece = "\n";
        return 1;
    }
    if (blank && *to && (named || c->directive || !is_idle(c->last, *to))) {
        c->last = '\0';
        return 1;
    }
    n = *to ? length(to) : 0;
    *piece = to;
    c->at += n;
    c->directive |= *to == '`';
    c->last = *to == '\\' ? '\\' : n ? to[n - 1] : '\0';
    return n;
}

bool assay_same_text(const char *a, const char *b)
{
    struct cursor ca = {.at = a}, cb = {.at = b};
    const char *pa, *pb;

    for (;;) {
        const size_t na = next(&ca, &pa), nb = next(&cb, &pb);

        if (na != nb || memcmp(pa, pb, na) != 0)
            return false;
        if (na == 0)
            return true;
    }
}
