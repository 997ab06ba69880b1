/*
 * gemm.h - matrix products through dpas (lockstep/gemm.h), cut into tiles.
 *
 * A tile of D has up to 8 rows (the repeats of a command) and up to LANES columns. K is cut into
 * chunks of up to 8 slices (32 elements of 8 bits, 16 of bf16 or f16, 8 of f32), one command each:
 * the first has no src0, each later one takes what the one before it gave as dst. Commands go chunk
 * by chunk over all tiles, so that a partial result has the time of all other tiles to come back, and
 * it waits in D itself: however large the product, no other memory is used. Where D is only a few
 * tiles, the array idles until partial results are back.
 *
 * Where K ends within a slice or a command's depth is rounded up, elements of 0 follow, those of a
 * float A with the sign -: a product of -0 leaves every sum as it is, also one that is -0.
 */
#ifndef DPAS_GEMM_H
#define DPAS_GEMM_H

#include "gemm/gemm.h"

extern const struct assay_gemm_array dpas_gemm_array;

#endif
