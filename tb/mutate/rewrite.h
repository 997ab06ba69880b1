/*
 * rewrite.h - a text with mutants in it.
 *
 * All that is not changed is the same, byte for byte.
 */
#ifndef ASSAY_MUTATE_REWRITE_H
#define ASSAY_MUTATE_REWRITE_H

#include <stddef.h>

#include "base/text.h"
#include "mutate/mutants.h"

/*
 * A design with many mutants, of which one is chosen at run time: `assay_mutant::which` is number k for
 * the mutant index[k - 1], and 0 for the unchanged design. An expression E becomes
 *
 *     (assay_mutant::which == 1 ? (...) : assay_mutant::which == 2 ? (...) : (E))
 *
 * and an update "q <= E;" becomes "begin if (assay_mutant::which != 3) q <= E; end". `index` ascends. The
 * package with the variable comes first. Memory was out if out->failed.
 */
void assay_rewrite_many(const struct assay_mutants *m, const size_t *index, size_t n,
                        struct assay_text *out);

/*
 * The unchanged design, which tells where mutants would have made a difference: an expression E becomes
 *
 *     (assay_mutant::note(1, (...) !== (E)) ? (...) : (E))
 *
 * and an update "q <= E;" notes whether q differs from E. note is a function of the shim, which returns 0. Both
 * sides are compared as they are and in more bits, so that no carry is lost. What is noted may be of
 * an evaluation in which not all inputs had settled; a mutant that is never noted never made a difference.
 */
void assay_rewrite_counting(const struct assay_mutants *m, const size_t *index, size_t n,
                            struct assay_text *out);

/* The design with one mutant, and nothing to choose. */
void assay_rewrite_one(const struct assay_mutants *m, size_t index, struct assay_text *out);

#endif
