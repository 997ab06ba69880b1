/* lemma_head.c - read the head of a lemma: keys and values in the comment at its beginning. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "prove/lemma.h"

enum { BOUND = 100, LIMIT = 300 };

/* Split into words, at blanks, or at commas if `comma` is set. */
static void add_words(struct lemma_list *list, const char *s, size_t n, bool comma)
{
    const char *const ends = comma ? "," : " \t";
    size_t at = 0;

    while (at < n) {
        size_t size = strcspn(s + at, ends), end;

        if (size > n - at)
            size = n - at;
        end = at + size + 1;
        for (; size && isspace((unsigned char)s[at]); --size)
            ++at;
        while (size && isspace((unsigned char)s[at + size - 1]))
            --size;
        if (size)
            lemma_add_word(list, s + at, size);
        at = end;
    }
}

bool lemma_read_number(const char *s, size_t n, uint32_t *out)
{
    char *end;
    const unsigned long v = strtoul(s, &end, 10);

    *out = (uint32_t)v;
    return end == s + n && v >= 1 && v <= 100000;
}

/* A line of the head, without the blanks at both ends and the star before it. */
struct head_line {
    const char *text;
    size_t n, key;    /* length of the text, and of the word before its colon; key: 0 if none */
    bool is_indented; /* as a key is: " *     KEY" */
    bool is_prose;    /* where the comment may say anything: before the keys, and not indented */
    uint32_t number;
};

static bool fail(const struct lemma *l, const struct head_line *h, char *why, size_t why_size,
                 const char *expected)
{
    snprintf(why, why_size, "%s:%u: '%.*s': expected %s", l->path, (unsigned)h->number, (int)h->n,
             h->text, expected);
    return false;
}

static bool is_word(const char *s, size_t n, const char *word)
{
    return strlen(word) == n && strncasecmp(s, word, n) == 0;
}

static struct lemma_list *list_of(struct lemma *l, const char *key, size_t n)
{
    const struct {
        const char *key;
        struct lemma_list *list;
    } lists[] = {{"rtl", &l->rtl},       {"model", &l->model}, {"cases", &l->cases},
                 {"in", &l->in},         {"out", &l->out},     {"cut", &l->cut},
                 {"except", &l->except}, {"show", &l->show},   {"each", &l->each},
                 {"first", &l->first},   {"vary", &l->vary},   {"free", &l->free},
                 {"next", &l->next},     {"where", &l->where}};

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; ++i)
        if (is_word(key, n, lists[i].key))
            return lists[i].list;
    return NULL;
}

static bool *flag_of(struct lemma *l, const char *key, size_t n)
{
    return is_word(key, n, "slow")    ? &l->slow
           : is_word(key, n, "sweep") ? &l->sweep
           : is_word(key, n, "holds") ? &l->holds
                                      : NULL;
}

static char **text_of(struct lemma *l, const char *key, size_t n)
{
    return is_word(key, n, "top") ? &l->top : is_word(key, n, "plant") ? &l->plant : NULL;
}

static uint32_t *number_of(struct lemma *l, const char *key, size_t n)
{
    return is_word(key, n, "bound") ? &l->bound : is_word(key, n, "limit") ? &l->limit : NULL;
}

static bool is_key(struct lemma *l, const char *word, size_t n)
{
    return list_of(l, word, n) || flag_of(l, word, n) || text_of(l, word, n) ||
           number_of(l, word, n);
}

