#include "sim/same_text.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

/* A position in a text, and the state needed to compare what follows. */
struct cursor {
    const char *at;
    bool directive; /* in a line with a macro or a directive, where the line end counts */
    char last;      /* the last character before `at` */
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* The length of the comment at `at`, without its line end; 0 if there is none. */
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

/* Whether a comment of length `n` matters to some simulator: it has instructions for a tool, a
 * backslash that continues a macro on the next line, or several lines within a macro. */
static bool counts(const char *at, size_t n, bool directive)
{
    static const char *const words[] = {"verilator", "synopsys", "synthesis", "pragma"};
    const char *const text = at + 2 + strspn(at + 2, " \t");

    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i)
        if (strncasecmp(text, words[i], strlen(words[i])) == 0)
            return true;
    return at[1] == '/' ? at[n - 1] == '\\' : directive && memchr(at, '\n', n);
}

/* Skip whitespace and comments that do not count, up to the line end of a directive. *line_end: a
 * line end was skipped. */
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

/* Whether a blank between these two characters can be left out, because it
 * separates no words or operators. */
static bool is_idle(char before, char after)
{
    return !before || !after || is_word(before) != is_word(after) || strchr("()[]{};,", before) ||
           strchr("()[]{};,", after);
}

/* The length of the next piece to compare literally: a comment that counts, a string, an escaped
 * identifier up to the blank that ends it, or a single character. */
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

/* The next piece that counts, and its length; 0 at the end. */
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
        c->directive = continued; /* a macro continues after a backslash at the line end */
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
