/* gemm_pack.c - packs matrices into words of 32 bits along K, and computes tiles of D. */
#include <stdbool.h>
#include <string.h>

#include "api/gemm.h"
#include "numerics/numerics.h"

/* Exact, and without branches, so that compilers vectorise it. A NaN keeps its payload, as it
 * does for bf16: results are made canonical at the end. The only conversion to float is that of
 * an integer below 2^10, which no state of the host's floating point changes. */
static inline uint32_t f16_to_f32(uint16_t x)
{
    const uint32_t exp = x & 0x7C00, frac = x & 0x3FF, rebias = (127 - 15) << 23;
    const uint32_t normal = ((uint32_t)(x & 0x7FFF) << 13) + rebias;
    const float whole = (float)(int32_t)frac; /* of a subnormal, in units of 2^-24 */
    /* All ones, or zeros: compilers turn conditional expressions into branches here. */
    const uint32_t is_tiny = -(uint32_t)(exp == 0), is_special = -(uint32_t)(exp == 0x7C00);
    uint32_t tiny;

    memcpy(&tiny, &whole, sizeof tiny);
    tiny -= (24 << 23) & -(uint32_t)(frac != 0);
    return (uint32_t)(x & 0x8000) << 16 | (tiny & is_tiny) |
           ((normal + (rebias & is_special)) & ~is_tiny);
}

/* Makes words from adjacent elements of a matrix's row k. For integers, the high halves come
 * from the next row, unless `single`. */
static void words_of_columns(enum assay_type type, const void *matrix, size_t stride, size_t k,
                             size_t col, size_t cols, int single, uint32_t *to)
{
    const size_t at = k * stride + col;

    if (type == ASSAY_TYPE_F32) {
        memcpy(to, (const uint32_t *)matrix + at, cols * sizeof *to);
    } else if (type == ASSAY_TYPE_F16) {
        for (size_t j = 0; j < cols; ++j)
            to[j] = f16_to_f32(((const uint16_t *)matrix)[at + j]);
    } else if (type == ASSAY_TYPE_BF16) {
        for (size_t j = 0; j < cols; ++j)
            to[j] = (uint32_t)((const uint16_t *)matrix)[at + j] << 16;
    } else {
        const int sign = assay_type_is_signed(type) ? 1 << (assay_type_bits(type) - 1) : 0;
        const uint8_t *low = (const uint8_t *)matrix + at, *high = single ? low : low + stride;

        for (size_t j = 0; j < cols; ++j) {
            const uint16_t x = (uint16_t)((low[j] ^ sign) - sign);
            const uint16_t y = single ? 0 : (uint16_t)((high[j] ^ sign) - sign);

            to[j] = x | (uint32_t)y << 16;
        }
    }
}

void gemm_pack_b(const struct assay_product *p, size_t col, size_t words, uint32_t *to)
{
    const size_t left = p->n - col, cols = left < GEMM_COLS ? left : GEMM_COLS;
    const size_t step = assay_type_is_float(p->b_type) ? 1 : 2;

    for (size_t w = 0; w < words; ++w, to += GEMM_COLS) {
        const size_t k = w * step;

        words_of_columns(p->b_type, p->b, p->ldb, k, col, cols, k + 1 == p->k, to);
        for (size_t j = cols; j < GEMM_COLS; ++j)
            to[j] = 0;
    }
}

static inline uint32_t word_of_row(const struct assay_product *p, int sign, size_t at, int single)
{
    const uint8_t *x = (const uint8_t *)p->a + at;

    switch (p->a_type) {
    case ASSAY_TYPE_F32:
        return ((const uint32_t *)p->a)[at];
    case ASSAY_TYPE_F16:
        return f16_to_f32(((const uint16_t *)p->a)[at]);
    case ASSAY_TYPE_BF16:
        return (uint32_t)((const uint16_t *)p->a)[at] << 16;
    default:
        return (uint16_t)((x[0] ^ sign) - sign) |
               (single ? 0 : (uint32_t)(uint16_t)((x[1] ^ sign) - sign) << 16);
    }
}

