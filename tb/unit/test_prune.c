/*
 * test_prune.c - block pruning against its definition: for each element, its block is found by
 * division, and the host adds up the block's weights.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "prune/prune.h"
#include "unit/host_words.h"
#include "unit/random.h"

enum { SIDE = 24, ELEMENTS = SIDE * SIDE };

/* Returns element i as a host number. */
static float value(enum assay_type type, const void *m, size_t i)
{
    uint16_t half;

    switch (type) {
    case ASSAY_TYPE_F32:
        return as_float(((const uint32_t *)m)[i]);
    case ASSAY_TYPE_BF16:
        return as_float((uint32_t)((const uint16_t *)m)[i] << 16);
    case ASSAY_TYPE_F16: {
        int exp;
        float x;

        half = ((const uint16_t *)m)[i];
        exp = half >> 10 & 0x1F;
        if (exp == 0x1F)
            x = half & 0x3FF ? NAN : INFINITY;
        else
            x = ldexpf((float)((half & 0x3FF) + (exp ? 0x400 : 0)), (exp ? exp : 1) - 25);
        return half & 0x8000 ? -x : x;
    }
    case ASSAY_TYPE_S8:
        return ((const int8_t *)m)[i];
    default:
        return ((const uint8_t *)m)[i];
    }
}

struct matrix {
    enum assay_type type;
    size_t rows, cols, block_rows, block_cols;
    float threshold;
    unsigned flags;
    uint32_t data[ELEMENTS]; /* room for every type */
};

/* Returns the sum of the block that contains element (row, col). */
static float block_sum(const struct matrix *m, size_t row, size_t col)
{
    volatile float sum = 0;

    for (size_t i = 0; i < m->rows; ++i) {
        for (size_t k = 0; k < m->cols; ++k) {
            const float x = value(m->type, m->data, i * m->cols + k);

            if (i / m->block_rows == row / m->block_rows &&
                k / m->block_cols == col / m->block_cols)
                sum += m->flags & ASSAY_PRUNE_ABSOLUTE ? fabsf(x) : x;
        }
    }
    return sum;
}

static void check(const struct matrix *m)
{
    static const uint8_t nothing[4];
    const size_t size = assay_prune_type_size(m->type), n = m->rows * m->cols;
    const size_t across = (m->cols + m->block_cols - 1) / m->block_cols;
    const size_t blocks = (m->rows + m->block_rows - 1) / m->block_rows * across;
    uint32_t out[ELEMENTS];
    uint8_t map[ELEMENTS + 1];
    struct assay_prune_result r;
    size_t zeros = 0, pruned = 0;

    memset(out, 0xA5, sizeof out);
    memset(map, 0xA5, sizeof map);
    assert_int_equal(assay_prune_map_size(m->rows, m->cols, m->block_rows, m->block_cols), blocks);
    assert_int_equal(assay_prune_blocks(m->type, m->data, m->rows, m->cols, m->block_rows,
                                        m->block_cols, as_bits(m->threshold), m->flags, out, map,
                                        &r),
                     ASSAY_PRUNE_OK);
    for (size_t i = 0; i < n; ++i) {
        const size_t row = i / m->cols, col = i % m->cols;
        const bool gone = fabsf(block_sum(m, row, col)) < m->threshold;

        assert_int_equal(map[row / m->block_rows * across + col / m->block_cols], gone);
        assert_memory_equal((const char *)out + i * size,
                            gone ? (const char *)nothing : (const char *)m->data + i * size, size);
        zeros += value(m->type, out, i) == 0;
    }
    for (size_t b = 0; b < blocks; ++b)
        pruned += map[b];
    assert_int_equal(map[blocks], 0xA5);
    for (size_t i = n * size; i < sizeof out; ++i)
        assert_int_equal(((const uint8_t *)out)[i], 0xA5);
    assert_int_equal(r.blocks, blocks);
    assert_int_equal(r.pruned, pruned);
    assert_int_equal(r.elements, n);
    assert_int_equal(r.zeros, zeros);
    assert_int_equal(r.sparsity, as_bits((float)zeros / (float)n));
}

