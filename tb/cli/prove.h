/*
 * prove.h - the part of `assay prove` for cells: the lemmas in tb/<block>/formal/cells, and those in
 * formal/cells of a user's block.
 */
#ifndef ASSAY_CLI_PROVE_H
#define ASSAY_CLI_PROVE_H

#include <stdbool.h>
#include <stddef.h>

#include "prove/prove.h"

/* The lemmas to prove. */
struct assay_cells {
    struct lemma **block; /* for each block a list from lemma_list */
    uint32_t *n, n_blocks;
    struct lemma_place **place; /* for each block; NULL: it is one of the tree */
    const struct lemma **chosen;
    uint32_t n_chosen;
    const struct lemma **left; /* slow lemmas that are skipped */
    uint32_t n_left;
};

/* Find the lemmas of all blocks of the tree, also those that are wrong, which assay_cells_prove
 * reports. Returns an exit status, with a message in `why`. */
int assay_cells_open(struct assay_cells *c, char *why, size_t why_size);
void assay_cells_close(struct assay_cells *c);

/* Choose all lemmas of a block of the tree (NULL: of all of them), or those named `name`, such as
 * "cmp" or "fp/cmp". `quick` skips slow ones. False if there are none. */
bool assay_cells_choose_block(struct assay_cells *c, const char *block, bool quick);
bool assay_cells_choose(struct assay_cells *c, const char *name);

/* Whether `name` is "BLOCK/..." of a block with lemmas, but none of them has this
 * name. Then `why` lists them. */
bool assay_cells_unknown(const struct assay_cells *c, const char *name, char *why, size_t why_size);

/* Whether `name` is the path of a user's block, or that of a block with the name of a lemma after
 * it: "./fifo", "./fifo/next". */
bool assay_cells_is_attached(const char *name);

/* Choose the lemmas of a user's block, or one of them. *full becomes the name with which they are
 * found from any folder; the caller frees it. Returns an exit status, with a message in `why`. */
int assay_cells_attach(struct assay_cells *c, const char *name, bool quick, char **full, char *why,
                       size_t why_size);

/* Add a block with its lemmas; `place` then belongs to the cells. Returns its index. */
enum assay_error assay_cells_add(struct assay_cells *c, const char *block,
                                 struct lemma_place *place, uint32_t *index, char *why,
                                 size_t why_size);
/* Choose the lemmas of the block at an index. */
void assay_cells_choose_at(struct assay_cells *c, uint32_t index, bool quick);
/* Choose the lemma of this name of the block at an index. If there is none, returns false with a
 * list of its lemmas in `why`. */
bool assay_cells_choose_of(struct assay_cells *c, uint32_t index, const char *name, char *why,
                           size_t why_size);

/* The worse of two exit statuses. A mismatch outranks bad input and environment faults. */
int assay_cells_worse(int a, int b);

/* Prove the chosen lemmas. Returns the exit status. */
int assay_cells_prove(const struct assay_cells *c, const struct prove_options *o,
                      struct prove_counts *counts);

#endif
