/* kept.h - remember which proofs are done, and of what. */
#ifndef PROVE_KEPT_H
#define PROVE_KEPT_H

#include "base/digest.h"
#include "prove/cell.h"

struct kept {
    char key[ASSAY_KEY_SIZE]; /* of everything that the proof depends on */
    /* Of the two sides: their sources, and what is made from them. */
    char model[ASSAY_KEY_SIZE], rtl[ASSAY_KEY_SIZE];
    char solver[16];
    double seconds;
};

/* Compute the keys of a prepared case. */
enum assay_error kept_identify(const struct cell *c, struct kept *k, char *why, size_t why_size);
/* Whether the case is stored as proved. If so, fills in by which solver and in how many seconds. */
bool kept_find(struct kept *k);
bool kept_save(const struct cell *c, const struct kept *k, char *why, size_t why_size);

#endif