/* Fills with weights of a few tenths and zeros of both signs; now and then any pattern, including
 * NaNs and infinities. */
static void fill(struct matrix *m)
{
    for (size_t i = 0; i < ELEMENTS; ++i) {
        const float x = ((float)draw(2001) - 1000) * 0.0005F;

        switch (m->type) {
        case ASSAY_TYPE_F32:
            m->data[i] = as_bits(x);
            break;
        case ASSAY_TYPE_BF16:
            m->data[i] = as_bits(x) >> 16 | (as_bits(x) & 0xFFFF0000);
            break;
        case ASSAY_TYPE_F16: /* 2^-14 to 0.5 */
            m->data[i] = draw(0x3800);
            m->data[i] = (m->data[i] | draw(2) << 15) * 0x10001;
            break;
        default:
            m->data[i] = (draw(3) ? draw(5) - 2 : draw(256)) % 256 * 0x01010101;
            break;
        }
        if (draw(8) == 0)
            m->data[i] = draw(2) ? 0 : 0x80008000;
        if (draw(200) == 0)
            m->data[i] = draw_word();
    }
}

static void test_random(void **unused)
{
    (void)unused;
    rng_begin(UINT64_C(0x9E3779B97F4A7C15));
    for (uint32_t i = 0; i < 4000; ++i) {
        struct matrix m;

        m.type = (enum assay_type)(ASSAY_TYPE_U8 + draw(5));
        m.rows = 1 + draw(SIDE);
        m.cols = 1 + draw(SIDE);
        m.block_rows = 1 + draw(6);
        m.block_cols = 1 + draw(draw(8) ? 6 : 2 * SIDE);
        m.threshold = assay_type_is_float(m.type) ? (float)draw(100) * 0.01F : (float)draw(12);
        m.flags = draw(2);
        fill(&m);
        check(&m);
    }
}

/* Values on and around the threshold; sums that round; NaN and infinity; -0. */
static void test_edges(void **unused)
{
    static const struct {
        uint32_t a, b, threshold;
        unsigned flags;
        bool pruned;
    } cases[] = {
        {0x3ECCCCCD, 0x00000000, ASSAY_PRUNE_DEFAULT_THRESHOLD, 0,
         false}, /* 0.4 is not below 0.4 */
        {0x3ECCCCCC, 0x00000000, ASSAY_PRUNE_DEFAULT_THRESHOLD, 0, true},
        {0xBECCCCCC, 0x80000000, ASSAY_PRUNE_DEFAULT_THRESHOLD, 0, true},
        {0xBECCCCCD, 0x00000000, ASSAY_PRUNE_DEFAULT_THRESHOLD, 0, false},
        {0x3F800000, 0xBF800000, ASSAY_PRUNE_DEFAULT_THRESHOLD, 0, true}, /* 1 - 1 */
        {0x3F800000, 0xBF800000, ASSAY_PRUNE_DEFAULT_THRESHOLD, ASSAY_PRUNE_ABSOLUTE, false},
        {0x3F7FFFFF, 0x33000000, 0x3F800000, 0, false}, /* rounds to 1, to even */
        {0x3F7FFFFE, 0x33000000, 0x3F800000, 0, true},  /* does not */
        {0x7FC00000, 0x00000000, 0x7F800000, 0, false},
        {0x7F800000, 0xFF800000, 0x7F800000, 0, false},
        {0x7F800000, 0x00000000, 0x7F800000, 0, false},
        {0x7F7FFFFF, 0x00000000, 0x7F800000, 0, true},
        {0x80000000, 0x80000000, 0x00000001, 0, true},
        {0x00000000, 0x00000000, 0x00000000, 0, false}, /* nothing is below zero */
        {0x80000000, 0x80000000, 0x80000000, 0, false},
        {0x00000000, 0x00000000, 0xBF800000, 0, false},
        {0x00000001, 0x00000001, 0x00000003, 0, true},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        uint32_t m[2] = {cases[i].a, cases[i].b};
        struct assay_prune_result r;

        assert_int_equal(assay_prune_blocks(ASSAY_TYPE_F32, m, 1, 2, 4, 4, cases[i].threshold,
                                            cases[i].flags, m, NULL, &r),
                         ASSAY_PRUNE_OK);
        if (r.pruned != cases[i].pruned)
            fail_msg("case %zu: pruned %zu", i, r.pruned);
        assert_int_equal(m[0], cases[i].pruned ? 0 : cases[i].a);
        assert_int_equal(m[1], cases[i].pruned ? 0 : cases[i].b);
    }
}