/* Take the value of a key that exists. */
static bool read_value(struct lemma *l, const struct head_line *h, char *why, size_t why_size)
{
    const char *value = h->text + h->key;
    size_t size;
    struct lemma_list *const list = list_of(l, h->text, h->key);
    bool *const flag = flag_of(l, h->text, h->key);
    char **const text = text_of(l, h->text, h->key);
    uint32_t *const number = number_of(l, h->text, h->key);

    value += strspn(value, " \t");
    value += *value == ':';
    value += strspn(value, " \t\r");
    size = value < h->text + h->n ? (size_t)(h->text + h->n - value) : 0;
    if (flag) {
        *flag = true;
        return h->n == h->key || fail(l, h, why, why_size, "this key without a colon and a value");
    }
    if (!size)
        return fail(l, h, why, why_size, "a value after the colon");
    if ((text && *text) || (number && *number))
        return fail(l, h, why, why_size, "this key once");
    if (text)
        *text = aig_copy_with(value, size, "");
    if (number && !lemma_read_number(value, size, number))
        return fail(l, h, why, why_size, "a number from 1 to 100000");
    if (list)
        add_words(list, value, size, list == &l->cases);
    return true;
}

/* Parse a line of the head: " *     key: value", or a key alone. Prose, and other lines that do not
 * look like this, are ignored. */
static bool read_line(struct lemma *l, const struct head_line *h, char *why, size_t why_size)
{
    const bool known = h->key && is_key(l, h->text, h->key);
    bool small = true;

    for (size_t i = 0; i < h->key; ++i)
        small &= !isupper((unsigned char)h->text[i]);
    if (h->is_prose)
        return true;
    if (known && small && h->is_indented)
        return read_value(l, h, why, why_size);
    if (known)
        return fail(l, h, why, why_size, "a key in small letters, indented as ' *     KEY: VALUE'");
    if (h->key && (l->has_keys || h->is_indented))
        return fail(l, h, why, why_size,
                    "top, rtl, model, cases, in, out, cut, show, next, where, holds, except, vary, "
                    "each, first, free, plant, bound, limit, sweep or slow");
    if (h->is_indented && islower((unsigned char)*h->text))
        return fail(l, h, why, why_size, "KEY: VALUE");
    return true;
}

/* The length of a word with a colon after it, or of a line that is one key; otherwise 0. */
static size_t key_of(struct lemma *l, const char *text, size_t n)
{
    size_t word = 0, end;

    while (word < n && (isalnum((unsigned char)text[word]) || text[word] == '_'))
        ++word;
    end = word + strspn(text + word, " \t");
    return (end < n && text[end] == ':') || (word == n && flag_of(l, text, n)) ? word : 0;
}

/* Split a line of the comment. `after_blank`: the line before it is empty, so that what begins with
 * a key's name is no part of a sentence. */
static struct head_line split_line(struct lemma *l, const char *line, size_t n, bool after_blank)
{
    struct head_line h = {.text = line};
    size_t indent = 0;

    h.text += strspn(h.text, " \t");
    h.text += *h.text == '*';
    indent = strspn(h.text, " \t");
    h.text += indent;
    h.n = h.text < line + n ? (size_t)(line + n - h.text) : 0;
    while (h.n && isspace((unsigned char)h.text[h.n - 1]))
        --h.n;
    h.key = key_of(l, h.text, h.n);
    h.is_indented = h.n && h.text == line + 7 && strncmp(line, " *     ", 7) == 0;
    h.is_prose = !l->has_keys && indent == 1 && h.n && h.text[-1] == ' ' &&
                 !(after_blank && h.key && is_key(l, h.text, h.key));
    return h;
}

uint32_t lemma_line(const struct lemma *l, const char *key, const char *word)
{
    const size_t key_size = strlen(key);
    uint32_t at = 1, found = 1;

    for (const char *line = l->text; *line && strncmp(line, " */", 3) != 0; ++at) {
        const size_t n = strcspn(line, "\n");
        struct lemma_list words = {0};

        if (n > 7 + key_size && strncmp(line + 7, key, key_size) == 0 && line[7 + key_size] == ':')
            add_words(&words, line + 8 + key_size, n - 8 - key_size, false);
        for (uint32_t i = 0; i < words.n; ++i)
            if (strcmp(words.word[i], word) == 0)
                found = at;
        lemma_free_list(&words);
        line += n;
        line += *line == '\n';
    }
    return found;
}

