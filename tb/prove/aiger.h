/*
 * aiger.h - graphs as files: AIGER in and out, and queries to solvers.
 *
 * https://fmv.jku.at/aiger describes the format.
 */
#ifndef PROVE_AIGER_H
#define PROVE_AIGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "prove/aig.h"

struct aiger_output {
    char *name; /* "y[3]"; a port of one bit is "y[0]" */
    aig_lit lit;
};

struct aiger_outputs {
    struct aiger_output *output;
    uint32_t n;
};

/*
 * Add the graph of an AIGER text to `g`. Inputs are joined by name with ports that are there; others with a
 * name become ports, and those without a name are free. A graph with registers is refused: false with a
 * message in `why`.
 */
bool aiger_read(struct aig *g, const char *text, struct aiger_outputs *out, char *why,
                size_t why_size);
void aiger_free(struct aiger_outputs *out);
/* The output of that name, or false. */
bool aiger_find(const struct aiger_outputs *out, const char *name, aig_lit *lit);

/* What one output needs, as a binary file with all inputs of `g`. */
void aiger_write(const struct aig *g, aig_lit output, FILE *f);

/* Whether the literal can be true, as clauses: the variable of a node is its number. */
void aiger_write_cnf(const struct aig *g, aig_lit lit, FILE *f);
/* The same for a solver of SMT-LIB. */
void aiger_write_smt(const struct aig *g, aig_lit lit, FILE *f);

#endif
