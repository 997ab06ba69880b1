/*
 * prove.h - prove lemmas about cells, each with its planted bug, or find them proved before.
 *
 * Prints one row on standard output for each case and one for the planted bug: whether the outcome
 * is as expected, the block, the lemma, the solver, the expected and the actual outcome, and the
 * solvers' seconds.
 *
 * Proofs are remembered in the folder proofs/ of the cache, in one file each. The file is named by
 * a hash of everything that the proof depends on: the IR of the model and the netlist of the RTL,
 * which are what is proved equal, and what they are made from: the lemma, the planted bug, the
 * translator, the tools. So looking one up still takes compiling the model and reading the RTL.
 */
#ifndef PROVE_PROVE_H
#define PROVE_PROVE_H

#include "prove/lemma.h"

struct prove_options {
    /* abc, cadical, z3 or cvc5: ask only this one; NULL: ask abc and cadical, which must agree. */
    const char *solver;
    const char *out; /* folder for folders of the cases' files; proves what is remembered as well;
                      * NULL: none */
    bool again;      /* repeat proofs that are remembered */
    bool quick;      /* prove only the last case of a lemma, and its planted bug */
};

/* A case of a lemma, or its planted bug. */
struct prove_row {
    char *block, *lemma, *parameters, *solver;
    char *got; /* the outcome, or an error message */
    bool planted, ok, kept;
    double seconds;
};

struct prove_counts {
    uint32_t proofs, failed, kept;
    struct prove_row *row; /* in the order in which they were proved */
    uint32_t n_rows;
    bool unproved; /* an answer is not as expected, which is more than a proof without an answer */
    bool unkept;   /* a proof could not be stored, which has been said */
};

void prove_free(struct prove_counts *counts);

/* Returns ASSAY_OK if all questions were asked; the counts then give the answers. Otherwise the
 * worst error; each is printed, and the last one is in `why`. */
enum assay_error prove_lemma(const struct lemma *l, const struct prove_options *o,
                             struct prove_counts *counts, char *why, size_t why_size);

void prove_print_head(void);

/* Returns the first required tool that is not on the path, or NULL. */
const char *prove_missing_tool(const struct prove_options *o);
/* Returns the constant for a solver's name, or NULL if there is no such solver. */
const char *prove_solver(const char *name);

#endif
