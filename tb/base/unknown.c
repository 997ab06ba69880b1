#include "base/unknown.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { LONGEST = 63 }; /* a longer name is near no other */

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The number of characters to insert, remove, change or swap with the next one to turn
 * one name into the other. */
static unsigned distance(const char *a, const char *b)
{
    const size_t n = strlen(a), m = strlen(b);
    unsigned row[3][LONGEST + 1] = {{0}};

    if (n > LONGEST || m > LONGEST)
        return UINT32_MAX;
    for (size_t j = 0; j <= m; ++j)
        row[0][j] = (unsigned)j;
    for (size_t i = 1; i <= n; ++i) {
        unsigned *now = row[i % 3];
        const unsigned *last = row[(i - 1) % 3], *before = row[(i + 1) % 3];

        now[0] = (unsigned)i;
        for (size_t j = 1; j <= m; ++j) {
            now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], before[j - 2] + 1);
        }
    }
    return row[n % 3][m];
}

/* The known name that `name` was probably meant to be; NULL if none is similar. */
static const char *near_name(const char *name, assay_name_at *at, const void *arg)
{
    /* Allow no error in a single character, one in a short name, and one per three
     * characters in a longer name. */
    const size_t length = strlen(name);
    unsigned best = length < 2 ? 0 : length < 6 ? 1 : (unsigned)(length / 3);
    const char *near = NULL, *known;

    for (size_t i = 0; (known = at(arg, i)); ++i) {
        const unsigned d = distance(name, known);

        if (d < best || (d == best && d > 0 && !near)) {
            best = d;
            near = known;
        }
    }
    return near;
}

bool assay_unknown(char *why, size_t why_size, const char *kind, const char *name,
                   assay_name_at *at, const void *arg)
{
    const char *near = near_name(name, at, arg);
    struct assay_text list = {0}, hint = {0};
    size_t used, room;

    for (size_t i = 0; at(arg, i); ++i)
        assay_text_addf(&list, "%s%s", i == 0 ? "" : at(arg, i + 1) ? ", " : " or ", at(arg, i));
    if (!at(arg, 0))
        assay_text_add(&list, "none, because there are none");
    if (near)
        assay_text_addf(&hint, "; did you mean '%s'?", near);
    used = (size_t)snprintf(why, why_size, "unknown %s '%.100s': expected ", kind, name);
    if (used < why_size) {
        room = why_size - used;
        if (list.n + hint.n < room)
            snprintf(why + used, room, "%s%s", assay_text_get(&list), assay_text_get(&hint));
        else if (hint.n + 4 < room)
            snprintf(why + used, room, "%.*s...%s", (int)(room - hint.n - 4), assay_text_get(&list),
                     assay_text_get(&hint));
    }
    assay_text_free(&list);
    assay_text_free(&hint);
    return false;
}

static const char *word_at(const void *arg, size_t i)
{
    return ((const char *const *)arg)[i];
}

bool assay_unknown_word(char *why, size_t why_size, const char *kind, const char *name,
                        const char *const *words)
{
    return assay_unknown(why, why_size, kind, name, word_at, words);
}

int assay_word_find(const char *const *words, const char *name)
{
    for (int i = 0; words[i]; ++i)
        if (strcmp(words[i], name) == 0)
            return i;
    return -1;
}
