/*
 * rewrite.h - write a text with mutants in it.
 *
 * Everything that is not changed is copied byte for byte.
 */
#ifndef ASSAY_MUTATE_REWRITE_H
#define ASSAY_MUTATE_REWRITE_H

#include <stddef.h>

#include "base/text.h"
#include "mutate/mutants.h"

/*
 * A design with many mutants, one of which is selected at run time. If `assay_mutant::which` is k,
 * that is mutant index[k - 1]; 0 selects the unchanged design. An expression E becomes
 *
 *     (assay_mutant::which == 1 ? (...) : assay_mutant::which == 2 ? (...) : (E))
 *
 * and an update "q <= E;" becomes "begin if (assay_mutant::which != 3) q <= E; end". `index` must
 * be in ascending order. The text starts with a package that declares the variable. If out of
 * memory, out->failed is set.
 */
void assay_rewrite_many(const struct assay_mutants *m, const size_t *index, size_t n,
                        struct assay_text *out);

/*
 * The unchanged design, instrumented to record where mutants would have made a difference. An
 * expression E becomes
 *
 *     (assay_mutant::note(1, (...) !== (E)) ? (...) : (E))
 *
 * and an update "q <= E;" records whether q differs from E. `note` is a function in the shim that
 * returns 0. Both sides are compared as they are and also in more bits, so that no carry is lost. A
 * recorded difference may come from an evaluation in which not all inputs had settled; but a mutant
 * without one never made a difference.
 */
void assay_rewrite_counting(const struct assay_mutants *m, const size_t *index, size_t n,
                            struct assay_text *out);

/* The design with a single mutant, built in without a selector. */
void assay_rewrite_one(const struct assay_mutants *m, size_t index, struct assay_text *out);

#endif
