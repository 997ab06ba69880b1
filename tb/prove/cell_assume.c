/*
 * cell_assume.c - simplify a query by what must hold where it is true.
 *
 * A query is a conjunction. Some of its terms depend on a few inputs only, as the condition that an
 * exponent is not 0, or that the variables of a lemma make inputs. Any gate that depends on no
 * other inputs, and is constant wherever these terms hold, is replaced by that constant. This finds
 * distances of exponents that are constant in a part, although no gate of them is.
 */
#include <stdlib.h>
#include <string.h>

#include "prove/cell.h"

/* INPUTS: most inputs that are looked at. A table has a bit for each of their values. */
enum { INPUTS = 16, WORDS = (1 << INPUTS) / 64 };

struct terms {
    aig_lit *lit;
    uint32_t n;
};

struct assumption {
    const struct aig *g;
    uint32_t input[INPUTS]; /* nodes */
    uint32_t n, words;
    uint64_t **table; /* of a node that depends on these inputs only; else NULL */
    uint64_t *holds;  /* where the terms hold */
};

/* The terms of a conjunction. */
static struct terms terms_of(const struct aig *g, aig_lit query)
{
    struct terms t = {aig_memory(NULL, g->n, sizeof *t.lit), 0};
    bool *const seen = aig_memory(NULL, g->n, sizeof *seen);

    memset(seen, 0, g->n * sizeof *seen);
    t.lit[t.n++] = query;
    for (uint32_t i = 0; i < t.n;) {
        const uint32_t node = t.lit[i] >> 1;

        if ((t.lit[i] & 1) || aig_is_input(g, node)) {
            ++i;
            continue;
        }
        /* A gate: its operands take its place. */
        t.lit[i] = t.lit[--t.n];
        if (seen[node])
            continue;
        seen[node] = true;
        t.lit[t.n++] = g->node[node].a;
        t.lit[t.n++] = g->node[node].b;
    }
    free(seen);
    return t;
}

static bool is_chosen(const struct assumption *s, uint32_t node)
{
    for (uint32_t i = 0; i < s->n; ++i)
        if (s->input[i] == node)
            return true;
    return false;
}

/* Add the inputs of a term. Returns false, and adds none, if there would be more than `most`. */
static bool add_inputs(struct assumption *s, aig_lit term, uint32_t most)
{
    bool *const in = aig_cone(s->g, &term, 1);
    const uint32_t before = s->n;
    bool fits = true;

    for (uint32_t i = 0; i < s->g->n_inputs && fits; ++i) {
        const uint32_t node = s->g->input[i].node;

        if (!in[node] || is_chosen(s, node))
            continue;
        fits = s->n < most;
        if (fits)
            s->input[s->n++] = node;
    }
    if (!fits)
        s->n = before;
    free(in);
    return fits;
}

/* Choose the inputs of as many terms as fit, those of few inputs first. */
static void choose_inputs(struct assumption *s, const struct terms *t)
{
    for (uint32_t most = 1; most <= INPUTS; ++most)
        for (uint32_t i = 0; i < t->n; ++i) {
            struct assumption alone = {.g = s->g};

            if (add_inputs(&alone, t->lit[i], most))
                add_inputs(s, t->lit[i], INPUTS);
        }
    s->words = s->n < 6 ? 1 : UINT32_C(1) << (s->n - 6);
}

/* The value of input number `i` for all values of the inputs. */
static void fill_input(const struct assumption *s, uint32_t i, uint64_t *table)
{
    static const uint64_t low[6] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                                    0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};

    for (uint32_t w = 0; w < s->words; ++w)
        table[w] = i < 6 ? low[i] : 0 - (uint64_t)(w >> (i - 6) & 1);
}

static uint64_t word_of(const struct assumption *s, aig_lit a, uint32_t w)
{
    return s->table[a >> 1][w] ^ (0 - (uint64_t)(a & 1));
}

