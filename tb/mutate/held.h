/*
 * held.h - initial values that the first reset does not change.
 *
 * A proof within a module (within.h) says nothing of the module's outputs during the first reset.
 * A register or a memory elsewhere in the design that has an initial value could take it from
 * there to after the reset. It cannot if it does not change while rst is 1. This is asked of each
 * module alone, whatever its inputs, its registers, and the outputs of the modules within it are.
 * So the answer also holds for a design with a mutant in any other module.
 */
#ifndef ASSAY_MUTATE_HELD_H
#define ASSAY_MUTATE_HELD_H

#include <stdbool.h>
#include <stddef.h>

#include "mutate/prover.h"

/* Whether it is known that no initial value of gold.v changes in the first reset. If not, `why`
 * names a module. Call it after assay_instances_open. */
bool assay_held_all(struct assay_prover *p, char *why, size_t why_size);

#endif
