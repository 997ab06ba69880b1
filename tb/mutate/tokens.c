#include "mutate/tokens.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct assay_tokens *t;
    size_t at, room;
    unsigned file, line;
    bool failed;
};

/* Longest first. */
static const char *const operators[] = {
    "<<<=", ">>>=", "<<<", ">>>", "<<=", ">>=", "===", "!==", "==?", "!=?", "<->", "|->",
    "|=>",  "&&&",  "**",  "&&",  "||",  "==",  "!=",  "<=",  ">=",  "<<",  ">>",  "->",
    "~&",   "~|",   "~^",  "^~",  "+:",  "-:",  "++",  "--",  "+=",  "-=",  "*=",  "/=",
    "%=",   "&=",   "|=",  "^=",  "::",  "'{",  "'(",  ".*",  "##",
};

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static void add(struct reader *r, enum assay_token_kind kind, size_t n)
{
    struct assay_tokens *t = r->t;

    if (t->n == r->room) {
        const size_t room = r->room ? 2 * r->room : 1024;
        struct assay_token *bigger = realloc(t->v, room * sizeof *bigger);

        if (!bigger) {
            r->failed = true;
            return;
        }
        t->v = bigger;
        r->room = room;
    }
    t->v[t->n++] = (struct assay_token){kind, r->at, n, r->file, r->line};
}

static void move(struct reader *r, size_t n)
{
    for (; n; --n)
        r->line += r->t->text[r->at++] == '\n';
}

static unsigned file_number(struct reader *r, const char *name, size_t n)
{
    struct assay_tokens *t = r->t;
    char **bigger, *copy;

    for (size_t i = 0; i < t->n_files; ++i)
        if (strlen(t->file[i]) == n && strncmp(t->file[i], name, n) == 0)
            return (unsigned)i;
    bigger = realloc(t->file, (t->n_files + 1) * sizeof *bigger);
    if (bigger)
        t->file = bigger;
    copy = bigger ? strndup(name, n) : NULL;
    if (!copy) {
        r->failed = true;
        return 0;
    }
    t->file[t->n_files] = copy;
    return (unsigned)t->n_files++;
}

/* Skip a directive to the end of its line. `line 12 "file" 0 applies to the line that follows. */
static void directive(struct reader *r)
{
    const char *s = r->t->text + r->at;
    const size_t n = strcspn(s, "\n");
    const bool is_line = strncmp(s, "`line ", 6) == 0;
    const char *const quote = is_line ? memchr(s, '"', n) : NULL;
    unsigned long line = 0;

    if (quote) {
        line = strtoul(s + 6, NULL, 10);
        r->file = file_number(r, quote + 1, strcspn(quote + 1, "\"\n"));
    }
    move(r, n + (s[n] == '\n'));
    if (quote)
        r->line = (unsigned)line;
}

/* The length of the text up to and including `end`, searched from character `from` on. */
static size_t upto(const char *s, size_t from, const char *end)
{
    const char *found = strstr(s + from, end);

    return found ? (size_t)(found - s) + strlen(end) : strlen(s);
}

static size_t string_length(const char *s)
{
    size_t n = 1;

    while (s[n] && s[n] != '"')
        n += s[n] == '\\' && s[n + 1] ? 2 : 1;
    return s[n] ? n + 1 : n;
}

static bool is_base(const char *s)
{
    if (*s != '\'')
        return false;
    ++s;
    s += *s == 's' || *s == 'S';
    return *s && strchr("bBoOdDhH", *s);
}

/* The length of the base and digits of a number, such as 'h ff, after its size. */
static size_t base_length(const char *s)
{
    size_t n = strcspn(s, "bBoOdDhH") + 1;

    while (s[n] == ' ' || s[n] == '\t')
        ++n;
    while (isxdigit((unsigned char)s[n]) || (s[n] && strchr("xXzZ?_", s[n])))
        ++n;
    return n;
}

static size_t number_length(const char *s)
{
    size_t n = 0, blank;

    if (*s == '\'')
        return is_base(s) ? base_length(s) : 2;
    while (isdigit((unsigned char)s[n]) || s[n] == '_')
        ++n;
    blank = strspn(s + n, " \t");
    if (is_base(s + n + blank))
        return n + blank + base_length(s + n + blank);
    if (s[n] == '.' && isdigit((unsigned char)s[n + 1]))
        for (++n; isdigit((unsigned char)s[n]) || s[n] == '_';)
            ++n;
    if ((s[n] == 'e' || s[n] == 'E') && (isdigit((unsigned char)s[n + 1]) || s[n + 1] == '-'))
        for (n += 2; isdigit((unsigned char)s[n]);)
            ++n;
    return n;
}

