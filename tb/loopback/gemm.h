/*
 * gemm.h - matrix products through loopback (lockstep/gemm.h), cut into tiles.
 *
 * A tile of D has ROWS rows and COLS columns, K is cut into chunks of up to KMAX: one command each. The
 * first chunk has no src0, each later one takes what the one before it gave as dst. Commands go chunk by
 * chunk over all tiles, so that a partial result has the time of all other tiles to come back, and it
 * waits in D itself. Rows and columns beyond the matrix are zeros, and marked so.
 *
 * With `sparse` the maps mark what is zero in A and B.
 */
#ifndef LOOPBACK_GEMM_H
#define LOOPBACK_GEMM_H

#include "gemm/gemm.h"

extern const struct assay_gemm_array loopback_gemm_array;

#endif
