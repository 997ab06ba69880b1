#include "prove/lemma.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/home.h"

enum { MOST_TEXT = 1 << 20, BOUND = 100, LIMIT = 300, MOST_WIDTH = 100000 };
static const size_t most_text = MOST_TEXT;

static void add_word(struct lemma_list *list, const char *s, size_t n)
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
        size_t size = strcspn(s + at, ends);

        if (size > n - at)
            size = n - at;
        for (; size && isspace((unsigned char)s[at]); --size)
            ++at;
        if (size)
            add_word(list, s + at, size);
        at += size + 1;
    }
}

static bool read_number(const char *s, size_t n, uint32_t *out)
{
    char *end;
    const unsigned long v = strtoul(s, &end, 10);

    *out = (uint32_t)v;
    return end == s + n && v >= 1 && v <= 100000;
}

/* Parse a line of the head: " *     key: value". Lines of any other form are ignored; an unknown
 * key is an error. */
static bool read_line(struct lemma *l, const char *line, size_t n, char *why, size_t why_size)
{
    const struct {
        const char *key;
        struct lemma_list *list;
    } lists[] = {{"rtl", &l->rtl},       {"model", &l->model}, {"cases", &l->cases},
                 {"in", &l->in},         {"out", &l->out},     {"cut", &l->cut},
                 {"except", &l->except}, {"show", &l->show},   {"each", &l->each},
                 {"first", &l->first},   {"vary", &l->vary},   {"free", &l->free},
                 {"next", &l->next},     {"where", &l->where}};
    const struct {
        const char *key;
        bool *flag;
    } flags[] = {{"slow", &l->slow}, {"sweep", &l->sweep}, {"holds", &l->holds}};
    const char *value;
    size_t key, size;

    if (n < 8 || strncmp(line, " *     ", 7) != 0 || !islower((unsigned char)line[7]))
        return true;
    line += 7;
    n -= 7;
    key = strcspn(line, ":");
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i)
        if (strlen(flags[i].key) == n && strncmp(line, flags[i].key, n) == 0) {
            *flags[i].flag = true;
            return true;
        }
    if (key >= n) {
        snprintf(why, why_size, "%s: '%.*s': expected KEY: VALUE", l->path, (int)n, line);
        return false;
    }
    value = line + key + 1;
    size = n - key - 1;
    for (; size && isspace((unsigned char)*value); --size)
        ++value;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; ++i)
        if (strlen(lists[i].key) == key && strncmp(line, lists[i].key, key) == 0) {
            add_words(lists[i].list, value, size, strcmp(lists[i].key, "cases") == 0);
            return true;
        }
    if (key == 3 && strncmp(line, "top", 3) == 0 && !l->top && size) {
        l->top = aig_copy_with(value, size, "");
        return true;
    }
    if (key == 5 && strncmp(line, "plant", 5) == 0 && !l->plant && size) {
        l->plant = aig_copy_with(value, size, "");
        return true;
    }
    if ((key == 5 && strncmp(line, "bound", 5) == 0 && read_number(value, size, &l->bound)) ||
        (key == 5 && strncmp(line, "limit", 5) == 0 && read_number(value, size, &l->limit)))
        return true;
    snprintf(why, why_size,
             "%s: '%.*s': expected top, rtl, model, cases, in, out, cut, show, next, where, holds, "
             "except, vary, each, first, free, plant, bound, limit, sweep or slow",
             l->path, (int)n, line);
    return false;
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

static bool read_head(struct lemma *l, char *why, size_t why_size)
{
    for (const char *line = l->text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (strncmp(line, " */", 3) == 0)
            break;
        if (!read_line(l, line, strcspn(line, "\n"), why, why_size))
            return false;
    }
    for (uint32_t i = 0; i < l->show.n; ++i)
        if (!is_compared(l, l->show.word[i])) {
            snprintf(why, why_size, "%s: '%s' is shown and not compared: expected it in out",
                     l->path, l->show.word[i]);
            return false;
        }
    if (!l->next.n && (l->holds || l->where.n)) {
        snprintf(why, why_size, "%s: holds and where are about registers: expected them in next",
                 l->path);
        return false;
    }
    if (l->top && l->plant && l->rtl.n && l->in.n && l->out.n) {
        if (!l->cases.n)
            add_word(&l->cases, "", 0);
        return true;
    }
    snprintf(why, why_size, "%s: the head is not whole: expected top, rtl, in, out and plant",
             l->path);
    return false;
}

void lemma_free(struct lemma *l)
{
    struct lemma_list *const lists[] = {&l->rtl,  &l->model,  &l->cases, &l->in,   &l->out,
                                        &l->cut,  &l->except, &l->show,  &l->each, &l->first,
                                        &l->vary, &l->free,   &l->next,  &l->where};

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; ++i)
        free_list(lists[i]);
    free(l->name);
    free(l->block);
    free(l->path);
    free(l->plant);
    free(l->text);
    free(l->top);
    *l = (struct lemma){0};
}

static enum assay_error read_lemma(struct lemma *l, const char *block, const char *path, char *why,
                                   size_t why_size)
{
    const char *const slash = strrchr(path, '/'), *const base = slash ? slash + 1 : path;
    const size_t n = strlen(base) > 2 ? strlen(base) - 2 : 0;
    enum assay_error e;
    size_t size;

    *l = (struct lemma){.bound = BOUND, .limit = LIMIT};
    e = assay_read_file(path, most_text, "a lemma", &l->text, &size, why, why_size);
    if (e)
        return e;
    l->path = aig_copy(path);
    l->block = aig_copy(block);
    l->name = aig_copy_with(base, n, "");
    if (read_head(l, why, why_size))
        return ASSAY_OK;
    lemma_free(l);
    return ASSAY_BAD_INPUT;
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

enum assay_error lemma_list(const char *block, struct lemma **lemma, uint32_t *n, char *why,
                            size_t why_size)
{
    char relative[256], folder[PATH_MAX], path[PATH_MAX + 256];
    const struct dirent *entry;
    enum assay_error e = ASSAY_OK;
    DIR *d;

    *lemma = NULL;
    *n = 0;
    snprintf(relative, sizeof relative, "tb/%s/formal/cells", block);
    d = opendir(assay_source_path(folder, sizeof folder, relative));
    if (!d && errno == ENOENT)
        return ASSAY_OK;
    if (!d) {
        snprintf(why, why_size, "%s: %s: expected a folder of lemmas", folder, strerror(errno));
        return ASSAY_BAD_INPUT;
    }
    while (!e && (entry = readdir(d)) != NULL) {
        const size_t size = strlen(entry->d_name);

        if (size < 3 || strcmp(entry->d_name + size - 2, ".c") != 0)
            continue;
        *lemma = aig_memory(*lemma, *n + 1, sizeof **lemma);
        assay_path(path, sizeof path, "%s/%s", folder, entry->d_name);
        e = read_lemma(&(*lemma)[*n], block, path, why, why_size);
        *n += e == ASSAY_OK;
    }
    closedir(d);
    if (!e && *n)
        qsort(*lemma, *n, sizeof **lemma, by_name);
    return e;
}
