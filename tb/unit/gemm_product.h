/*
 * gemm_product.h - products of whole matrices for tests: random operands, and the definition,
 * element by element.
 */
#ifndef UNIT_GEMM_PRODUCT_H
#define UNIT_GEMM_PRODUCT_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/gemm.h"
#include "base/rng.h"
#include "numerics/numerics.h"
#include "unit/random.h"

enum { SEED = 20261121, ROUNDS = 1500, STEPPED_ROUNDS = 500 };

static struct assay_rng rng;

static inline size_t below(size_t n)
{
    return assay_rng_below(&rng, (uint32_t)n);
}

static inline uint32_t random32(void)
{
    return assay_rng_u32(&rng);
}

/* --- operands --- */

static inline uint32_t element(const void *matrix, enum assay_type t, size_t i)
{
    return assay_type_size(t) == 4   ? ((const uint32_t *)matrix)[i]
           : assay_type_size(t) == 2 ? ((const uint16_t *)matrix)[i]
                                     : ((const uint8_t *)matrix)[i];
}

static inline void put(void *matrix, enum assay_type t, size_t i, uint32_t x)
{
    if (assay_type_size(t) == 4)
        ((uint32_t *)matrix)[i] = x;
    else if (assay_type_size(t) == 2)
        ((uint16_t *)matrix)[i] = (uint16_t)x;
    else
        ((uint8_t *)matrix)[i] = (uint8_t)x;
}

/* Draws numbers around one, which cancel; zeros; tiny and huge numbers; with `wild`, also
 * infinities and NaNs. */
static inline uint32_t draw_float(enum assay_type t, int wild)
{
    const uint32_t frac_bits = t == ASSAY_TYPE_F32 ? 23 : t == ASSAY_TYPE_F16 ? 10 : 7;
    const uint32_t exp_bits = t == ASSAY_TYPE_F16 ? 5 : 8, one = (1u << (exp_bits - 1)) - 1;
    const uint32_t bits = 1 + exp_bits + frac_bits, x = random32();
    const uint32_t sign = (x & 1) << (bits - 1), frac = x >> 9 & ((1u << frac_bits) - 1);
    const uint32_t top = (1u << exp_bits) - 1;

    switch (below(16)) {
    case 0:
        return sign;
    case 1:
        return sign | (x >> 1 & 7);
    case 2:
        return sign | frac; /* subnormal */
    case 3:
        return sign | (top - 1 - (x >> 1 & 3)) << frac_bits | frac;
    case 4:
        return sign | (x >> 1 & 3) << frac_bits | frac;
    case 5: /* any pattern */
        return sign | (uint32_t)below(top) << frac_bits | frac;
    case 6:
        if (wild && below(8) == 0)
            return sign | top << frac_bits | (x & 2 ? frac : 0);
        return sign;
    case 7:
    case 8: /* products around the least number and half of it */
        return sign | (one / 2 - (x >> 1 & 31)) << frac_bits | frac;
    case 9:
        return sign | (one + (x >> 1 & 1)) << frac_bits;
    default:
        return sign | (one + (x >> 1 & 3)) << frac_bits | frac;
    }
}

static inline uint32_t draw_pattern(enum assay_type t, int wild)
{
    static const uint8_t corners[] = {0, 1, 0x7F, 0x80, 0xFF, 0x55, 0xAA, 8, 7};
    const uint32_t mask = (1u << (assay_type_bits(t) & 15)) - 1; /* for integers */

    if (assay_type_is_float(t))
        return draw_float(t, wild);
    return (below(3) ? random32() : corners[below(sizeof corners)]) & mask;
}

static inline uint32_t draw_c(enum assay_acc_type t, int wild)
{
    if (t == ASSAY_ACC_F32)
        return draw_float(ASSAY_TYPE_F32, wild);
    switch (below(5)) {
    case 0: /* near the ends of s32 and u32 */
        return 0x7FFFFFFF - random32() % 100000;
    case 1:
        return 0x80000000 + random32() % 100000;
    case 2:
        return random32() % 100000;
    case 3:
        return 0 - random32() % 100000;
    default:
        return random32();
    }
}

