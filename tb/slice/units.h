/*
 * units.h - what a random program off-loads: moves, products, rows and packs that the arrays can execute, most of
 * them, in place of some of a program's words.
 */
#ifndef SLICE_UNITS_H
#define SLICE_UNITS_H

#include "base/rng.h"
#include "core/program.h"
#include "slice/slice.h"

/* Its operands are constants that no other words of the program use. */
void slice_units_amend(struct assay_rng *r, const struct slice_params *params,
                       struct core_program *p);

#endif
