/* draw.h - which of many mutants are tried. */
#ifndef ASSAY_MUTATE_DRAW_H
#define ASSAY_MUTATE_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mutate/mutants.h"

/*
 * Draw `count` of the mutants that `take` is true of, or all if there are no more: the same for the same seed. The draw is
 * even over the lines of the source: from each line one, in an order drawn at random, then a second one,
 * until there are enough. So a wide expression with fifty mutants does not stand for more than a simple
 * one. index[0..*n-1] ascends; it is to be freed. False when memory is out.
 */
bool assay_mutants_draw(const struct assay_mutants *m, const bool *take, size_t count,
                        uint64_t seed, size_t **index, size_t *n);

#endif
