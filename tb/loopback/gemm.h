/*
 * gemm.h - matrix products on loopback (gemm/gemm.h), cut into tiles.
 *
 * A tile of D has ROWS rows and COLS columns. K is cut into chunks of up to KMAX,
 * one command each. The first chunk has no src0; each later one takes the dst of
 * the previous chunk as src0. Commands go chunk by chunk over all tiles, so that
 * a partial result has the time of all other tiles to come back. It is kept in D
 * itself. Rows and columns beyond the matrix are zeros and marked as zeros.
 *
 * With `sparse`, the maps mark the zeros in A and B.
 */
#ifndef LOOPBACK_GEMM_H
#define LOOPBACK_GEMM_H

#include "gemm/gemm.h"

extern const struct assay_gemm_array loopback_gemm_array;

#endif
