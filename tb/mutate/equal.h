/*
 * equal.h - prove that two designs are equal, with their registers cut.
 *
 * Every register is cut: it becomes an input and an output, and a solver searches for inputs for
 * which the two designs differ. This is tried on the module that contains the mutant, with
 * instances cut like registers; then on that module with everything below it, as words and as
 * gates; then on the modules around it, up to the whole design, as gates. One successful proof is
 * enough.
 */
#ifndef ASSAY_MUTATE_EQUAL_H
#define ASSAY_MUTATE_EQUAL_H

#include <stdbool.h>
#include <stddef.h>

#include "mutate/prover.h"

/* Whether the designs gold and gate, which differ in `module` of the source, are proved equal. */
bool assay_equal_anywhere(struct assay_prover *p, const char *module, char *why, size_t why_size);

#endif
