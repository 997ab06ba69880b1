/*
 * cell_vary.c - express the query as a function of the lemma's variables.
 *
 * Some cases are easy only if a quantity is constant that is not an input, such as the difference
 * of two exponents. So a lemma may have variables from which the harness computes the inputs, and
 * split by those. The query must be proved for all variables that produce inputs, and the variables
 * must produce all inputs: the harness computes which variables those are.
 */
#include <stdlib.h>
#include <string.h>

#include "prove/cell.h"

/* Find a port's bit in a list of bits, port by port. Returns AIG_NONE if no port has that name,
 * or the bit is above the port's declared width; such bits of a module's input are free. */
static aig_lit bit_of(const struct execute_ports *p, const aig_lit *bits, const char *name)
{
    for (uint32_t i = 0; i < p->n; bits += p->port[i++].width) {
        const size_t n = strlen(p->port[i].name);

        if (strncmp(name, p->port[i].name, n) == 0 && name[n] == '[') {
            const unsigned long bit = strtoul(name + n + 1, NULL, 10);

            return bit < p->port[i].width ? bits[bit] : AIG_NONE;
        }
    }
    return AIG_NONE;
}

/* Map the inputs of `g` to their bits. Inputs without a bit also become inputs of `to`. */
static aig_lit *map_inputs(const struct aig *g, const struct execute_ports *p, const aig_lit *bits,
                           struct aig *to)
{
    aig_lit *const map = aig_new_map(g);

    for (uint32_t i = 0; i < g->n_inputs; ++i) {
        const struct aig_input *const in = &g->input[i];
        const aig_lit bit = in->source == AIG_PORT ? bit_of(p, bits, in->name) : AIG_NONE;

        map[in->node] = bit == AIG_NONE ? aig_add_input(to, in->source, in->name) : bit;
    }
    return map;
}

/* Check that the variables that the harness finds for any inputs produce those inputs. */
static enum assay_error ask_coverage(struct cell *c, cell_ask *ask, const struct aig *made_in,
                                     const struct execute_result *made, enum cell_answer *answer,
                                     char *why, size_t why_size)
{
    struct execute_result found = {0};
    aig_lit *map = NULL, *lit = NULL, wrong;
    uint64_t *value = NULL;
    enum assay_error e;
    struct aig g;
    uint32_t at = 0;

    aig_open(&g);
    *answer = CELL_PROVED;
    e = cell_execute(c, "@variables_of", &c->in, &c->vary, false, &g, &found, why, why_size);
    if (!e) {
        lit = aig_memory(NULL, made->n_out + 2, sizeof *lit);
        memcpy(lit, made->out, made->n_out * sizeof *lit);
        lit[made->n_out] = made->domain;
        lit[made->n_out + 1] = made->broken;
        map = map_inputs(made_in, &c->vary, found.out, &g);
        aig_substitute(made_in, map, &g, lit, made->n_out + 2);
        wrong = aig_or(&g, aig_not(aig_and(&g, found.domain, lit[made->n_out])),
                       aig_or(&g, found.broken, lit[made->n_out + 1]));
        for (uint32_t i = 0; i < c->in.n; ++i)
            for (uint32_t k = 0; k < c->in.port[i].width; ++k) {
                char name[256];

                snprintf(name, sizeof name, "%s[%u]", c->in.port[i].name, (unsigned)k);
                wrong = aig_or(&g, wrong, aig_xor(&g, lit[at++], aig_find_port(&g, name)));
            }
        value = aig_memory(NULL, g.n, sizeof *value);
        if (wrong != AIG_FALSE)
            e = ask(c, &g, wrong, answer, value, why, why_size);
    }
    if (!e && *answer == CELL_DIFFERS) {
        snprintf(why, why_size,
                 "%s: the variables do not make all inputs: expected inputs_of to make of those "
                 "that variables_of finds what they were found for",
                 c->lemma->path);
        e = ASSAY_BAD_INPUT;
    }
    execute_free(&found);
    free(value);
    free(map);
    free(lit);
    aig_close(&g);
    return e;
}

/* List the query and the bits of the free wires, all known to exist, as literals of the cell's
 * graph. */
static void list_literals(const struct cell *c, struct cell_base *b)
{
    b->lit = aig_memory(NULL, 1 + cell_free_bits(c), sizeof *b->lit);
    b->lit[b->n++] = c->query;
    for (uint32_t i = 0; i < c->free.n; ++i)
        for (uint32_t k = 0; k < c->free.port[i].width; ++k) {
            char name[256];

            snprintf(name, sizeof name, "%s[%u]", c->free.port[i].name, (unsigned)k);
            aiger_find(&c->gate, name, &b->lit[b->n++]);
        }
}

/* Move the literals to the base's graph. `bits`: the cell's inputs there, or NULL to add them. */
static void fill(const struct cell *c, struct cell_base *b, const aig_lit *bits)
{
    static const struct execute_ports none = {NULL, 0};
    aig_lit *const map = map_inputs(&c->graph, bits ? &c->in : &none, bits, &b->g);

    b->of_input = aig_memory(NULL, c->graph.n_inputs, sizeof *b->of_input);
    for (uint32_t i = 0; i < c->graph.n_inputs; ++i)
        b->of_input[i] = map[c->graph.input[i].node];
    aig_substitute(&c->graph, map, &b->g, b->lit, b->n);
    free(map);
}

enum assay_error cell_vary(struct cell *c, cell_ask *ask, struct cell_base *b,
                           enum cell_answer *answer, char *why, size_t why_size)
{
    struct execute_result made = {0};
    enum assay_error e;

    *b = (struct cell_base){.ports = c->vary.n ? &c->vary : &c->in};
    *answer = CELL_PROVED;
    aig_open(&b->g);
    list_literals(c, b);
    if (!c->vary.n) {
        fill(c, b, NULL);
        return ASSAY_OK;
    }
    e = cell_execute(c, "@inputs_of", &c->vary, &c->in, false, &b->g, &made, why, why_size);
    if (!e)
        e = ask_coverage(c, ask, &b->g, &made, answer, why, why_size);
    if (!e) {
        fill(c, b, made.out);
        b->lit[0] = aig_and(&b->g, made.domain, b->lit[0]);
    }
    execute_free(&made);
    return e;
}

void cell_take_back(const struct cell *c, const struct cell_base *b, uint64_t *of_base,
                    uint64_t *value)
{
    aig_simulate(&b->g, of_base);
    for (uint32_t i = 0; i < c->graph.n_inputs; ++i)
        value[c->graph.input[i].node] = aig_value(of_base, b->of_input[i]);
}

void cell_close_base(struct cell_base *b)
{
    free(b->lit);
    free(b->of_input);
    aig_close(&b->g);
}
