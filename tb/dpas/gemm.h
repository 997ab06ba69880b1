/*
 * gemm.h - a whole matrix product through dpas, D = A * B, cut into tiles.
 *
 * A tile of D has up to 8 rows (the repeats of a command) and up to LANES columns. K is cut into
 * chunks of up to 32 elements, one command each: the first has no src0, each later one takes what the
 * one before it gave as dst. Commands go chunk by chunk over all tiles, so that a partial result has
 * the time of all other tiles to come back, and it waits in D itself: however large the product, no
 * other memory is used. Where D is only a few tiles, the array idles until partial results are back.
 *
 *     struct dpas_gemm g = {.a = ..., .b = ..., .d = ..., .m = ..., .k = ..., .n = ...};
 *     config.scenario = &dpas_gemm_scenario;
 *     config.user = &g;
 *     config.cycles = UINT64_MAX;
 *     ... run ...
 *     if (g.done == g.total && !g.failed) ... g.d holds the product ...
 */
#ifndef DPAS_GEMM_H
#define DPAS_GEMM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lockstep/block.h"

struct dpas_gemm {
    /* Set by the caller and left alone. Matrices are row by row; m, k and n are at least 1. */
    const uint8_t *a; /* m x k elements of 8 bits */
    const uint8_t *b; /* k x n */
    bool a_signed, b_signed;
    size_t m, k, n;
    uint32_t *d; /* m x n, written; two's complement, modulo 2^32 */

    /* Set by the scenario; may be read while it runs. */
    uint64_t total; /* commands of the product */
    uint64_t done;  /* of which everything came back */
    bool failed;    /* the block answered other than it should; the run then ends */
    char why[128];  /* in what way */
};

/* Takes a struct dpas_gemm as its user data, and ends by itself. Knobs other than stall are not
 * used. */
extern const struct assay_scenario dpas_gemm_scenario;

/* Multiply-accumulates of the product, padding not counted. */
double dpas_gemm_work(const struct dpas_gemm *g);
/* Multiply-accumulates that an array of these parameters does in one cycle at best. */
double dpas_gemm_peak(const struct assay_params *params);

/* How D compares with the exact product. */
struct dpas_gemm_check {
    size_t differing; /* elements of D that are not the product modulo 2^32 */
    size_t row, col;  /* of the first, row by row */
    int32_t got;
    int64_t exact;  /* what the product is there */
    size_t wrapped; /* elements whose exact value is outside s32 */
};

/* Compare D with the product by its definition, in 64 bits and without the model of dpas. False when
 * memory is out. */
bool dpas_gemm_verify(const struct dpas_gemm *g, struct dpas_gemm_check *c);

#endif
