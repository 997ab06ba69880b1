/*
 * units.h - off-loaded work for random programs: replaces some words by moves, products, rows and
 * packs, most of which the arrays can execute.
 */
#ifndef SLICE_UNITS_H
#define SLICE_UNITS_H

#include "base/rng.h"
#include "core/program.h"
#include "slice/slice.h"

/* Amends a program. Operands are put into constants that the rest of the program does not rely
 * on. `good`: no message ends in an error, unless a branch enters a chain in its middle. */
void slice_units_amend(struct assay_rng *r, const struct slice_params *params, bool good,
                       struct core_program *p);

#endif
