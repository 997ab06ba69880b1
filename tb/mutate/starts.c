#include "mutate/starts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line ".latch D Q re clk INIT". */
struct latch {
    const char *d, *q;
    int n_d, n_q;
    char init;
};

static int word(const char **at, const char **begin)
{
    const char *const from = *at + strspn(*at, " ");
    const int n = (int)strcspn(from, " \n");

    *begin = from;
    *at = from + n;
    return n;
}

static bool is_word(const char *at, int n, const char *text)
{
    return (size_t)n == strlen(text) && memcmp(at, text, (size_t)n) == 0;
}

static bool is_latch(const char *line)
{
    return strncmp(line, ".latch ", 7) == 0;
}

static bool read_latch(const char *line, struct latch *l, char *why, size_t why_size)
{
    const char *at = line + 6, *edge, *clock, *init;
    int n_edge, n_clock;

    l->n_d = word(&at, &l->d);
    l->n_q = word(&at, &l->q);
    n_edge = word(&at, &edge);
    n_clock = word(&at, &clock);
    if (word(&at, &init) != 1 || !is_word(edge, n_edge, "re") || !is_word(clock, n_clock, "clk")) {
        snprintf(why, why_size, "register %.*s: expected the rising edge of clk", l->n_q, l->q);
        return false;
    }
    l->init = *init;
    return true;
}

/* The key of a register. For a name from the source this is the name without its side, so that both
 * sides have the same key; any other name keeps its side. */
static void key_of(const struct latch *l, const char **key, int *n)
{
    static const int side = sizeof "gold." - 1;
    const bool named =
        !memchr(l->q, '$', (size_t)l->n_q) &&
        (strncmp(l->q, "gold.", (size_t)side) == 0 || strncmp(l->q, "gate.", (size_t)side) == 0);

    *key = l->q + (named ? side : 0);
    *n = l->n_q - (named ? side : 0);
}

struct names {
    char **v;
    size_t n;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool add_name(struct names *names, const struct latch *l)
{
    char **const bigger = realloc(names->v, (names->n + 1) * sizeof *bigger);
    const char *key;
    int n;

    if (!bigger)
        return false;
    names->v = bigger;
    key_of(l, &key, &n);
    names->v[names->n] = strndup(key, (size_t)n);
    return names->v[names->n++] != NULL;
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

/* Collect the keys of all registers without an initial value. */
static bool read_names(const char *blif, struct names *names, char *why, size_t why_size)
{
    for (const char *line = blif; *line; line = next_line(line)) {
        struct latch l;

        if (!is_latch(line))
            continue;
        if (!read_latch(line, &l, why, why_size))
            return false;
        if (l.init != '0' && l.init != '1' && !add_name(names, &l)) {
            snprintf(why, why_size, "out of memory");
            return false;
        }
    }
    if (names->n)
        qsort(names->v, names->n, sizeof *names->v, by_name);
    return true;
}

static void write_inputs(const struct names *names, struct assay_text *t)
{
    for (size_t i = 0; i < names->n; ++i)
        if (i == 0 || strcmp(names->v[i - 1], names->v[i]) != 0)
            assay_text_addf(t, ".inputs start:%s\n", names->v[i]);
}

/* The actual register is Q:later. Q is the starting value in the first cycle, and Q:later after
 * that. */
static void write_latch(const struct latch *l, struct assay_text *t)
{
    const char *key;
    int n;

    key_of(l, &key, &n);
    assay_text_addf(t, ".latch %.*s %.*s:later re clk 0\n", l->n_d, l->d, l->n_q, l->q);
    assay_text_addf(t, ".names :first start:%.*s %.*s:later %.*s\n11- 1\n0-1 1\n", n, key, l->n_q,
                    l->q, l->n_q, l->q);
}

static const char first[] = ".names :zero\n.latch :zero :first re clk 1\n";

static void write_all(const char *blif, const struct names *names, struct assay_text *t)
{
    for (const char *line = blif, *next; *line; line = next) {
        struct latch l;
        char why[8];

        next = next_line(line);
        if (strncmp(line, ".outputs", 8) == 0)
            write_inputs(names, t);
        if (strncmp(line, ".end", 4) == 0)
            assay_text_add(t, first);
        if (is_latch(line) && read_latch(line, &l, why, sizeof why) && l.init != '0' &&
            l.init != '1')
            write_latch(&l, t);
        else
            assay_text_add_data(t, line, (size_t)(next - line));
    }
}

bool assay_starts_write(const char *blif, struct assay_text *t, char *why, size_t why_size)
{
    struct names names = {0};
    const bool ok = read_names(blif, &names, why, why_size);

    if (ok)
        write_all(blif, &names, t);
    for (size_t i = 0; i < names.n; ++i)
        free(names.v[i]);
    free(names.v);
    return ok;
}