void gemm_pack_a(const struct assay_product *p, size_t row, size_t words, uint32_t *to)
{
    const size_t left = p->m - row, rows = left < GEMM_ROWS ? left : GEMM_ROWS;
    const size_t step = assay_type_is_float(p->a_type) ? 1 : 2;
    const int sign = assay_type_is_signed(p->a_type) ? 1 << (assay_type_bits(p->a_type) - 1) : 0;

    for (size_t w = 0; w < words; ++w, to += GEMM_ROWS) {
        const size_t k = w * step;

        for (size_t r = 0; r < rows; ++r)
            to[r] = word_of_row(p, sign, (row + r) * p->lda + k, k + 1 == p->k);
        for (size_t r = rows; r < GEMM_ROWS; ++r)
            to[r] = 0;
    }
}

int gemm_fits(enum assay_type type, const void *matrix, size_t rows, size_t cols, size_t stride)
{
    uint32_t all = 0;

    if (assay_type_bits(type) >= 8)
        return 1;
    for (size_t i = 0; i < rows; ++i) {
        const uint8_t *row = (const uint8_t *)matrix + i * stride;

        for (size_t j = 0; j < cols; ++j)
            all |= row[j];
    }
    return all >> assay_type_bits(type) == 0;
}

/* --- tiles --- */

struct limits {
    int64_t low, high;
};

static struct limits limits_of(enum assay_acc_type t)
{
    return t == ASSAY_ACC_S32 ? (struct limits){INT32_MIN, INT32_MAX}
                              : (struct limits){0, UINT32_MAX};
}

static inline int64_t value_of(enum assay_acc_type t, uint32_t x)
{
    return t == ASSAY_ACC_S32 && x >> 31 ? (int64_t)x - (INT64_C(1) << 32) : (int64_t)x;
}

static struct limits elements_of(enum assay_type t)
{
    const int64_t half = INT64_C(1) << (assay_type_bits(t) - 1);

