/*
 * assay_gemm.h - fast products of whole matrices, D = C + A * B.
 *
 * The result is bit-identical to that of the golden model of dpas, stepped through the same product
 * tile by tile as `assay gemm` does. With `numerics`, it is bit-identical to that of a real matrix
 * unit: each element is computed as by assay_fdot. README.md beside this file describes the
 * implementation.
 */
#ifndef ASSAY_GEMM_API_H
#define ASSAY_GEMM_API_H

#include <stddef.h>
#include <stdint.h>

#include "assay_compute.h"
#include "assay_export.h"
#include "assay_fdot.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ASSAY_GEMM_MAX_THREADS = 256 };

/*
 * Matrices are row-major. An element of A or B of 8 bits or fewer is a pattern in the low bits of a
 * uint8_t, and non-zero bits above it are rejected; bf16 and f16 are uint16_t, f32 is uint32_t. C
 * and D are uint32_t: s32, u32 or patterns of f32, depending on acc_type.
 *
 * Any two integer types go with ASSAY_ACC_S32 and ASSAY_ACC_U32; a float type goes only with
 * itself, with ASSAY_ACC_F32 and without saturate.
 */
struct assay_product {
    size_t m, k, n; /* A is m x k, B k x n, C and D m x n; each may be 0 */
    enum assay_type a_type, b_type;
    enum assay_acc_type acc_type;
    const void *a, *b;
    const uint32_t *c;         /* NULL: zeros; may equal d if the strides are equal */
    uint32_t *d;               /* must not overlap a or b, nor c unless d equals c */
    size_t lda, ldb, ldc, ldd; /* elements from one row to the next; 0: the length of the row */
    int saturate;            /* integers only: clamp to acc_type instead of wrapping modulo 2^32 */
    unsigned systolic_depth; /* with saturate, where to clamp: see below; otherwise ignored */
    unsigned threads; /* the most threads to use, each for some rows of D; 0: the number of cores */
    const struct assay_fdot *numerics;  /* NULL: the array's arithmetic; else see below */
    const uint8_t *a_scales, *b_scales; /* for a profile with scales; else NULL */
};

/*
 * Multiplies.
 *
 * Integers without saturate: C + A * B modulo 2^32. With saturate, the array clamps once per
 * command, and a command of dpas takes systolic_depth slices of K: 1, 2, 4 or 8. A slice has 8
 * elements if both types have 4 bits or fewer, else 4. The sum is exact over one command's part of
 * K, starting from the clamped sum of the previous command. `assay gemm` and efficient drivers use
 * 8. With 0 the sum is exact over all of K and clamped once, as in assay_dot.
 *
 * Floats: the chain acc = fma(b, a, acc) over ascending k, starting from C, or from +0 without it.
 *
 * With `numerics`: each element of D is what assay_fdot computes from its row of A, its column of
 * B, and its element of C or +0: groups of K over ascending k, the result of one group being the c
 * of the next. The types are those of numerics; a_type, b_type, acc_type, saturate and
 * systolic_depth must be 0. An element of 8 bits or fewer is a uint8_t, of f16 and bf16 a uint16_t,
 * of tf32 a uint32_t. C and D are patterns of f32, or of f16 in the low half. A profile with scales
 * has one scale for each group of each row of A (m rows of ceil(k / K) scales) and of each column
 * of B (ceil(k / K) rows of n scales), without strides.
 *
 * With k = 0, D is a copy of C, or +0 without it; with f32_c16 each element is what assay_fdot
 * gives for n = 0. With m = 0 or n = 0 nothing is done.
 *
 * Errors, all detected before anything is written: ASSAY_MODEL_NULL, a required pointer is NULL (d;
 * with k not 0, a and b); ASSAY_MODEL_RANGE, an unknown type, a flag that is neither 0 nor 1, any
 * other systolic_depth, too many threads, a pattern with bits above its type, scales for a profile
 * without them; ASSAY_MODEL_UNSUPPORTED, types that do not go together, or saturate with floats;
 * ASSAY_MODEL_SIZE, a stride less than its row, or a matrix larger than memory can be;
 * ASSAY_MODEL_MEMORY, out of memory for B in words of 32 bits (of 64 with numerics) and a few rows
 * of A per thread.
 *
 * The result depends neither on `threads` nor on the host. Threads end before the call returns, and
 * do not receive signals. Several threads may call this at the same time.
 */
ASSAY_API int assay_gemm(const struct assay_product *product);

#ifdef __cplusplus
}
#endif

#endif
