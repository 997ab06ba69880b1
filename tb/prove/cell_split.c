/* cell_split.c - split a query into parts. Each part fixes some inputs, so that whatever follows
 * from them needs no gates. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "prove/cell.h"

enum { MOST_RANGES = 8, MOST_PARTS = 1 << 16, MOST_EACH = 12 };

/* Bits of a port that are split: one part per value, or per position of the highest set bit if
 * `first`. */
struct range {
    char port[200];
    uint32_t low, n;
    bool first;
};

struct split {
    struct range range[MOST_RANGES];
    uint32_t n_ranges, parts;
};

/* Parse "x", "x[3]" or "x[7:4]". */
static bool read_range(const struct execute_ports *ports, const char *word, struct range *r)
{
    const size_t size = strcspn(word, "[");
    unsigned high, low;
    int end = 0;

    if (size >= sizeof r->port)
        return false;
    snprintf(r->port, sizeof r->port, "%.*s", (int)size, word);
    for (uint32_t i = 0; i < ports->n; ++i) {
        if (strcmp(ports->port[i].name, r->port) != 0)
            continue;
        high = ports->port[i].width - 1;
        low = 0;
        if (word[size] && sscanf(word + size, "[%u:%u]%n", &high, &low, &end) != 2) {
            if (sscanf(word + size, "[%u]%n", &high, &end) != 1)
                return false;
            low = high;
        }
        r->low = low;
        r->n = high - low + 1;
        return (!word[size] || !word[size + (size_t)end]) && low <= high &&
               high < ports->port[i].width;
    }
    return false;
}

static uint32_t parts_of(const struct range *r)
{
    return r->first ? r->n + 1 : UINT32_C(1) << r->n;
}

static bool add_ranges(const struct cell *c, const struct execute_ports *ports,
                       const struct lemma_list *list, bool first, struct split *s, char *why,
                       size_t why_size)
{
    for (uint32_t i = 0; i < list->n; ++i) {
        struct range *const r = &s->range[s->n_ranges];

        if (s->n_ranges == MOST_RANGES || !read_range(ports, list->word[i], r) ||
            (!first && r->n > MOST_EACH)) {
            snprintf(why, why_size,
                     "%s: '%s': expected bits of an input, as x, x[3] or x[7:4], of each %d at "
                     "most, and "
                     "%d inputs at most",
                     c->lemma->path, list->word[i], MOST_EACH, MOST_RANGES);
            return false;
        }
        r->first = first;
        ++s->n_ranges;
        if (parts_of(r) > MOST_PARTS / s->parts) {
            snprintf(why, why_size, "%s: expected %d parts at most", c->lemma->path, MOST_PARTS);
            return false;
        }
        s->parts *= parts_of(r);
    }
    return true;
}

/* The value of a range's bit in a part: 0, 1, or -1 for any. */
static signed char bit_of(const struct range *r, uint32_t part, uint32_t bit)
{
    if (!r->first)
        return (signed char)(part >> bit & 1);
    /* Part 0: no bit is set; part p: the highest set bit is bit p - 1. */
    return (signed char)(bit + 1 > part ? 0 : bit + 1 == part ? 1 : -1);
}

static uint32_t input_of(const struct aig *g, const struct range *r, uint32_t bit)
{
    char name[256];
    aig_lit lit;
    uint32_t i = 0;

    snprintf(name, sizeof name, "%s[%u]", r->port, (unsigned)(r->low + bit));
    lit = aig_find_port(g, name);
    while (2 * g->input[i].node != lit)
        ++i;
    return i;
}

static void fix(const struct aig *g, const struct split *s, uint32_t part, signed char *fixed)
{
    memset(fixed, -1, g->n_inputs);
    for (uint32_t i = 0; i < s->n_ranges; ++i) {
        const struct range *const r = &s->range[i];

        for (uint32_t k = 0; k < r->n; ++k)
            fixed[input_of(g, r, k)] = bit_of(r, part % parts_of(r), k);
        part /= parts_of(r);
    }
}

/* The condition that no part covers the inputs; it must never hold. */
static aig_lit not_covered(const struct aig *base, const struct split *s, signed char *fixed,
                           struct aig *g)
{
    aig_lit covered = AIG_FALSE;

    memset(fixed, -1, base->n_inputs);
    free(aig_fix(base, fixed, g));
    for (uint32_t part = 0; part < s->parts; ++part) {
        aig_lit all = AIG_TRUE;

        fix(base, s, part, fixed);
        for (uint32_t i = 0; i < g->n_inputs; ++i)
            if (fixed[i] >= 0)
                all = aig_and(g, all, 2 * g->input[i].node ^ (aig_lit)(fixed[i] == 0));
        covered = aig_or(g, covered, all);
    }
    return aig_not(covered);
}

