/* maker.h - what a warp off-loads in a random race-free program (core/program.h), for arrays, mover and packer to execute. */
#ifndef SLICE_MAKER_H
#define SLICE_MAKER_H

#include "core/maker.h"

enum { SLICE_WARP_ROWS = 12 }; /* that a warp has for it */

/* A statement: rows are filled from memory and by the lanes, products are formed of them, rows go to memory and to
 * registers; or a pack. Nothing of it is under way behind it. */
void slice_random_offload(struct core_maker *k);

#endif
