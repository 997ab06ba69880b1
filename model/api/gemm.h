/*
 * gemm.h - what the parts of assay_gemm share: tiles of packed words, and the kernels that multiply
 * them.
 *
 * A word is 32 bits along K: the f32 of one k, or integers, the lowest k in the low bits: two of 16
 * bits or, for kernels of bytes, four of 8. Thus one layout serves all types:
 *
 *     B  panels of GEMM_COLS columns, [panel][word][column], columns beyond n are of zeros
 *     A  blocks of GEMM_ROWS rows, [block][word][row], rows beyond m are of zeros
 *
 * Bytes of A are unsigned and those of B signed, since processors multiply these. So for bytes, signed
 * integers of A are stored as x + 128, and u8 of B as y - 128. gemm_bytes_begin takes off again what
 * that adds, with the sums of the rows of A and the columns of B. They are in one more word at the end
 * of each block and panel.
 */
#ifndef ASSAY_API_GEMM_H
#define ASSAY_API_GEMM_H

#include <stddef.h>
#include <stdint.h>

#include "api/assay_gemm.h"

/* Twelve AVX-512 vectors. A kernel with smaller registers computes a tile in parts. */
enum { GEMM_ROWS = 6, GEMM_COLS = 32 };

/*
 * acc += A * B over `words` words of a block and a panel as they are stored, for the first `rows`
 * rows and `cols` columns; the others of acc become undefined. Integers are modulo 2^32; floats are a chain of
 * fused multiply-adds, whose NaNs need not be canonical.
 */
typedef void gemm_tile(const uint32_t *a, const uint32_t *b, size_t words, size_t rows, size_t cols,
                       uint32_t acc[GEMM_ROWS][GEMM_COLS]);

struct gemm_kernels {
    gemm_tile *integers, *floats;
    size_t per_word; /* integers in a word: 2, or 4 for bytes */
};

/* For every processor. gemm_plain computes floats by the compiler's fma, or by doubles rounded
 * to odd; gemm_soft does not use the host's floating point. */
extern const struct gemm_kernels gemm_plain, gemm_soft;

/* Replaces the kernels for which SSE2 has a better one; does nothing on other processors. */
void gemm_sse2(struct gemm_kernels *kernels);

/* The kernels for AVX2 and FMA; NULL if the processor lacks either. */
const struct gemm_kernels *gemm_avx2(void);

/* Replaces the kernel for integers by one of bytes, if the processor has AVX-512 with VNNI. True if so. */
int gemm_vnni(struct gemm_kernels *kernels);

/* Packs columns [col, col + GEMM_COLS) of B, and rows [row, row + GEMM_ROWS) of A. */
void gemm_pack_b(const struct assay_product *p, size_t col, size_t words, uint32_t *to);
void gemm_pack_a(const struct assay_product *p, size_t row, size_t words, uint32_t *to);

/* The same for kernels of bytes, with the sums. */
void gemm_bytes_pack_b(const struct assay_product *p, size_t col, size_t words, uint32_t *to);
void gemm_bytes_pack_a(const struct assay_product *p, size_t row, size_t words, uint32_t *to);

/* The sums over some words of a block or panel of bytes. A type that needs no correction by them
 * has zeros. */
void gemm_bytes_sum_a(const struct assay_product *p, const uint32_t *a, size_t words,
                      uint32_t sums[GEMM_ROWS]);
void gemm_bytes_sum_b(const struct assay_product *p, const uint32_t *b, size_t words,
                      uint32_t sums[GEMM_COLS]);

/* acc = what must be added to a product of stored bytes to have that of the elements, modulo 2^32. */
void gemm_bytes_begin(const struct assay_product *p, const uint32_t a_sums[GEMM_ROWS],
                      const uint32_t b_sums[GEMM_COLS], uint32_t acc[GEMM_ROWS][GEMM_COLS]);

/* Non-zero if no element of the matrix has bits above its type. */
int gemm_fits(enum assay_type type, const void *matrix, size_t rows, size_t cols, size_t stride);

/* Computes one tile of D from its corner: loads acc from C, multiplies, clamps, stores. */
void gemm_tile_of(const struct assay_product *p, const struct gemm_kernels *kernels, size_t row,
                  size_t col, const uint32_t *a, const uint32_t *b, size_t words);

/* assay_gemm with given kernels; the strides are set and the arguments are valid. */
int gemm_multiply(const struct assay_product *p, const struct gemm_kernels *kernels);

#endif
