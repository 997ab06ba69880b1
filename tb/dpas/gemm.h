/*
 * gemm.h - matrix products through dpas (gemm/gemm.h), divided into tiles.
 *
 * A tile of D has up to 8 rows (the repeats of a command) and up to LANES columns. K is divided
 * into chunks of up to MAX_SD slices, or DEPTH slices if 2 * DEPTH is greater than 8, one command
 * each; a slice is 4 elements of 8 bits, 2 of bf16 or f16, or 1 of f32. The first command of a tile
 * has no src0, and each later one takes the dst of the previous one. The commands go through all
 * tiles chunk by chunk: a partial result has the time of all other tiles to return, and it is
 * stored in D itself. However large the product is, no other memory is used. If D has only a few
 * tiles, the array idles until partial results are back.
 *
 * If K ends within a slice, or if a command's depth is rounded up, the rest is padded with zeros,
 * in a float A with -0: a product of -0 leaves every sum unchanged, even one that is -0.
 */
#ifndef DPAS_GEMM_H
#define DPAS_GEMM_H

#include "gemm/gemm.h"

extern const struct assay_gemm_array dpas_gemm_array;

#endif
