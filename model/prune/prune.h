/*
 * prune.h - block pruning: blocks of a weight matrix whose sum is small become zero, which allows
 * zero skipping to skip whole blocks [systolic disaggregation ¶369, ¶377]. README.md beside this
 * file has the rules.
 *
 *     uint8_t map[N];    N = assay_prune_map_size(rows, cols, 4, 4)
 *     struct assay_prune_result r;
 *
 *     if (assay_prune_blocks(ASSAY_TYPE_F32, weights, rows, cols, 4, 4,
 *                            ASSAY_PRUNE_DEFAULT_THRESHOLD, 0, weights, map, &r) == ASSAY_PRUNE_OK)
 *         ... r.pruned of r.blocks blocks are zero ...
 *
 * There is no allocation, no state, and no use of the host's floating point: results are the same
 * everywhere.
 */
#ifndef ASSAY_PRUNE_H
#define ASSAY_PRUNE_H

#include <stddef.h>
#include <stdint.h>

#include "assay_type.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* exported by the shared library */
#endif
#ifdef __cplusplus
extern "C" {
#endif

enum assay_prune_status {
    ASSAY_PRUNE_OK,
    ASSAY_PRUNE_NULL,          /* matrix or out is NULL */
    ASSAY_PRUNE_EMPTY,         /* rows, cols or a side of the block is 0 */
    ASSAY_PRUNE_TOO_LARGE,     /* the matrix's size in bytes does not fit into size_t */
    ASSAY_PRUNE_BAD_TYPE,      /* a type that is not supported */
    ASSAY_PRUNE_BAD_THRESHOLD, /* a NaN */
    ASSAY_PRUNE_BAD_LINES,     /* not 1 to ASSAY_PRUNE_MAX_LINES */
    ASSAY_PRUNE_BAD_FLAGS      /* bits outside enum assay_prune_flags */
};

enum assay_prune_flags {
    ASSAY_PRUNE_ABSOLUTE = 1 /* sum absolute values: weights of opposite signs do not cancel */
};

enum { ASSAY_PRUNE_DEFAULT_SIDE = 4, ASSAY_PRUNE_LINE_BYTES = 64, ASSAY_PRUNE_MAX_LINES = 4 };

#define ASSAY_PRUNE_DEFAULT_THRESHOLD UINT32_C(0x3ECCCCCD) /* 0.4 */

struct assay_prune_result {
    size_t blocks, pruned;  /* all blocks, and those that became zero */
    size_t elements, zeros; /* all elements, and those of the result that are +0 or -0 */
    uint32_t sparsity;      /* zeros / elements as an f32: both are rounded to f32, then divided */
};

/*
 * Bytes of an element; 0 if the type is not supported. Elements are s8, u8, f16, bf16 and f32. In
 * memory they are arrays of int8_t or uint8_t, or of patterns in uint16_t or uint32_t, with the
 * alignment of these.
 */
size_t assay_prune_type_size(enum assay_type type);

/* Number of blocks of a matrix, ragged ones included: ceil(rows / block_rows) * ceil(cols /
 * block_cols). 0 if an argument is 0 or the result is too large. */
size_t assay_prune_map_size(size_t rows, size_t cols, size_t block_rows, size_t block_cols);

/*
 * Prunes in blocks of block_rows by block_cols; the matrix cuts off those at its right and lower
 * edges. `threshold` is an f32. `out` receives the new matrix; it may be `matrix` itself but must
 * not overlap it otherwise. `map`, unless NULL, receives for each block, row by row, 1 if it became
 * zero and else 0. `result` may be NULL. On an error nothing is written.
 */
enum assay_prune_status assay_prune_blocks(enum assay_type type, const void *matrix, size_t rows,
                                           size_t cols, size_t block_rows, size_t block_cols,
                                           uint32_t threshold, unsigned flags, void *out,
                                           uint8_t *map, struct assay_prune_result *result);

/*
 * The same with blocks of 1 to 4 cache lines of 64 bytes: `count` consecutive elements, the first
 * at the start of a line; the last block may be shorter. The map has assay_prune_map_size(1, count,
 * 1, lines * ASSAY_PRUNE_LINE_BYTES / assay_prune_type_size(type)) entries.
 */
enum assay_prune_status assay_prune_lines(enum assay_type type, const void *matrix, size_t count,
                                          unsigned lines, uint32_t threshold, unsigned flags,
                                          void *out, uint8_t *map,
                                          struct assay_prune_result *result);

#ifdef __cplusplus
}
#endif
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