/* Sums go row by row from +0: 2^24, 1, -2^24 leaves 0; another order leaves 1. */
static void test_order(void **unused)
{
    static const uint32_t down[] = {0x4B800000, 0x3F800000, 0xCB800000, 0x00000000};
    static const uint32_t last[] = {0x4B800000, 0xCB800000, 0x00000000, 0x3F800000};
    uint32_t out[4];
    struct assay_prune_result r;

    (void)unused;
    assert_int_equal(
        assay_prune_blocks(ASSAY_TYPE_F32, down, 2, 2, 2, 2, 0x3F000000, 0, out, NULL, &r),
        ASSAY_PRUNE_OK);
    assert_int_equal(r.pruned, 1);
    assert_int_equal(
        assay_prune_blocks(ASSAY_TYPE_F32, last, 2, 2, 2, 2, 0x3F000000, 0, out, NULL, &r),
        ASSAY_PRUNE_OK);
    assert_int_equal(r.pruned, 0);
    assert_int_equal(r.zeros, 1);
}

/* Blocks of lines equal blocks of one row with all elements. */
static void test_lines(void **unused)
{
    static uint32_t out[ELEMENTS], want[ELEMENTS];
    uint8_t map[ELEMENTS], want_map[ELEMENTS];
    struct assay_prune_result r, s;

    (void)unused;
    rng_begin(2);
    for (uint32_t i = 0; i < 300; ++i) {
        struct matrix m = {.type = (enum assay_type)(ASSAY_TYPE_U8 + i % 5)};
        const unsigned lines = 1 + draw(4), flags = draw(2);
        const size_t count = 1 + draw(ELEMENTS);
        const size_t across = lines * 64 / assay_type_size(m.type);
        const uint32_t threshold = as_bits(assay_type_is_float(m.type) ? 1.5F : 60);

        fill(&m);
        memset(out, 0, sizeof out);
        memset(want, 0, sizeof want);
        assert_int_equal(
            assay_prune_lines(m.type, m.data, count, lines, threshold, flags, out, map, &r),
            ASSAY_PRUNE_OK);
        assert_int_equal(assay_prune_blocks(m.type, m.data, 1, count, 1, across, threshold, flags,
                                            want, want_map, &s),
                         ASSAY_PRUNE_OK);
        assert_memory_equal(out, want, sizeof out);
        assert_int_equal(r.blocks, (count + across - 1) / across);
        assert_memory_equal(map, want_map, r.blocks);
        assert_int_equal(r.pruned, s.pruned);
        assert_int_equal(r.zeros, s.zeros);
    }
}

