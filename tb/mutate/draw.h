/* draw.h - draw a sample of mutants. */
#ifndef ASSAY_MUTATE_DRAW_H
#define ASSAY_MUTATE_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mutate/mutants.h"

/*
 * Draw `count` of the mutants whose `take` is true, or all of them if there are fewer. The same
 * seed gives the same sample. The sample is spread evenly over the source lines: one mutant from
 * each line, in random order, then a second one from each, until there are enough. So a wide
 * expression with fifty mutants counts no more than a simple one. index[0..*n-1] is in ascending
 * order and must be freed. Returns false if out of memory.
 */
bool assay_mutants_draw(const struct assay_mutants *m, const bool *take, size_t count,
                        uint64_t seed, size_t **index, size_t *n);

#endif
