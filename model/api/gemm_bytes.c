/*
 * gemm_bytes.c - packs integers as bytes, and the corrections of products of them.
 *
 * An element x of A is stored as x + dx, and y of B as y - dy; dx is 128 for signed types, dy for u8,
 * else 0. The sum of the products of what is stored is
 *
 *     sum x * y + dx * sum (y - dy) - dy * sum x
 */
#include <stdbool.h>
#include <string.h>

#include "api/gemm.h"

enum { PER_WORD = 4, OFFSET = 128 };

/* A byte in all four places of a word. */
#define IN_ALL(byte) (0x01010101U * (byte))

static uint32_t offset_a(const struct assay_product *p)
{
    return assay_type_is_signed(p->a_type) ? OFFSET : 0;
}

static uint32_t offset_b(const struct assay_product *p)
{
    return p->b_type == ASSAY_TYPE_U8 ? OFFSET : 0;
}

/* Makes, of four patterns, what is stored: ((pattern ^ flip) + add) ^ last. The first two make element
 * + 128 of a signed type, and leave the others alone; nothing is carried into the next byte. */
struct coding {
    uint32_t flip, add, last;
};

static struct coding coding_of(enum assay_type type, bool minus)
{
    const uint32_t sign = 1U << (assay_type_bits(type) - 1);

    return (struct coding){
        .flip = assay_type_is_signed(type) ? IN_ALL(sign) : 0,
        .add = assay_type_is_signed(type) ? IN_ALL(OFFSET - sign) : 0,
        .last = minus ? IN_ALL(OFFSET) : 0,
    };
}

static inline uint32_t word_of(const uint8_t *x0, const uint8_t *x1, const uint8_t *x2,
                               const uint8_t *x3, struct coding c)
{
    const uint32_t word = *x0 | (uint32_t)*x1 << 8 | (uint32_t)*x2 << 16 | (uint32_t)*x3 << 24;

    return ((word ^ c.flip) + c.add) ^ c.last;
}

/* Makes words of four rows of GEMM_COLS bytes. */
static void interleave(const uint8_t *row, size_t stride, struct coding c, uint32_t *restrict to)
{
    for (size_t j = 0; j < GEMM_COLS; ++j, ++row)
        to[j] = word_of(row, row + stride, row + 2 * stride, row + 3 * stride, c);
}

void gemm_bytes_pack_b(const struct assay_product *p, size_t col, size_t words, uint32_t *to)
{
    const size_t left = p->n - col, cols = left < GEMM_COLS ? left : GEMM_COLS;
    const struct coding c =
        coding_of(p->b_type, assay_type_is_signed(p->b_type) || p->b_type == ASSAY_TYPE_U8);
    const uint8_t *const from = (const uint8_t *)p->b + col;
    uint32_t *const panel = to;

    for (size_t w = 0; w < words; ++w, to += GEMM_COLS) {
        const size_t k = w * PER_WORD, n = p->k - k < PER_WORD ? p->k - k : PER_WORD;

        if (n == PER_WORD && cols == GEMM_COLS) {
            interleave(from + k * p->ldb, p->ldb, c, to);
        } else {
            uint8_t rows[PER_WORD][GEMM_COLS] = {{0}};

            for (size_t i = 0; i < n; ++i)
                memcpy(rows[i], from + (k + i) * p->ldb, cols);
            interleave((const uint8_t *)rows, GEMM_COLS, c, to);
        }
    }
    gemm_bytes_sum_b(p, panel, words, to);
}

void gemm_bytes_pack_a(const struct assay_product *p, size_t row, size_t words, uint32_t *to)
{
    const size_t left = p->m - row, rows = left < GEMM_ROWS ? left : GEMM_ROWS;
    const struct coding c = coding_of(p->a_type, false);
    const size_t whole = p->k / PER_WORD;

    for (size_t r = 0; r < GEMM_ROWS; ++r) {
        const uint8_t *const from = (const uint8_t *)p->a + (row + (r < rows ? r : 0)) * p->lda;
        size_t w = 0;

        for (const uint8_t *x = from; r < rows && w < whole; ++w, x += PER_WORD)
            to[w * GEMM_ROWS + r] = word_of(x, x + 1, x + 2, x + 3, c);
        for (; w < words; ++w) { /* a last word that is not full, or a row beyond m */
            uint8_t x[PER_WORD] = {0};

            if (r < rows)
                memcpy(x, from + w * PER_WORD, p->k - w * PER_WORD);
            to[w * GEMM_ROWS + r] = word_of(x, x + 1, x + 2, x + 3, c);
        }
    }
    gemm_bytes_sum_a(p, to, words, to + words * GEMM_ROWS);
}

/* The sum of four unsigned bytes. */
static inline uint32_t sum_of(uint32_t word)
{
    const uint32_t pairs = (word & 0x00FF00FF) + (word >> 8 & 0x00FF00FF);

    return (pairs & 0xFFFF) + (pairs >> 16);
}

void gemm_bytes_sum_a(const struct assay_product *p, const uint32_t *a, size_t words,
                      uint32_t sums[GEMM_ROWS])
{
    memset(sums, 0, GEMM_ROWS * sizeof *sums);
    if (!offset_b(p))
        return;
    for (size_t w = 0; w < words; ++w) {
        for (size_t r = 0; r < GEMM_ROWS; ++r)
            sums[r] += sum_of(a[w * GEMM_ROWS + r]) - PER_WORD * offset_a(p);
    }
}

void gemm_bytes_sum_b(const struct assay_product *p, const uint32_t *b, size_t words,
                      uint32_t sums[GEMM_COLS])
{
    memset(sums, 0, GEMM_COLS * sizeof *sums);
    if (!offset_a(p))
        return;
    for (size_t w = 0; w < words; ++w) {
        for (size_t j = 0; j < GEMM_COLS; ++j)
            sums[j] += sum_of(b[w * GEMM_COLS + j] ^ IN_ALL(OFFSET)) - PER_WORD * OFFSET;
    }
}

void gemm_bytes_begin(const struct assay_product *p, const uint32_t a_sums[GEMM_ROWS],
                      const uint32_t b_sums[GEMM_COLS], uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    const uint32_t dx = offset_a(p), dy = offset_b(p);
    uint32_t columns[GEMM_COLS];

    for (size_t j = 0; j < GEMM_COLS; ++j)
        columns[j] = dx * b_sums[j];
    for (size_t r = 0; r < GEMM_ROWS; ++r) {
        for (size_t j = 0; j < GEMM_COLS; ++j)
            acc[r][j] = dy * a_sums[r] - columns[j];
    }
}
