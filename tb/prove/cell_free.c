/*
 * cell_free.c - queries in which some wires are free.
 *
 * If both sides compute a product with the same gates, the value of the product does not matter: a
 * query that holds for any value in its place also holds for the product. A query may need a fact
 * about that value, so solvers are first asked to prove one: that one of the two highest bits is
 * set, as in a product of numbers whose highest set bits are at fixed places.
 */
#include <stdlib.h>
#include <string.h>

#include "prove/cell.h"

/* The fact that one of the two highest bits is set, not counting bits that are 0 for all inputs. */
static aig_lit is_high(struct aig *g, const aig_lit *bit, uint32_t n)
{
    while (n && bit[n - 1] == AIG_FALSE)
        --n;
    return n > 1 ? aig_or(g, bit[n - 1], bit[n - 2]) : n ? bit[0] : AIG_TRUE;
}

/* Turn the gates of a wire into inputs. Bits that already are inputs stay as they are. */
static void release(const struct aig *g, const aig_lit *bit, uint32_t n, aig_lit *map,
                    struct aig *to)
{
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t node = bit[i] >> 1;

        if (!aig_is_constant(bit[i]) && !aig_is_input(g, node) && map[node] == AIG_NONE)
            map[node] = aig_add_input(to, AIG_FREE, "");
    }
}

void cell_add_facts(const struct cell *c, struct aig *g, aig_lit *lit)
{
    const aig_lit *bit = lit + 1;

    for (uint32_t i = 0; i < c->free.n; bit += c->free.port[i++].width)
        lit[1 + cell_free_bits(c) + i] = is_high(g, bit, c->free.port[i].width);
}

uint32_t cell_free_bits(const struct cell *c)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < c->free.n; ++i)
        n += c->free.port[i].width;
    return n;
}

/* The query in a graph in which the wires are free, restricted to where the facts with `holds` set
 * are true. */
static aig_lit release_all(const struct cell *c, const struct aig *g, const aig_lit *lit,
                           const bool *holds, struct aig *to)
{
    const size_t n = 1 + cell_free_bits(c);
    signed char *const fixed = aig_memory(NULL, g->n_inputs + 1, sizeof *fixed);
    aig_lit *const all = aig_memory(NULL, n, sizeof *all), *map, query;
    const aig_lit *bit = lit + 1;

    memset(fixed, -1, g->n_inputs);
    map = aig_fix(g, fixed, to);
    for (uint32_t i = 0; i < c->free.n; bit += c->free.port[i++].width)
        release(g, bit, c->free.port[i].width, map, to);
    memcpy(all, lit, n * sizeof *all);
    aig_substitute(g, map, to, all, n);
    query = all[0];
    bit = all + 1;
    for (uint32_t i = 0; i < c->free.n; bit += c->free.port[i++].width)
        if (holds[i])
            query = aig_and(to, query, is_high(to, bit, c->free.port[i].width));
    free(map);
    free(all);
    free(fixed);
    return query;
}

/* Which facts are proved. One that the graph shows to be true is not asked. */
static enum assay_error ask_facts(struct cell *c, const struct aig *g, const aig_lit *fact,
                                  cell_ask *ask, bool *holds, uint64_t *value, char *why,
                                  size_t why_size)
{
    enum assay_error e = ASSAY_OK;

    for (uint32_t i = 0; i < c->free.n && !e; ++i) {
        enum cell_answer answer = CELL_PROVED;

        if (fact[i] != AIG_TRUE)
            e = ask(c, g, aig_not(fact[i]), &answer, value, why, why_size);
        holds[i] = answer == CELL_PROVED;
    }
    return e;
}

enum assay_error cell_ask_free(struct cell *c, const struct aig *g, aig_lit *lit, cell_ask *ask,
                               enum cell_answer *answer, uint64_t *value, char *why,
                               size_t why_size)
{
    const aig_lit *const fact = lit + 1 + cell_free_bits(c);
    enum assay_error e;
    uint64_t *released;
    struct aig to;
    aig_lit query;
    bool *holds;

    if (!c->free.n)
        return ask(c, g, lit[0], answer, value, why, why_size);
    holds = aig_memory(NULL, c->free.n, sizeof *holds);
    e = ask_facts(c, g, fact, ask, holds, value, why, why_size);
    if (e) {
        free(holds);
        return e;
    }
    aig_open(&to);
    query = release_all(c, g, lit, holds, &to);
    free(holds);
    released = aig_memory(NULL, to.n, sizeof *released);
    *answer = CELL_PROVED;
    if (query != AIG_FALSE)
        e = ask(c, &to, query, answer, released, why, why_size);
    free(released);
    aig_close(&to);
    /* The counterexample may use a value that no product has: ask again without free wires. */
    return e || *answer == CELL_PROVED ? e : ask(c, g, lit[0], answer, value, why, why_size);
}
