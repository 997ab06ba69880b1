/* prove.h - the part of `assay prove` that is about cells: the lemmas in tb/<block>/formal/cells. */
#ifndef ASSAY_CLI_PROVE_H
#define ASSAY_CLI_PROVE_H

#include <stdbool.h>
#include <stddef.h>

#include "prove/prove.h"

/* What is to be proved. */
struct assay_cells {
    struct lemma **block; /* lists, as lemma_list gives them */
    uint32_t *n, n_blocks;
    const struct lemma **chosen;
    uint32_t n_chosen;
    const struct lemma **left; /* those that are slow, and left out */
    uint32_t n_left;
};

/* Find the lemmas of all blocks: an exit status, with a message printed. */
int assay_cells_open(struct assay_cells *c);
void assay_cells_close(struct assay_cells *c);

/* Choose all of a block (NULL: of all); false if it has none. Or the one of that name, as "cmp" or "fp/cmp". */
bool assay_cells_choose_block(struct assay_cells *c, const char *block, bool quick);
bool assay_cells_choose(struct assay_cells *c, const char *name);

/* Whether a name is "BLOCK/..." of a block that has some, which none of them is called: then `why` says what they are. */
bool assay_cells_unknown(const struct assay_cells *c, const char *name, char *why, size_t why_size);

/* Prove them: the exit status. */
int assay_cells_prove(const struct assay_cells *c, const struct prove_options *o,
                      struct prove_counts *counts);

#endif
