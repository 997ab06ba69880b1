/* kept.h - which proofs are done, and of what. */
#ifndef PROVE_KEPT_H
#define PROVE_KEPT_H

#include "base/digest.h"
#include "prove/cell.h"

struct kept {
    char key[ASSAY_KEY_SIZE]; /* of all that the proof depends on */
    char model[ASSAY_KEY_SIZE],
        rtl[ASSAY_KEY_SIZE]; /* of the two sides: sources, and what is made of them */
    char solver[16];
    double seconds;
};

/* Sets the keys, of a case that is prepared. */
enum assay_error kept_identify(const struct cell *c, struct kept *k, char *why, size_t why_size);
/* Whether it is kept as proved: by whom, in how many seconds. */
bool kept_find(struct kept *k);
bool kept_save(const struct cell *c, const struct kept *k, char *why, size_t why_size);

#endif