static void test_errors(void **unused)
{
    uint32_t m[4] = {1, 2, 3, 4}, out[4] = {9, 9, 9, 9};
    const uint32_t t = ASSAY_PRUNE_DEFAULT_THRESHOLD;
    const size_t huge = SIZE_MAX / 2;
    struct assay_prune_result r = {.blocks = 77};
    uint8_t map[4] = {8, 8, 8, 8};

    (void)unused;
    assert_int_equal(assay_prune_blocks(ASSAY_TYPE_F32, NULL, 2, 2, 4, 4, t, 0, out, map, &r),
                     ASSAY_PRUNE_NULL);
    assert_int_equal(assay_prune_blocks(ASSAY_TYPE_F32, m, 2, 2, 4, 4, t, 0, NULL, map, &r),
                     ASSAY_PRUNE_NULL);
    assert_int_equal(assay_prune_blocks(ASSAY_TYPE_F32, m, 0, 2, 4, 4, t, 0, out, map, &r),
                     ASSAY_PRUNE_EMPTY);
    assert_int_equal(assay_prune_blocks(ASSAY_TYPE_F32, m, 2, 0, 4, 4, t, 0, out, map, &r),
                     ASSAY_PRUNE_EMPTY);
    assert_int_equal(assay_prune_blocks(ASSAY_TYPE_F32, m, 2, 2, 0, 4, t, 0, out, map, &r),
                     ASSAY_PRUNE_EMPTY);
    assert_int_equal(assay_prune_blocks(ASSAY_TYPE_F32, m, 2, 2, 4, 0, t, 0, out, map, &r),
                     ASSAY_PRUNE_EMPTY);
    assert_int_equal(assay_prune_blocks(ASSAY_TYPE_U8, m, huge, 3, 4, 4, t, 0, out, map, &r),
                     ASSAY_PRUNE_TOO_LARGE);
    assert_int_equal(assay_prune_blocks(ASSAY_TYPE_F32, m, huge, 1, 4, 4, t, 0, out, map, &r),
                     ASSAY_PRUNE_TOO_LARGE);
    assert_int_equal(assay_prune_blocks(ASSAY_TYPES, m, 2, 2, 4, 4, t, 0, out, map, &r),
                     ASSAY_PRUNE_BAD_TYPE);
    assert_int_equal(assay_prune_blocks(ASSAY_TYPE_U4, m, 2, 2, 4, 4, t, 0, out, map, &r),
                     ASSAY_PRUNE_BAD_TYPE);
    assert_int_equal(assay_prune_blocks(ASSAY_TYPE_F32, m, 2, 2, 4, 4, 0xFF800001, 0, out, map, &r),
                     ASSAY_PRUNE_BAD_THRESHOLD);
    assert_int_equal(assay_prune_blocks(ASSAY_TYPE_F32, m, 2, 2, 4, 4, t, 2, out, map, &r),
                     ASSAY_PRUNE_BAD_FLAGS);
    assert_int_equal(assay_prune_lines(ASSAY_TYPE_F32, m, 4, 0, t, 0, out, map, &r),
                     ASSAY_PRUNE_BAD_LINES);
    assert_int_equal(assay_prune_lines(ASSAY_TYPE_F32, m, 4, 5, t, 0, out, map, &r),
                     ASSAY_PRUNE_BAD_LINES);
    assert_int_equal(assay_prune_lines(ASSAY_TYPE_F32, m, 0, 1, t, 0, out, map, &r),
                     ASSAY_PRUNE_EMPTY);
    assert_int_equal(assay_prune_lines(ASSAY_TYPE_F32, m, SIZE_MAX, 1, t, 0, out, map, &r),
                     ASSAY_PRUNE_TOO_LARGE);
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(out[i], 9);
        assert_int_equal(map[i], 8);
    }
    assert_int_equal(r.blocks, 77);
    assert_int_equal(assay_prune_map_size(0, 1, 1, 1), 0);
    assert_int_equal(assay_prune_map_size(1, 1, 1, 0), 0);
    assert_int_equal(assay_prune_map_size(huge, 3, 1, 1), 0);
    assert_int_equal(assay_prune_map_size(SIZE_MAX, 1, 4, 4), SIZE_MAX / 4 + 1);
    assert_int_equal(assay_prune_type_size(ASSAY_TYPES), 0);
    assert_int_equal(assay_prune_type_size(ASSAY_TYPE_S4), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random), cmocka_unit_test(test_edges),  cmocka_unit_test(test_order),
        cmocka_unit_test(test_lines),  cmocka_unit_test(test_errors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
