#include "sim/same_text.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

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

/* The length of a comment, without the end of its line; 0 if there is none. */
static size_t comment(const char *at)
{
    const char *end;

    if (at[0] != '/' || (at[1] != '/' && at[1] != '*'))
        return 0;
    if (at[1] == '/')
        return strcspn(at, "\r\n");
    end = strstr(at + 2, "*/");
    return end ? (size_t)(end + 2 - at) : strlen(at);
}

/* Whether a comment of this length is more than one for some simulator: words to a tool, a backslash that takes the next line into
 * a macro, or lines within a macro. */
static bool counts(const char *at, size_t n, bool directive)
{
    static const char *const words[] = {"verilator", "synopsys", "synthesis", "pragma"};
    const char *const text = at + 2 + strspn(at + 2, " \t");

    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i)
        if (strncasecmp(text, words[i], strlen(words[i])) == 0)
            return true;
    return at[1] == '/' ? at[n - 1] == '\\' : directive && memchr(at, '\n', n);
}

/* Behind blanks and comments that are no more, or behind the end of a directive's line; *line_end tells of an end of line. */
static const char *skip(const char *at, bool directive, bool *line_end)
{
    for (;;) {
        const size_t n = comment(at);

        if (isspace((unsigned char)*at)) {
            *line_end |= *at++ == '\n';
            if (directive && *line_end)
                return at;
        } else if (n && !counts(at, n, directive)) {
            at += n;
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

/* The length of what is compared as it is: a comment that was not skipped, a string, an escaped name with the blank that ends it,
 * or a character. */
static size_t length(const char *at)
{
    size_t n = comment(at);

    if (n)
        return n;
    n = 1;
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
    const bool continued = named && c->at[c->at[0] == '\r'] == '\n';
    const char *const to = skip(c->at, c->directive, &line_end);
    const bool blank = to != c->at;
    size_t n;

    c->at = to;
    *piece = " ";
    if (line_end && c->directive) {
        c->directive = continued; /* a macro goes on behind a backslash that ends its line */
        c->last = '\0';
        *piece = named && !continued ? " \n" : "\n";
        return strlen(*piece);
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
