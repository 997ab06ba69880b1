/*
 * within.h - prove that a mutant never shows outside its module.
 *
 * Suppose that a module has the clock and the reset of the block, and that after a reset no
 * sequence of inputs makes any of its outputs differ. Then no design that contains the module
 * shows the mutant after its reset. This is asked of the module with everything below it, and
 * then of each module around it. They are smaller than the whole design. It finds mutants that
 * need a state which the module never reaches; a proof that cuts registers cannot find these.
 *
 * Inputs that the design ties to constants have these, and outputs that it does not read are not
 * compared, if this is so wherever the module is instantiated.
 *
 * The module's outputs may differ during the first reset, since registers then hold anything. The
 * proof therefore assumes that the design's behaviour after its reset does not depend on what
 * registers and memories without a reset hold when it ends. `assay run --check-x` searches for
 * such a dependence. A reset may clear a memory, so the words that the module writes must be
 * equal from its second cycle on.
 */
#ifndef ASSAY_MUTATE_WITHIN_H
#define ASSAY_MUTATE_WITHIN_H

#include <stdbool.h>
#include <stddef.h>

#include "mutate/prover.h"

/* Whether it is proved that the mutant in `module` of the design gate never shows. */
bool assay_within_is_hidden(struct assay_prover *p, const char *module, char *why, size_t why_size);

#endif
