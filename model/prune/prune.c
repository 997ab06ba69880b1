/* prune.c - sums blocks, and prunes them. */
#include "prune/prune.h"

#include <stdbool.h>
#include <string.h>

#include "numerics/numerics.h"

struct job {
    enum assay_type type;
    const void *matrix;
    void *out;
    size_t cols;
    uint32_t threshold;
    bool absolute;
};

size_t assay_prune_type_size(enum assay_type type)
{
    return type >= ASSAY_TYPE_U8 && type <= ASSAY_TYPE_F32 ? assay_type_size(type) : 0;
}

static size_t pieces(size_t length, size_t side)
{
    return (length - 1) / side + 1;
}

size_t assay_prune_map_size(size_t rows, size_t cols, size_t block_rows, size_t block_cols)
{
    size_t down, across;

    if (!rows || !cols || !block_rows || !block_cols)
        return 0;
    down = pieces(rows, block_rows);
    across = pieces(cols, block_cols);
    return down > SIZE_MAX / across ? 0 : down * across;
}

/* Exact: f32 holds every value of every type. */
static uint32_t element(enum assay_type type, const void *from, size_t i)
{
    switch (type) {
    case ASSAY_TYPE_F32:
        return ((const uint32_t *)from)[i];
    case ASSAY_TYPE_F16:
        return assay_f16_to_f32(((const uint16_t *)from)[i]);
    case ASSAY_TYPE_BF16:
        return assay_bf16_to_f32(((const uint16_t *)from)[i]);
    case ASSAY_TYPE_S8:
        return assay_s32_to_f32(((const int8_t *)from)[i]);
    default:
        return assay_u32_to_f32(((const uint8_t *)from)[i]);
    }
}

/* A block: rows from `row`, columns from `col`. */
struct block {
    size_t row, col, rows, cols;
};

static uint32_t sum_of(const struct job *j, const struct block *b)
{
    uint32_t sum = 0;

    for (size_t i = b->row; i < b->row + b->rows; ++i) {
        for (size_t k = b->col; k < b->col + b->cols; ++k) {
            const uint32_t x = element(j->type, j->matrix, i * j->cols + k);

            sum = assay_f32_add(sum, j->absolute ? x & 0x7FFFFFFF : x);
        }
    }
    return sum;
}

/* Writes a block; returns its number of zeros. */
static size_t write_block(const struct job *j, const struct block *b, bool pruned)
{
    const size_t size = assay_prune_type_size(j->type);
    size_t zeros = 0;

    for (size_t i = b->row; i < b->row + b->rows; ++i) {
        const size_t first = i * j->cols + b->col;
        char *to = (char *)j->out + first * size;

        if (pruned) {
            memset(to, 0, b->cols * size);
            zeros += b->cols;
            continue;
        }
        memmove(to, (const char *)j->matrix + first * size, b->cols * size);
        for (size_t k = 0; k < b->cols; ++k)
            zeros += assay_f32_is_zero(element(j->type, j->out, first + k));
    }
    return zeros;
}

static enum assay_prune_status check(enum assay_type type, const void *matrix, const void *out,
                                     size_t rows, size_t cols, uint32_t threshold, unsigned flags)
{
    const size_t size = assay_prune_type_size(type);

    if (!matrix || !out)
        return ASSAY_PRUNE_NULL;
    if (!rows || !cols)
        return ASSAY_PRUNE_EMPTY;
    if (!size)
        return ASSAY_PRUNE_BAD_TYPE;
    if (rows > SIZE_MAX / cols || rows * cols > SIZE_MAX / size)
        return ASSAY_PRUNE_TOO_LARGE;
    if (assay_f32_is_nan(threshold))
        return ASSAY_PRUNE_BAD_THRESHOLD;
    return flags & ~(unsigned)ASSAY_PRUNE_ABSOLUTE ? ASSAY_PRUNE_BAD_FLAGS : ASSAY_PRUNE_OK;
}

enum assay_prune_status assay_prune_blocks(enum assay_type type, const void *matrix, size_t rows,
                                           size_t cols, size_t block_rows, size_t block_cols,
                                           uint32_t threshold, unsigned flags, void *out,
                                           uint8_t *map, struct assay_prune_result *result)
{
    const struct job j = {type, matrix, out, cols, threshold, (flags & ASSAY_PRUNE_ABSOLUTE) != 0};
    const enum assay_prune_status status = check(type, matrix, out, rows, cols, threshold, flags);
    struct assay_prune_result r = {0};
    struct block b;

    if (status != ASSAY_PRUNE_OK)
        return status;
    if (!block_rows || !block_cols)
        return ASSAY_PRUNE_EMPTY;
    for (b.row = 0; b.row < rows; b.row += b.rows) {
        b.rows = rows - b.row < block_rows ? rows - b.row : block_rows;
        for (b.col = 0; b.col < cols; b.col += b.cols) {
            bool pruned;

            b.cols = cols - b.col < block_cols ? cols - b.col : block_cols;
            pruned = assay_f32_lt(sum_of(&j, &b) & 0x7FFFFFFF, threshold);
            if (map)
                map[r.blocks] = pruned;
            r.pruned += pruned;
            r.zeros += write_block(&j, &b, pruned);
            ++r.blocks;
        }
    }
    r.elements = rows * cols;
    r.sparsity = assay_f32_div(assay_u64_to_f32(r.zeros), assay_u64_to_f32(r.elements));
    if (result)
        *result = r;
    return ASSAY_PRUNE_OK;
}

enum assay_prune_status assay_prune_lines(enum assay_type type, const void *matrix, size_t count,
                                          unsigned lines, uint32_t threshold, unsigned flags,
                                          void *out, uint8_t *map,
                                          struct assay_prune_result *result)
{
    const enum assay_prune_status status = check(type, matrix, out, 1, count, threshold, flags);

    if (status != ASSAY_PRUNE_OK)
        return status;
    if (lines < 1 || lines > ASSAY_PRUNE_MAX_LINES)
        return ASSAY_PRUNE_BAD_LINES;
    return assay_prune_blocks(type, matrix, 1, count, 1,
                              lines * ASSAY_PRUNE_LINE_BYTES / assay_prune_type_size(type),
                              threshold, flags, out, map, result);
}
