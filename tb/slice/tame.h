/* tame.h - makes a program of random words unlikely to trap. */
#ifndef SLICE_TAME_H
#define SLICE_TAME_H

#include "base/rng.h"
#include "core/program.h"

/* Amends words that would trap, or wait for what never comes, and ends the program with an exit.
 * What is left traps seldom: barriers of divergent lanes, loops up to the limit of the launch.
 * `units`: the operands of dpas and move are good ones (units.h); else both are taken out. */
void slice_tame(struct assay_rng *r, uint32_t lanes, bool units, struct core_program *p);

#endif
