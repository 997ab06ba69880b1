/*
 * within.h - mutants that do not show outside their module.
 *
 * Where a module has the clock and the reset of the block, and no sequence of its inputs that begins with a reset
 * makes an output of it differ afterwards, no design that it is part of shows the mutant after its reset. That is
 * asked of the module with all below it, which is smaller than the design, and then of the modules around it. It finds what
 * depends on states that the module never has, which a proof with registers cut cannot know.
 *
 * During the first reset outputs of the module may differ, as its registers may hold anything. So the
 * proof relies on the design: what it does after its reset must not depend on what registers without a reset
 * held before. `run --check-x` looks for designs that do.
 */
#ifndef ASSAY_MUTATE_WITHIN_H
#define ASSAY_MUTATE_WITHIN_H

#include <stdbool.h>
#include <stddef.h>

#include "mutate/prover.h"

/* Whether gate.v, with a mutant in `module`, never shows it, by proof. */
bool assay_within_is_hidden(struct assay_prover *p, const char *module, char *why, size_t why_size);

#endif
