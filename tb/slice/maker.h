/* maker.h - what a warp off-loads to arrays, mover and packer in a random race-free program
 * (core/program.h). */
#ifndef SLICE_MAKER_H
#define SLICE_MAKER_H

#include "core/maker.h"

enum { SLICE_WARP_ROWS = 14 }; /* rows per warp for it */

/* Emits either a pack, or a statement that fills rows from memory and from the lanes, forms
 * products of them, and moves rows to memory and to registers. Between these messages and the
 * wait for them the warp goes on with other statements, which leave the rows and the memory of
 * the messages alone. Nothing of it is under way when it ends. */
void slice_random_offload(struct core_maker *k);

#endif
