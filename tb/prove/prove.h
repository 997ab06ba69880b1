/*
 * prove.h - lemmas about cells: proved, or found proved before, and each with its planted bug.
 *
 * A row for each case, and one for the planted bug, goes to standard output: whether it came out as
 * expected, the block, the lemma, the solver, what was expected, what came, and the solvers' seconds.
 *
 * What is proved is kept in the folder proofs/ of the cache, a file each, named by a hash of all that the
 * proof depends on: what is proved - the IR of the model and the netlist of the RTL - and that from which they come, the
 * lemma, the planted bug, the translator, the tools. The model is compiled and the RTL read to know it.
 */
#ifndef PROVE_PROVE_H
#define PROVE_PROVE_H

#include "prove/lemma.h"

struct prove_options {
    const char
        *solver; /* abc, cadical, z3 or cvc5 alone; NULL: abc and cadical, which have to agree */
    const char *out; /* a folder for the files of each case, also of what is kept; NULL: none */
    bool again;      /* also what is kept as proved */
    bool quick;      /* of the cases of a lemma the last one only, and its planted bug */
};

/* A case of a lemma, or its planted bug. */
struct prove_row {
    char *block, *lemma, *parameters, *solver;
    char *got; /* or what is wrong */
    bool planted, ok, kept;
    double seconds;
};

struct prove_counts {
    uint32_t proofs, failed, kept;
    struct prove_row *row; /* in their order */
    uint32_t n_rows;
};

void prove_free(struct prove_counts *counts);

/* ASSAY_OK if every question was asked: then counts tell the answers. */
enum assay_error prove_lemma(const struct lemma *l, const struct prove_options *o,
                             struct prove_counts *counts, char *why, size_t why_size);

void prove_print_head(void);

/* The first tool that a proof needs and is not on the path, or NULL. */
const char *prove_missing_tool(const struct prove_options *o);
/* That name, of a solver; NULL: there is none of it. */
const char *prove_solver(const char *name);

#endif