/* Translate a solver's values for the inputs of a part's graph to the base's inputs. */
static void take_back(const struct aig *base, const struct aig *g, const signed char *fixed,
                      const uint64_t *of_part, uint64_t *value)
{
    for (uint32_t i = 0; i < g->n_inputs; ++i)
        value[base->input[i].node] = fixed[i] < 0 ? of_part[g->input[i].node]
                                     : fixed[i]   ? UINT64_MAX
                                                  : 0;
}

static enum assay_error ask_covered(struct cell *c, const struct cell_base *b,
                                    const struct split *s, cell_ask *ask, enum cell_answer *answer,
                                    char *why, size_t why_size)
{
    signed char *const fixed = aig_memory(NULL, b->g.n_inputs + 1, sizeof *fixed);
    enum assay_error e = ASSAY_OK;
    uint64_t *value;
    struct aig g;
    aig_lit query;

    aig_open(&g);
    query = not_covered(&b->g, s, fixed, &g);
    value = aig_memory(NULL, g.n, sizeof *value);
    *answer = CELL_PROVED;
    if (query != AIG_FALSE)
        e = ask(c, &g, query, answer, value, why, why_size);
    if (!e && *answer == CELL_DIFFERS) {
        snprintf(why, why_size, "%s: the parts are not all inputs", c->lemma->path);
        e = ASSAY_BAD_INPUT;
    }
    free(value);
    free(fixed);
    aig_close(&g);
    return e;
}

/* Ask about one part. `value` receives a counterexample, in the base's inputs. */
static enum assay_error ask_part(struct cell *c, const struct cell_base *b, const struct split *s,
                                 uint32_t part, cell_ask *ask, enum cell_answer *answer,
                                 uint64_t *value, char *why, size_t why_size)
{
    signed char *const fixed = aig_memory(NULL, b->g.n_inputs + 1, sizeof *fixed);
    aig_lit *const lit = aig_memory(NULL, b->n + c->free.n, sizeof *lit), *map;
    enum assay_error e = ASSAY_OK;
    uint64_t *of_part;
    struct aig g;

    aig_open(&g);
    fix(&b->g, s, part, fixed);
    memcpy(lit, b->lit, b->n * sizeof *lit);
    map = aig_fix(&b->g, fixed, &g);
    aig_substitute(&b->g, map, &g, lit, b->n);
    cell_assume(&g, lit, b->n);
    cell_add_facts(c, &g, lit);
    of_part = aig_memory(NULL, g.n, sizeof *of_part);
    memset(of_part, 0, g.n * sizeof *of_part);
    *answer = CELL_PROVED;
    if (lit[0] != AIG_FALSE)
        e = cell_ask_free(c, &g, lit, ask, answer, of_part, why, why_size);
    if (!e && *answer == CELL_DIFFERS)
        take_back(&b->g, &g, fixed, of_part, value);
    free(of_part);
    free(map);
    free(lit);
    free(fixed);
    aig_close(&g);
    return e;
}

/* Ask about all parts of a base, up to the first counterexample. */
static enum assay_error ask_parts(struct cell *c, const struct cell_base *b, cell_ask *ask,
                                  enum cell_answer *answer, uint64_t *of_base, char *why,
                                  size_t why_size)
{
    enum cell_answer of_part = CELL_PROVED;
    struct split s = {.parts = 1};
    enum assay_error e = ASSAY_OK;

    if (!add_ranges(c, b->ports, &c->lemma->each, false, &s, why, why_size) ||
        !add_ranges(c, b->ports, &c->lemma->first, true, &s, why, why_size))
        return ASSAY_BAD_INPUT;
    for (uint32_t part = 0; part <= s.parts && !e && of_part != CELL_DIFFERS; ++part) {
        if (part < s.parts)
            e = ask_part(c, b, &s, part, ask, &of_part, of_base, why, why_size);
        else
            e = ask_covered(c, b, &s, ask, &of_part, why, why_size);
        if (of_part == CELL_DIFFERS || (of_part != CELL_PROVED && *answer != CELL_OPEN))
            *answer = of_part;
    }
    return e;
}

enum assay_error cell_split(struct cell *c, cell_ask *ask, enum cell_answer *answer,
                            uint64_t *value, char *why, size_t why_size)
{
    struct cell_base b;
    enum assay_error e = cell_vary(c, ask, &b, answer, why, why_size);

    if (!e) {
        uint64_t *const of_base = aig_memory(NULL, b.g.n, sizeof *of_base);

        memset(of_base, 0, b.g.n * sizeof *of_base);
        e = ask_parts(c, &b, ask, answer, of_base, why, why_size);
        if (!e && *answer == CELL_DIFFERS)
            cell_take_back(c, &b, of_base, value);
        free(of_base);
    }
    cell_close_base(&b);
    return e;
}