struct product {
    struct assay_product p;
    void *a, *b;
    uint32_t *c, *d, *want;
};

static inline void *room(size_t n)
{
    void *p = malloc(n ? n : 1); /* exact size, for AddressSanitizer */

    assert_non_null(p);
    return p;
}

/* Draws types that may be combined. */
static inline void draw_types(struct assay_product *p)
{
    p->a_type = (enum assay_type)below(9);
    p->b_type = assay_type_is_float(p->a_type) ? p->a_type : (enum assay_type)below(6);
    p->acc_type = assay_type_is_float(p->a_type) ? ASSAY_ACC_F32 : (enum assay_acc_type)below(2);
}

/* Allocates matrices for the shape and types of x->p. A stride of 0 is kept. */
static inline void make(struct product *x, int with_c)
{
    struct assay_product *p = &x->p;
    const size_t lda = p->lda ? p->lda : p->k, ldb = p->ldb ? p->ldb : p->n;
    const size_t ldc = p->ldc ? p->ldc : p->n, ldd = p->ldd ? p->ldd : p->n;
    const int wild = below(3) == 0;

    x->a = room(p->m * lda * assay_type_size(p->a_type));
    x->b = room(p->k * ldb * assay_type_size(p->b_type));
    x->c = room(p->m * ldc * sizeof *x->c);
    x->d = room(p->m * ldd * sizeof *x->d);
    x->want = room(p->m * ldd * sizeof *x->d);
    for (size_t i = 0; i < p->m * lda; ++i)
        put(x->a, p->a_type, i, i % lda < p->k ? draw_pattern(p->a_type, wild) : 0xFFFFFFFF);
    for (size_t i = 0; i < p->k * ldb; ++i)
        put(x->b, p->b_type, i, i % ldb < p->n ? draw_pattern(p->b_type, wild) : 0xFFFFFFFF);
    for (size_t i = 0; i < p->m * ldc; ++i)
        x->c[i] = draw_c(p->acc_type, wild);
    memset(x->d, 0xA5, p->m * ldd * sizeof *x->d); /* reveals an element that is left out */
    memset(x->want, 0xA5, p->m * ldd * sizeof *x->d);
    p->a = x->a;
    p->b = x->b;
    p->c = with_c ? x->c : NULL;
    p->d = x->d;
}

static inline void release(struct product *x)
{
    free(x->a);
    free(x->b);
    free(x->c);
    free(x->d);
    free(x->want);
}

/* --- the definition, element by element --- */

static inline int64_t integer(enum assay_type t, uint32_t x)
{
    const int64_t weight = INT64_C(1) << (assay_type_bits(t) - 1);

    return (unsigned)t & 1 && (int64_t)x >= weight ? (int64_t)x - 2 * weight : (int64_t)x;
}

static inline uint32_t number(enum assay_type t, uint32_t x)
{
    return t == ASSAY_TYPE_BF16  ? assay_bf16_to_f32((uint16_t)x)
           : t == ASSAY_TYPE_F16 ? assay_f16_to_f32((uint16_t)x)
                                 : x;
}

static inline int64_t clamp(enum assay_acc_type t, int64_t x)
{
    const int64_t low = t == ASSAY_ACC_S32 ? INT32_MIN : 0;
    const int64_t high = t == ASSAY_ACC_S32 ? INT32_MAX : UINT32_MAX;

    return x < low ? low : x > high ? high : x;
}

