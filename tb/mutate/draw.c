#include "mutate/draw.h"

#include <stdlib.h>

#include "base/rng.h"

struct ticket {
    unsigned file, line;
    uint64_t order; /* at first random within its line, later among the lines of a round */
    size_t round;   /* number of mutants before it in its line */
    size_t index;
};

static int compare(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int by_line(const void *a, const void *b)
{
    const struct ticket *x = a, *y = b;
    int c = compare(x->file, y->file);

    c = c ? c : compare(x->line, y->line);
    c = c ? c : compare(x->order, y->order);
    return c ? c : compare(x->index, y->index);
}

static int by_round(const void *a, const void *b)
{
    const struct ticket *x = a, *y = b;
    int c = compare(x->round, y->round);

    c = c ? c : compare(x->order, y->order);
    return c ? c : compare(x->index, y->index);
}

static int by_index(const void *a, const void *b)
{
    return compare(*(const size_t *)a, *(const size_t *)b);
}

/* Assign the rounds, and draw a random order of the lines for each round. */
static void give_rounds(struct ticket *t, size_t n, struct assay_rng *rng)
{
    for (size_t i = 0; i < n; ++i) {
        const bool same = i && t[i].file == t[i - 1].file && t[i].line == t[i - 1].line;

        t[i].round = same ? t[i - 1].round + 1 : 0;
        t[i].order = assay_rng_u64(rng);
    }
}

bool assay_mutants_draw(const struct assay_mutants *m, const bool *take, size_t count,
                        uint64_t seed, size_t **index, size_t *n)
{
    struct ticket *const t = calloc(m->n + 1, sizeof *t);
    struct assay_rng rng;
    size_t tickets = 0;

    *index = calloc(m->n + 1, sizeof **index);
    if (!t || !*index) {
        free(t);
        free(*index);
        *index = NULL;
        return false;
    }
    assay_rng_init(&rng, seed, "mutants");
    for (size_t i = 0; i < m->n; ++i)
        if (take[i])
            t[tickets++] = (struct ticket){m->v[i].file, m->v[i].line, assay_rng_u64(&rng), 0, i};
    qsort(t, tickets, sizeof *t, by_line);
    give_rounds(t, tickets, &rng);
    qsort(t, tickets, sizeof *t, by_round);
    *n = count < tickets ? count : tickets;
    for (size_t i = 0; i < *n; ++i)
        (*index)[i] = t[i].index;
    qsort(*index, *n, sizeof **index, by_index);
    free(t);
    return true;
}
