#include "sim/filelist_words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

/* Sets `wrong` and is false, for a reader to return. */
#define bad(w, ...) (assay_text_addf(&(w)->wrong, __VA_ARGS__), false)

/* Skip a comment that begins with a slash and a star. */
static bool skip_comment(struct assay_words *w)
{
    const char *end = strstr(w->at + 2, "*/");

    if (!end)
        return bad(w, "an unterminated comment: expected */");
    for (; w->at < end + 2; ++w->at)
        w->line += *w->at == '\n';
    return true;
}

/* Skip to the start of a word or the end of the text. */
static bool skip_to_word(struct assay_words *w)
{
    while (*w->at) {
        if (strncmp(w->at, "/*", 2) == 0) {
            if (!skip_comment(w))
                return false;
        } else if (*w->at == '#' || strncmp(w->at, "//", 2) == 0) {
            w->at += strcspn(w->at, "\n");
        } else if (blank(*w->at)) {
            w->line += *w->at++ == '\n';
        } else {
            break;
        }
    }
    return true;
}

/* $NAME, ${NAME} or $(NAME): a name of letters, digits and underscores. */
static bool take_variable(struct assay_words *w)
{
    const char close = w->at[1] == '{' ? '}' : w->at[1] == '(' ? ')' : '\0';
    const char *const name = w->at + (close ? 2 : 1);
    const char *end = name, *value;
    char text[128];
    size_t n;

    while (isalnum((unsigned char)*end) || *end == '_')
        ++end;
    n = (size_t)(end - name);
    if (n == 0 || n >= sizeof text || (close && *end != close))
        return bad(w, "'%.40s': expected $NAME or ${NAME}", w->at);
    memcpy(text, name, n);
    text[n] = '\0';
    value = getenv(text);
    if (!value)
        return bad(w, "variable %s is not set: expected it in the environment", text);
    assay_text_add(&w->word, value);
    w->at = end + (close ? 1 : 0);
    return true;
}

static bool take_quoted(struct assay_words *w)
{
    const char quote = *w->at++;

    while (*w->at && *w->at != quote && *w->at != '\n') {
        if (quote == '"' && *w->at == '$') {
            if (!take_variable(w))
                return false;
            continue;
        }
        if (quote == '"' && *w->at == '\\' && w->at[1] && w->at[1] != '\n')
            ++w->at;
        assay_text_add_data(&w->word, w->at++, 1);
    }
    if (*w->at != quote)
        return bad(w, "an unterminated quote: expected another %c in the line", quote);
    ++w->at;
    return true;
}

bool assay_words_next(struct assay_words *w)
{
    bool good = true;

    assay_text_free(&w->word);
    assay_text_free(&w->wrong);
    if (!skip_to_word(w) || !*w->at)
        return false;
    while (good && *w->at && !blank(*w->at) && strncmp(w->at, "/*", 2) != 0) {
        if (*w->at == '"' || *w->at == '\'') {
            good = take_quoted(w);
        } else if (*w->at == '$') {
            good = take_variable(w);
        } else {
            if (*w->at == '\\' && w->at[1] && !strchr("\r\n", w->at[1]))
                ++w->at;
            assay_text_add_data(&w->word, w->at++, 1);
        }
    }
    if (good && w->word.failed)
        return bad(w, "out of memory");
    return good;
}

void assay_words_free(struct assay_words *w)
{
    assay_text_free(&w->word);
    assay_text_free(&w->wrong);
}