/* Tables of all nodes that depend on the chosen inputs only. */
static void fill_tables(struct assumption *s)
{
    s->table = aig_memory(NULL, s->g->n, sizeof *s->table);
    memset(s->table, 0, s->g->n * sizeof *s->table);
    s->table[0] = aig_memory(NULL, s->words, sizeof **s->table);
    memset(s->table[0], 0, s->words * sizeof **s->table);
    for (uint32_t i = 0; i < s->n; ++i) {
        s->table[s->input[i]] = aig_memory(NULL, s->words, sizeof **s->table);
        fill_input(s, i, s->table[s->input[i]]);
    }
    for (uint32_t i = 1; i < s->g->n; ++i) {
        const struct aig_node of = s->g->node[i];

        if (aig_is_input(s->g, i) || !s->table[of.a >> 1] || !s->table[of.b >> 1])
            continue;
        s->table[i] = aig_memory(NULL, s->words, sizeof **s->table);
        for (uint32_t w = 0; w < s->words; ++w)
            s->table[i][w] = word_of(s, of.a, w) & word_of(s, of.b, w);
    }
}

static void fill_holds(struct assumption *s, const struct terms *t)
{
    s->holds = aig_memory(NULL, s->words, sizeof *s->holds);
    memset(s->holds, 0xFF, s->words * sizeof *s->holds);
    for (uint32_t i = 0; i < t->n; ++i)
        if (s->table[t->lit[i] >> 1])
            for (uint32_t w = 0; w < s->words; ++w)
                s->holds[w] &= word_of(s, t->lit[i], w);
}

/* The constant that a node is where the terms hold; AIG_NONE if it is none. */
static aig_lit constant_of(const struct assumption *s, uint32_t node)
{
    bool zero = true, one = true;

    if (!s->table[node])
        return AIG_NONE;
    for (uint32_t w = 0; w < s->words; ++w) {
        zero = zero && !(s->table[node][w] & s->holds[w]);
        one = one && !(~s->table[node][w] & s->holds[w]);
    }
    return zero ? AIG_FALSE : one ? AIG_TRUE : AIG_NONE;
}

/* Copy the literals with these constants; lit[0], the query, still has its terms. */
static void copy(const struct assumption *s, const struct terms *t, aig_lit *lit, size_t n,
                 struct aig *to)
{
    signed char *const fixed = aig_memory(NULL, s->g->n_inputs + 1, sizeof *fixed);
    aig_lit *plain, *map, *terms = aig_memory(NULL, t->n + 1, sizeof *terms);
    uint32_t kept = 0;

    memset(fixed, -1, s->g->n_inputs);
    plain = aig_fix(s->g, fixed, to);
    map = aig_memory(NULL, s->g->n, sizeof *map);
    memcpy(map, plain, s->g->n * sizeof *map);
    for (uint32_t i = 1; i < s->g->n; ++i) {
        const aig_lit value = constant_of(s, i);

        if (value != AIG_NONE)
            map[i] = value;
    }
    aig_substitute(s->g, map, to, lit, n);
    for (uint32_t i = 0; i < t->n; ++i)
        if (s->table[t->lit[i] >> 1])
            terms[kept++] = t->lit[i];
    aig_substitute(s->g, plain, to, terms, kept);
    for (uint32_t i = 0; i < kept; ++i)
        lit[0] = aig_and(to, lit[0], terms[i]);
    free(terms);
    free(plain);
    free(map);
    free(fixed);
}

void cell_assume(struct aig *g, aig_lit *lit, size_t n)
{
    struct terms t = terms_of(g, lit[0]);
    struct assumption s = {.g = g};
    struct aig to;

    choose_inputs(&s, &t);
    fill_tables(&s);
    fill_holds(&s, &t);
    aig_open(&to);
    copy(&s, &t, lit, n, &to);
    for (uint32_t i = 0; i < g->n; ++i)
        free(s.table[i]);
    free(s.table);
    free(s.holds);
    free(t.lit);
    aig_close(g);
    *g = to;
}