/* Whether a shown wire is compared; only then is it looked up in the RTL. */
static bool is_compared(const struct lemma *l, const char *wire)
{
    for (uint32_t i = 0; i < l->out.n; ++i)
        if (strcspn(l->out.word[i], ":") == strlen(wire) &&
            strncmp(l->out.word[i], wire, strlen(wire)) == 0)
            return true;
    return false;
}

/* The head ends with the comment. A comment of one line before it is none. */
static bool read_lines(struct lemma *l, char *why, size_t why_size)
{
    bool after_blank = false;
    uint32_t number = 0;
    size_t n;

    for (const char *line = l->text, *end = NULL; *line && !end; line += n, line += *line == '\n') {
        struct head_line h;

        n = strcspn(line, "\n");
        end = strncmp(line, "/*", 2) == 0 ? NULL : strstr(line, "*/");
        if (end && end > line + n)
            end = NULL;
        h = split_line(l, line, end ? (size_t)(end - line) : n, after_blank);
        h.number = ++number;
        after_blank = h.n == 0;
        if (!read_line(l, &h, why, why_size))
            return false;
        l->has_keys |= h.key && h.is_indented;
    }
    return true;
}

static bool is_whole(const struct lemma *l, char *why, size_t why_size)
{
    const char *const missing = !l->top     ? "top"
                                : !l->rtl.n ? "rtl"
                                : !l->in.n  ? "in"
                                : !l->out.n ? "out"
                                : !l->plant ? "plant"
                                            : NULL;

    if (missing)
        snprintf(why, why_size,
                 "%s:1: no '%s': expected ' *     %s: VALUE' in the comment at the beginning",
                 l->path, missing, missing);
    return !missing;
}

/* Whether two words are about the same port. */
static bool is_same_port(const char *a, const char *b)
{
    const size_t n = strcspn(a, ":");

    return strcspn(b, ":") == n && strncmp(a, b, n) == 0;
}

/* Refuse a name that a list has twice: one of the two would not be compared, or not be set. */
static bool check_names(const struct lemma *l, const char *key, const struct lemma_list *list,
                        char *why, size_t why_size)
{
    for (uint32_t i = 0; i < list->n; ++i)
        for (uint32_t k = 0; k < i; ++k)
            if (is_same_port(list->word[i], list->word[k])) {
                snprintf(why, why_size, "%s:%u: %s: '%.*s' is there twice: expected it once",
                         l->path, (unsigned)lemma_line(l, key, list->word[i]), key,
                         (int)strcspn(list->word[i], ":"), list->word[i]);
                return false;
            }
    return true;
}

bool lemma_read_head(struct lemma *l, char *why, size_t why_size)
{
    if (!read_lines(l, why, why_size))
        return false;
    for (uint32_t i = 0; i < l->show.n; ++i)
        if (!is_compared(l, l->show.word[i])) {
            snprintf(why, why_size, "%s:%u: '%s' is shown and not compared: expected it in out",
                     l->path, (unsigned)lemma_line(l, "show", l->show.word[i]), l->show.word[i]);
            return false;
        }
    if (!check_names(l, "in", &l->in, why, why_size) ||
        !check_names(l, "out", &l->out, why, why_size) ||
        !check_names(l, "vary", &l->vary, why, why_size) ||
        !check_names(l, "free", &l->free, why, why_size))
        return false;
    if (!l->next.n && (l->holds || l->where.n)) {
        snprintf(why, why_size, "%s: holds and where are about registers: expected them in next",
                 l->path);
        return false;
    }
    if (!is_whole(l, why, why_size))
        return false;
    if (!l->cases.n)
        lemma_add_word(&l->cases, "", 0);
    if (!l->bound)
        l->bound = BOUND;
    if (!l->limit)
        l->limit = LIMIT;
    return true;
}