static inline uint32_t definition(const struct assay_product *p, size_t row, size_t col)
{
    const size_t lda = p->lda ? p->lda : p->k, ldb = p->ldb ? p->ldb : p->n;
    const size_t ops = p->a_type <= ASSAY_TYPE_S4 && p->b_type <= ASSAY_TYPE_S4 ? 8 : 4;
    const size_t command = p->systolic_depth ? p->systolic_depth * ops : SIZE_MAX;
    uint32_t acc = p->c ? p->c[row * (p->ldc ? p->ldc : p->n) + col] : 0;
    int64_t sum = p->acc_type == ASSAY_ACC_S32 ? (int32_t)acc : (int64_t)acc;

    for (size_t k = 0; k < p->k; ++k) {
        const uint32_t x = element(p->a, p->a_type, row * lda + k);
        const uint32_t y = element(p->b, p->b_type, k * ldb + col);

        if (assay_type_is_float(p->a_type)) {
            acc = assay_f32_fma(number(p->b_type, y), number(p->a_type, x), acc);
            continue;
        }
        sum += integer(p->a_type, x) * integer(p->b_type, y);
        if (p->saturate && (k + 1 == p->k || (k + 1) % command == 0))
            sum = clamp(p->acc_type, sum);
    }
    return assay_type_is_float(p->a_type) ? acc : (uint32_t)sum;
}

static inline void define(struct product *x)
{
    for (size_t i = 0; i < x->p.m; ++i) {
        for (size_t j = 0; j < x->p.n; ++j)
            x->want[i * (x->p.ldd ? x->p.ldd : x->p.n) + j] = definition(&x->p, i, j);
    }
}

/* Asserts that D is right. The elements between the rows are checked too. */
static inline void assert_product(const struct product *x, const char *by)
{
    const struct assay_product *p = &x->p;
    const size_t ldd = p->ldd ? p->ldd : p->n;

    for (size_t i = 0; i < p->m * ldd; ++i) {
        if (x->d[i] != x->want[i])
            fail_msg("%s: types %d %d %d, %zux%zux%zu, saturate %d, sd %u: row %zu, column %zu is "
                     "%08" PRIX32 ": expected %08" PRIX32,
                     by, p->a_type, p->b_type, p->acc_type, p->m, p->k, p->n, p->saturate,
                     p->systolic_depth, i / ldd, i % ldd, x->d[i], x->want[i]);
    }
}

/* A kernel of bytes for every processor. */
static inline void plain_bytes(const uint32_t *a, const uint32_t *b, size_t words, size_t rows,
                               size_t cols, uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    for (size_t i = 0; i < 4 * words; ++i) {
        for (size_t r = 0; r < rows; ++r) {
            for (size_t j = 0; j < cols; ++j) {
                const uint8_t x = (uint8_t)(a[i / 4 * GEMM_ROWS + r] >> 8 * (i % 4));
                const uint8_t y = (uint8_t)(b[i / 4 * GEMM_COLS + j] >> 8 * (i % 4));

                acc[r][j] += (uint32_t)(x * (int8_t)y);
            }
        }
    }
}

/* Checks assay_gemm and every available kernel. */
static inline void check_all(struct product *x)
{
    struct gemm_kernels sse2 = gemm_plain, vnni = gemm_plain;
    const struct gemm_kernels bytes = {plain_bytes, gemm_plain.floats, 4};
    const struct gemm_kernels *kernels[] = {
        &gemm_plain, &gemm_soft, &sse2, gemm_avx2(), &bytes, gemm_vnni(&vnni) ? &vnni : NULL};
    static const char *const names[] = {"plain", "soft", "sse2", "avx2", "bytes", "vnni"};
    struct assay_product p = x->p;

    gemm_sse2(&sse2);
    assert_int_equal(assay_gemm(&x->p), ASSAY_MODEL_OK);
    assert_product(x, "assay_gemm");
    p.lda = p.lda ? p.lda : p.k;
    p.ldb = p.ldb ? p.ldb : p.n;
    p.ldc = p.ldc ? p.ldc : p.n;
    p.ldd = p.ldd ? p.ldd : p.n;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; ++i) {
        if (!kernels[i])
            continue;
        for (size_t r = 0; r < p.m; ++r)
            memset(x->d + r * p.ldd, 0x5A, p.n * sizeof *x->d);
        assert_int_equal(gemm_multiply(&p, kernels[i]), ASSAY_MODEL_OK);
        assert_product(x, names[i]);
    }
}

static inline int seed(void **unused)
{
    (void)unused;
    assay_rng_init(&rng, random_seed(SEED), "test_model_gemm");
    return 0;
}

#endif
