#include "prove/lemma.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/home.h"

enum { MOST_TEXT = 1 << 20, BOUND = 100, LIMIT = 300, MOST_WIDTH = 100000 };
static const size_t most_text = MOST_TEXT;

void lemma_add_word(struct lemma_list *list, const char *s, size_t n)
{
    list->word = aig_memory(list->word, list->n + 1, sizeof *list->word);
    list->word[list->n++] = aig_copy_with(s, n, "");
}

static void free_list(struct lemma_list *list)
{
    for (uint32_t i = 0; i < list->n; ++i)
        free(list->word[i]);
    free(list->word);
    *list = (struct lemma_list){0};
}

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

static bool read_number(const char *s, size_t n, uint32_t *out)
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
        return h->n == h->key || fail(l, h, why, why_size, "this key without a value");
    }
    if (!size)
        return fail(l, h, why, why_size, "a value after the colon");
    if ((text && *text) || (number && *number))
        return fail(l, h, why, why_size, "this key once");
    if (text)
        *text = aig_copy_with(value, size, "");
    if (number && !read_number(value, size, number))
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
        free_list(&words);
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

static bool read_head(struct lemma *l, char *why, size_t why_size)
{
    if (!read_lines(l, why, why_size))
        return false;
    for (uint32_t i = 0; i < l->show.n; ++i)
        if (!is_compared(l, l->show.word[i])) {
            snprintf(why, why_size, "%s: '%s' is shown and not compared: expected it in out",
                     l->path, l->show.word[i]);
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

void lemma_free(struct lemma *l)
{
    struct lemma_list *const lists[] = {&l->rtl,  &l->model,  &l->cases, &l->in,   &l->out,
                                        &l->cut,  &l->except, &l->show,  &l->each, &l->first,
                                        &l->vary, &l->free,   &l->next,  &l->where};

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; ++i)
        free_list(lists[i]);
    free(l->bad);
    free(l->name);
    free(l->block);
    free(l->path);
    free(l->plant);
    free(l->text);
    free(l->top);
    *l = (struct lemma){0};
}

void lemma_close_place(struct lemma_place *place)
{
    free(place->block);
    free(place->folder);
    free(place->rtl);
    free(place->generated);
    free_list(&place->flags);
    free_list(&place->defines);
    *place = (struct lemma_place){0};
}

/* What is wrong is kept with the lemma, so that it hinders no other. */
static void read_lemma(struct lemma *l, const char *block, const char *path)
{
    const char *const slash = strrchr(path, '/'), *const base = slash ? slash + 1 : path;
    const size_t n = strlen(base) > 2 ? strlen(base) - 2 : 0;
    char why[4096];
    size_t size;

    *l = (struct lemma){
        .path = aig_copy(path), .block = aig_copy(block), .name = aig_copy_with(base, n, "")};
    if (assay_read_file(path, most_text, "a lemma", &l->text, &size, why, sizeof why) ||
        !read_head(l, why, sizeof why))
        l->bad = aig_copy(why);
}

/* A number, or the value of a parameter in "W=24 X=3". */
static bool factor_of(const char *s, size_t n, const char *parameters, uint32_t *out)
{
    if (read_number(s, n, out))
        return true;
    for (const char *at = parameters; *at; at += strcspn(at, " "), at += *at == ' ')
        if (strncmp(at, s, n) == 0 && at[n] == '=')
            return read_number(at + n + 1, strcspn(at + n + 1, " "), out);
    return false;
}

/* Evaluate products and quotients of these from left to right: "32*W", "W/8". */
static bool value_of(const char *s, const char *parameters, uint32_t *out)
{
    bool divides = false;
    uint32_t factor;

    for (*out = 1;; divides = *s++ == '/') {
        const size_t n = strcspn(s, "*/");

        if (!n || !factor_of(s, n, parameters, &factor) ||
            (divides ? *out % factor != 0 : factor > MOST_WIDTH / *out))
            return false;
        *out = divides ? *out / factor : *out * factor;
        s += n;
        if (!*s)
            return true;
    }
}

bool lemma_ports(const struct lemma *l, const struct lemma_list *list, const char *parameters,
                 struct execute_ports *ports, char *why, size_t why_size)
{
    *ports = (struct execute_ports){aig_memory(NULL, list->n, sizeof *ports->port), 0};
    for (uint32_t i = 0; i < list->n; ++i) {
        const char *const s = list->word[i], *const colon = strrchr(s, ':');
        struct execute_port *const p = &ports->port[i];

        p->width = 1;
        if (colon && !value_of(colon + 1, parameters, &p->width)) {
            snprintf(
                why, why_size,
                "%s: '%s': expected PORT:WIDTH, numbers and parameters of the case with * and /",
                l->path, s);
            lemma_free_ports(ports);
            return false;
        }
        p->name = aig_copy_with(s, colon ? (size_t)(colon - s) : strlen(s), "");
        ++ports->n;
    }
    return true;
}

void lemma_free_ports(struct execute_ports *ports)
{
    for (uint32_t i = 0; i < ports->n; ++i)
        free(ports->port[i].name);
    free(ports->port);
    *ports = (struct execute_ports){0};
}

static int by_name(const void *a, const void *b)
{
    const struct lemma *const p = a, *const q = b;

    return strcmp(p->name, q->name);
}

static enum assay_error list_folder(const char *folder, const char *block, struct lemma **lemma,
                                    uint32_t *n, char *why, size_t why_size)
{
    char path[PATH_MAX + 256];
    const struct dirent *entry;
    DIR *const d = opendir(folder);

    *lemma = NULL;
    *n = 0;
    if (!d && errno == ENOENT)
        return ASSAY_OK;
    if (!d) {
        snprintf(why, why_size, "%s: %s: expected a folder of lemmas", folder, strerror(errno));
        return ASSAY_BAD_INPUT;
    }
    while ((entry = readdir(d)) != NULL) {
        const size_t size = strlen(entry->d_name);

        if (size < 3 || *entry->d_name == '.' || strcmp(entry->d_name + size - 2, ".c") != 0)
            continue;
        *lemma = aig_memory(*lemma, *n + 1, sizeof **lemma);
        assay_path(path, sizeof path, "%s/%s", folder, entry->d_name);
        read_lemma(&(*lemma)[(*n)++], block, path);
    }
    closedir(d);
    if (*n)
        qsort(*lemma, *n, sizeof **lemma, by_name);
    return ASSAY_OK;
}

enum assay_error lemma_list(const char *block, struct lemma **lemma, uint32_t *n, char *why,
                            size_t why_size)
{
    char relative[256], folder[PATH_MAX];

    snprintf(relative, sizeof relative, "tb/%s/formal/cells", block);
    return list_folder(assay_source_path(folder, sizeof folder, relative), block, lemma, n, why,
                       why_size);
}

enum assay_error lemma_list_at(const struct lemma_place *place, struct lemma **lemma, uint32_t *n,
                               char *why, size_t why_size)
{
    char folder[PATH_MAX];
    enum assay_error e;

    assay_path(folder, sizeof folder, "%s/formal/cells", place->folder);
    e = list_folder(folder, place->block, lemma, n, why, why_size);
    for (uint32_t i = 0; i < *n; ++i)
        (*lemma)[i].place = place;
    return e;
}