    return assay_type_is_signed(t) ? (struct limits){-half, half - 1}
                                   : (struct limits){0, 2 * half - 1};
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t greatest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* True if no partial sum of the tile can leave the accumulator's type, whatever the elements. */
static int never_clamps(const struct assay_product *p, uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    const struct limits x = elements_of(p->a_type), y = elements_of(p->b_type);
    const struct limits to = limits_of(p->acc_type);
    const int64_t down = least(least(x.low * y.high, x.high * y.low), 0);
    const int64_t up = greatest(x.high * y.high, x.low * y.low);
    int64_t low = INT64_MAX, high = INT64_MIN;

    if (p->k > UINT32_MAX) /* below 2^32, no product below overflows */
        return 0;
    for (size_t r = 0; r < GEMM_ROWS; ++r) {
        for (size_t j = 0; j < GEMM_COLS; ++j) {
            const int64_t c = value_of(p->acc_type, acc[r][j]);

            low = least(low, c);
            high = greatest(high, c);
        }
    }
    return low + down * (int64_t)p->k >= to.low && high + up * (int64_t)p->k <= to.high;
}

/* A sum over this many elements fits in s32: 32768 * 255 * 255 < 2^31. */
enum { EXACT = 32768 };

static void saturating(const struct assay_product *p, const struct gemm_kernels *kernels,
                       const uint32_t *a, const uint32_t *b, size_t words, size_t rows, size_t cols,
                       uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    const struct limits to = limits_of(p->acc_type);
    const size_t ops = assay_type_bits(p->a_type) <= 4 && assay_type_bits(p->b_type) <= 4 ? 8 : 4;
    const size_t per_word = kernels->per_word; /* divides ops */
    const size_t command = p->systolic_depth ? p->systolic_depth * ops / per_word : words;
    int64_t total[GEMM_ROWS][GEMM_COLS];
    size_t since = 0; /* words since a command began */

    for (size_t r = 0; r < rows; ++r) {
        for (size_t j = 0; j < GEMM_COLS; ++j)
            total[r][j] = value_of(p->acc_type, acc[r][j]);
    }
    for (size_t w = 0, some; w < words; w += some) {
        uint32_t sum[GEMM_ROWS][GEMM_COLS] = {{0}}, rows_of[GEMM_ROWS], columns_of[GEMM_COLS];
        const uint32_t *const x = a + w * GEMM_ROWS, *const y = b + w * GEMM_COLS;

        some = command - since < words - w ? command - since : words - w;
        some = some < EXACT / per_word ? some : EXACT / per_word;
        if (per_word == 4) {
            gemm_bytes_sum_a(p, x, some, rows_of);
            gemm_bytes_sum_b(p, y, some, columns_of);
            gemm_bytes_begin(p, rows_of, columns_of, sum);
        }
        kernels->integers(x, y, some, rows, cols, sum);
        for (size_t r = 0; r < rows; ++r) {
            for (size_t j = 0; j < GEMM_COLS; ++j)
                total[r][j] += (int32_t)sum[r][j];
        }
        since += some;
        if (since < command && w + some < words)
            continue;
        since = 0;
        for (size_t r = 0; r < rows; ++r) {
            for (size_t j = 0; j < GEMM_COLS; ++j)
                total[r][j] = greatest(to.low, least(to.high, total[r][j]));
        }
    }
    for (size_t r = 0; r < rows; ++r) {
        for (size_t j = 0; j < GEMM_COLS; ++j)
            acc[r][j] = (uint32_t)total[r][j];
    }
}

static inline void copy(uint32_t *to, const uint32_t *from, size_t cols)
{
    if (cols == GEMM_COLS) /* without a call */
        memcpy(to, from, GEMM_COLS * sizeof *to);
    else
        memcpy(to, from, cols * sizeof *to);
}

/* acc = C, or zeros without it. */
static void take_c(const struct assay_product *p, size_t row, size_t col, size_t rows, size_t cols,
                   uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    memset(acc, 0, GEMM_ROWS * sizeof *acc);
    for (size_t r = 0; p->c && r < rows; ++r)
        copy(acc[r], p->c + (row + r) * p->ldc + col, cols);
}

/* acc = C + the product, modulo 2^32. */
static void multiply(const struct assay_product *p, const struct gemm_kernels *kernels, size_t row,
                     size_t col, size_t rows, size_t cols, const uint32_t *a, const uint32_t *b,
                     size_t words, uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    if (kernels->per_word == 4) {
        gemm_bytes_begin(p, a + words * GEMM_ROWS, b + words * GEMM_COLS, acc);
        for (size_t r = 0; p->c && r < rows; ++r) {
            for (size_t j = 0; j < cols; ++j)
                acc[r][j] += p->c[(row + r) * p->ldc + col + j];
        }
    } else {
        take_c(p, row, col, rows, cols, acc);
    }
    kernels->integers(a, b, words, rows, cols, acc);
}

void gemm_tile_of(const struct assay_product *p, const struct gemm_kernels *kernels, size_t row,
                  size_t col, const uint32_t *a, const uint32_t *b, size_t words)
{
    const size_t below = p->m - row, rows = below < GEMM_ROWS ? below : GEMM_ROWS;
    const size_t left = p->n - col, cols = left < GEMM_COLS ? left : GEMM_COLS;
    const bool floats = assay_type_is_float(p->a_type);
    uint32_t acc[GEMM_ROWS][GEMM_COLS];

    if (!p->k || floats || p->saturate)
        take_c(p, row, col, rows, cols, acc);
    if (p->k && floats) {
        kernels->floats(a, b, words, rows, cols, acc);
        for (size_t r = 0; r < rows; ++r) {
            for (size_t j = 0; j < GEMM_COLS; ++j)
                acc[r][j] = assay_f32_canonical(acc[r][j]);
        }
    } else if (p->k && p->saturate && !never_clamps(p, acc)) {
        saturating(p, kernels, a, b, words, rows, cols, acc);
    } else if (p->k) {
        multiply(p, kernels, row, col, rows, cols, a, b, words, acc);
    }
    for (size_t r = 0; r < rows; ++r)
        copy(p->d + (row + r) * p->ldd + col, acc[r], cols);
}
