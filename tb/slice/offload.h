/*
 * offload.h - executes dpas, move, row and pack by their definitions, for the interpreter of scalar
 * threads (core/interp.h). The messages of a warp are executed at once, one after the other.
 *
 * That is correct if the messages of a warp use its own rows, and memory that nobody else accesses
 * between a fence before them and a wait after them. Products are of 8-bit integers, dense or sparse,
 * with all activations that these support; fills generate the maps of such operands.
 */
#ifndef SLICE_OFFLOAD_H
#define SLICE_OFFLOAD_H

#include "core/interp.h"

enum { SLICE_OFFLOAD_ROWS = 512, SLICE_OFFLOAD_REPEATS = 8 };

struct slice_offload {
    uint32_t row[SLICE_OFFLOAD_ROWS][INTERP_LANES];
    uint32_t rows; /* per group */
    uint32_t kept[CORE_INTERP_WARPS][SLICE_OFFLOAD_REPEATS][INTERP_LANES];
};

/* Starts a group. Its rows are undefined by contract, so they are filled with values that differ
 * from group to group. */
void slice_offload_start(struct slice_offload *o, uint32_t rows, uint32_t group);

core_interp_offload slice_offload_interp;

#endif
