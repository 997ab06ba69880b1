/*
 * gemm.h - what the parts of assay_gemm share: tiles of packed words, and who multiplies them.
 *
 * A word is 32 bits along K: the f32 of one k, or two integers of 16 bits, the even k in the low
 * half. So that one layout serves all types:
 *
 *     B  panels of GEMM_COLS columns, [panel][word][column], columns beyond n zero
 *     A  blocks of GEMM_ROWS rows, [block][word][row], rows beyond m zero
 */
#ifndef ASSAY_API_GEMM_H
#define ASSAY_API_GEMM_H

#include <stddef.h>
#include <stdint.h>

#include "api/assay_gemm.h"

enum { GEMM_ROWS = 6, GEMM_COLS = 16 }; /* twelve vectors of AVX2: what its registers hold */

/*
 * acc += A * B over `words` of a block and a panel, for the first `rows` rows; others of acc may
 * change to anything. Integers modulo 2^32; floats a chain of fused multiply-adds, whose NaNs need not
 * be canonical.
 */
typedef void gemm_tile(const uint32_t *a, const uint32_t *b, size_t words, size_t rows,
                       uint32_t acc[GEMM_ROWS][GEMM_COLS]);

struct gemm_kernels {
    gemm_tile *integers, *floats;
};

/* For every processor: floats by the compiler's fma, or by doubles rounded to odd; and without the
 * host's floating point. */
extern const struct gemm_kernels gemm_plain, gemm_soft;

/* Replaces the kernels that SSE2 has better ones for; none on other processors. */
void gemm_sse2(struct gemm_kernels *kernels);

/* With AVX2 and FMA; NULL where the processor has not both. */
const struct gemm_kernels *gemm_avx2(void);

/* The quickest here, for the state that the host's floating point is in. */
struct gemm_kernels gemm_best(void);

/* Pack columns [col, col + GEMM_COLS) of B, and rows [row, row + GEMM_ROWS) of A. */
void gemm_pack_b(const struct assay_product *p, size_t col, size_t words, uint32_t *to);
void gemm_pack_a(const struct assay_product *p, size_t row, size_t words, uint32_t *to);

/* No element of the matrix has bits above its type. */
int gemm_fits(enum assay_type type, const void *matrix, size_t rows, size_t cols, size_t stride);

/* One tile of D, from its corner: acc from C, multiplied, clamped, stored. */
void gemm_tile_of(const struct assay_product *p, const struct gemm_kernels *kernels, size_t row,
                  size_t col, const uint32_t *a, const uint32_t *b, size_t words);

/* assay_gemm with kernels of the caller's choice; strides are set, arguments are good. */
int gemm_multiply(const struct assay_product *p, const struct gemm_kernels *kernels);

#endif