static bool is_number(const char *s)
{
    return isdigit((unsigned char)*s) ||
           (*s == '\'' && (is_base(s) || (s[1] && strchr("01xXzZ", s[1]))));
}

static size_t operator_length(const char *s)
{
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; ++i) {
        const size_t n = strlen(operators[i]);

        if (strncmp(s, operators[i], n) == 0)
            return n;
    }
    return 1;
}

static size_t word_length(const char *s)
{
    size_t n = 1;

    if (*s == '\\')
        return strcspn(s, " \t\r\n");
    while (in_word(s[n]))
        ++n;
    return n;
}

static void token(struct reader *r)
{
    const char *s = r->t->text + r->at;
    enum assay_token_kind kind = ASSAY_TOKEN_OPERATOR;
    size_t n;

    if (isalpha((unsigned char)*s) || *s == '_' || *s == '\\') {
        kind = ASSAY_TOKEN_WORD;
        n = word_length(s);
    } else if (*s == '$' && in_word(s[1])) {
        kind = ASSAY_TOKEN_SYSTEM;
        n = word_length(s);
    } else if (is_number(s)) {
        kind = ASSAY_TOKEN_NUMBER;
        n = number_length(s);
    } else if (*s == '"') {
        kind = ASSAY_TOKEN_STRING;
        n = string_length(s);
    } else {
        n = operator_length(s);
    }
    add(r, kind, n);
    move(r, n);
}

/* After @, (* is a sensitivity list, not an attribute. */
static bool is_attribute(const struct reader *r, const char *s)
{
    const struct assay_tokens *t = r->t;

    return s[0] == '(' && s[1] == '*' && s[2] != ')' && !(t->n && assay_token_is(t, t->n - 1, "@"));
}

bool assay_tokens_read(const char *text, struct assay_tokens *t)
{
    struct reader r = {.t = t, .line = 1};

    memset(t, 0, sizeof *t);
    t->text = text;
    while (text[r.at] && !r.failed) {
        const char *s = text + r.at;

        if (isspace((unsigned char)*s))
            move(&r, 1);
        else if (*s == '`')
            directive(&r);
        else if (s[0] == '/' && s[1] == '/')
            move(&r, strcspn(s, "\n"));
        else if (s[0] == '/' && s[1] == '*')
            move(&r, upto(s, 2, "*/"));
        else if (is_attribute(&r, s))
            move(&r, upto(s, 2, "*)"));
        else
            token(&r);
    }
    add(&r, ASSAY_TOKEN_END, 0);
    if (r.failed)
        assay_tokens_free(t);
    return !r.failed;
}

void assay_tokens_free(struct assay_tokens *t)
{
    for (size_t i = 0; i < t->n_files; ++i)
        free(t->file[i]);
    free(t->file);
    free(t->v);
    memset(t, 0, sizeof *t);
}

bool assay_token_is(const struct assay_tokens *t, size_t i, const char *word)
{
    const struct assay_token *const v = &t->v[i];

    return v->kind != ASSAY_TOKEN_STRING && strlen(word) == v->n &&
           strncmp(t->text + v->at, word, v->n) == 0;
}

bool assay_token_among(const struct assay_tokens *t, size_t i, const char *const *words)
{
    for (; *words; ++words)
        if (assay_token_is(t, i, *words))
            return true;
    return false;
}

bool assay_token_opens(const struct assay_tokens *t, size_t i)
{
    static const char *const words[] = {"(", "[", "{", "'{", "'(", NULL};

    return assay_token_among(t, i, words);
}

static bool closes(const struct assay_tokens *t, size_t i)
{
    static const char *const words[] = {")", "]", "}", NULL};

    return assay_token_among(t, i, words);
}

size_t assay_token_behind(const struct assay_tokens *t, size_t i)
{
    unsigned depth = 0;

    for (; t->v[i].kind != ASSAY_TOKEN_END; ++i) {
        if (assay_token_opens(t, i))
            ++depth;
        else if (closes(t, i) && (depth == 0 || --depth == 0))
            return i + 1;
    }
    return i;
}

bool assay_same_token(const struct assay_tokens *t, size_t a, size_t b)
{
    return t->v[a].n == t->v[b].n &&
           memcmp(t->text + t->v[a].at, t->text + t->v[b].at, t->v[a].n) == 0;
}
