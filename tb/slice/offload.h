/*
 * offload.h - what dpas, move, row and pack leave, by their definitions, for the interpreter of scalar threads
 * (core/interp.h): messages of a warp are executed one after the other, at once.
 *
 * That is right for messages that a warp makes of rows of its own, and of memory that nobody else accesses between a fence
 * before and a wait after. Products are of 8-bit integers, with all activations that these have.
 */
#ifndef SLICE_OFFLOAD_H
#define SLICE_OFFLOAD_H

#include "core/interp.h"

enum { SLICE_OFFLOAD_ROWS = 512, SLICE_OFFLOAD_REPEATS = 8 };

struct slice_offload {
    uint32_t row[SLICE_OFFLOAD_ROWS][INTERP_LANES];
    uint32_t rows; /* of a group */
    uint32_t kept[CORE_INTERP_WARPS][SLICE_OFFLOAD_REPEATS][INTERP_LANES];
};

/* Rows of a group are undefined when it starts. */
void slice_offload_start(struct slice_offload *o, uint32_t rows, uint32_t group);

core_interp_offload slice_offload_interp;

#endif
