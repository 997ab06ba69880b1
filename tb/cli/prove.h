/* prove.h - the part of `assay prove` for cells: the lemmas in tb/<block>/formal/cells. */
#ifndef ASSAY_CLI_PROVE_H
#define ASSAY_CLI_PROVE_H

#include <stdbool.h>
#include <stddef.h>

#include "prove/prove.h"

/* The lemmas to prove. */
struct assay_cells {
    struct lemma **block; /* for each block a list from lemma_list */
    uint32_t *n, n_blocks;
    const struct lemma **chosen;
    uint32_t n_chosen;
    const struct lemma **left; /* slow lemmas that are skipped */
    uint32_t n_left;
};

/* Find the lemmas of all blocks, also those that are wrong, which assay_cells_prove reports.
 * Returns an exit status, with a message in `why`. */
int assay_cells_open(struct assay_cells *c, char *why, size_t why_size);
void assay_cells_close(struct assay_cells *c);

/* Choose all lemmas of a block (NULL: of all blocks), or those named `name`, such as "cmp" or
 * "fp/cmp". `quick` skips slow ones. False if there are none. */
bool assay_cells_choose_block(struct assay_cells *c, const char *block, bool quick);
bool assay_cells_choose(struct assay_cells *c, const char *name);

/* Whether `name` is "BLOCK/..." of a block with lemmas, but none of them has this
 * name. Then `why` lists them. */
bool assay_cells_unknown(const struct assay_cells *c, const char *name, char *why, size_t why_size);

/* The worse of two exit statuses. A mismatch outranks bad input and environment faults. */
int assay_cells_worse(int a, int b);

/* Prove the chosen lemmas. Returns the exit status. */
int assay_cells_prove(const struct assay_cells *c, const struct prove_options *o,
                      struct prove_counts *counts);

#endif
