/*
 * prove.h - lemmas about cells: proved, or found proved before, and each with its planted bug.
 *
 * A row for each case, and one for the planted bug, goes to standard output: whether it came out as
 * expected, the block, the lemma, the solver, what was expected, what came, and the solvers' seconds.
 *
 * What is proved is kept in the folder proofs/ of the cache, a file each, named by a hash of all that the
 * proof depends on: the lemma, the model's sources with all that they include, the RTL, the planted bug,
 * the translator, the tools.
 */
#ifndef PROVE_PROVE_H
#define PROVE_PROVE_H

#include "prove/lemma.h"

struct prove_options {
    const char *solver; /* abc, cadical, z3 or cvc5; NULL: abc, then cadical */
    const char *out;    /* a folder for the files of each case; NULL: they are removed */
    bool again;         /* also what is kept as proved */
};

struct prove_counts {
    uint32_t proofs, failed, kept;
};

/* ASSAY_OK if every question was asked: then counts tell the answers. */
enum assay_error prove_lemma(const struct lemma *l, const struct prove_options *o,
                             struct prove_counts *counts, char *why, size_t why_size);

void prove_print_head(void);

/* The first tool that a proof needs and is not on the path, or NULL. */
const char *prove_missing_tool(const struct prove_options *o);
bool prove_is_solver(const char *name);

#endif
